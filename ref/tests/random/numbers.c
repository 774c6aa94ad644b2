/* SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/random/numbers.h"

#include <stdio.h>
#include <stdlib.h>

void *numbers_need(void *memory) {
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

mpfr_t *numbers_make(int n, mpfr_prec_t bits) {
    mpfr_t *x = numbers_need(malloc(((size_t)n + 1) * sizeof *x));
    for (int i = 0; i < n; i++) {
        mpfr_init2(x[i], bits);
        mpfr_set_zero(x[i], 1);
    }
    return x;
}

void numbers_free(mpfr_t *x, int n) {
    for (int i = 0; i < n && x != NULL; i++)
        mpfr_clear(x[i]);
    free(x);
}

const mpfr_t *numbers_read(mpfr_t *x) {
    return (const mpfr_t *)x;
}

/* Row `to` of (A | b) -= factor times row `from`, from column `first` on. */
static void subtract_row(int n, mpfr_t *A, mpfr_t *b, int to, int from, int first,
                         mpfr_srcptr factor, mpfr_ptr term) {
    for (int k = first; k < n; k++) {
        mpfr_mul(term, factor, A[from * n + k], MPFR_RNDN);
        mpfr_sub(A[to * n + k], A[to * n + k], term, MPFR_RNDN);
    }
    mpfr_mul(term, factor, b[from], MPFR_RNDN);
    mpfr_sub(b[to], b[to], term, MPFR_RNDN);
}

static void swap_rows(int n, mpfr_t *A, mpfr_t *b, int i, int k) {
    for (int j = 0; j < n; j++)
        mpfr_swap(A[i * n + j], A[k * n + j]);
    mpfr_swap(b[i], b[k]);
}

bool numbers_solve(int n, mpfr_t *A, mpfr_t *b) {
    bool solved = true;
    mpfr_t factor, term;
    if (n == 0)
        return true;
    mpfr_inits2(mpfr_get_prec(b[0]), factor, term, (mpfr_ptr)NULL);
    for (int c = 0; c < n && solved; c++) {
        int pivot = c;
        for (int i = c + 1; i < n; i++)
            if (mpfr_cmpabs(A[i * n + c], A[pivot * n + c]) > 0)
                pivot = i;
        solved = mpfr_regular_p(A[pivot * n + c]);
        if (!solved)
            break;
        if (pivot != c)
            swap_rows(n, A, b, pivot, c);
        for (int i = 0; i < n; i++) {
            if (i == c)
                continue;
            mpfr_div(factor, A[i * n + c], A[c * n + c], MPFR_RNDN);
            subtract_row(n, A, b, i, c, c, factor, term);
        }
    }
    for (int i = 0; i < n && solved; i++)
        mpfr_div(b[i], b[i], A[i * n + i], MPFR_RNDN);
    mpfr_clears(factor, term, (mpfr_ptr)NULL);
    return solved;
}
