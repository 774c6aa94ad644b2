/* Arrays of MPFR numbers, and small conversions that several files need.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/vector.h"
#include "ref/model.h"

#include <limits.h>
#include <stdlib.h>

#include "problems/model.h"

/* The highest precision accepted, in bits: far above need, far below MPFR's own limit. */
enum { MAX_BITS = 1 << 24 };

mpfr_t *vector_alloc(int n, mpfr_prec_t bits) {
    mpfr_t *x = calloc((size_t)n + 1, sizeof *x);
    if (x == NULL)
        return NULL;
    for (int i = 0; i < n; i++) {
        mpfr_init2(x[i], bits);
        mpfr_set_zero(x[i], 1);
    }
    return x;
}

void vector_free(mpfr_t *x, int n) {
    if (x == NULL)
        return;
    for (int i = 0; i < n; i++)
        mpfr_clear(x[i]);
    free(x);
}

void vector_set(mpfr_t *x, const mpfr_t *a, int n) {
    for (int i = 0; i < n; i++)
        mpfr_set(x[i], a[i], MPFR_RNDN);
}

void vector_set_doubles(mpfr_t *x, const double *a, int n) {
    for (int i = 0; i < n; i++)
        mpfr_set_d(x[i], a[i], MPFR_RNDN);
}

void vector_get_doubles(double *x, const mpfr_t *a, int n) {
    for (int i = 0; i < n; i++)
        x[i] = mpfr_get_d(a[i], MPFR_RNDN);
}

void vector_swap(mpfr_t **x, mpfr_t **y) {
    mpfr_t *before = *x;
    *x = *y;
    *y = before;
}

void vector_norm(mpfr_ptr norm, const mpfr_t *x, int n) {
    mpfr_set_zero(norm, 1);
    for (int i = 0; i < n; i++)
        if (mpfr_cmpabs(x[i], norm) > 0)
            mpfr_abs(norm, x[i], MPFR_RNDN);
}

bool vector_is_finite(const mpfr_t *x, int n) {
    for (int i = 0; i < n; i++)
        if (!mpfr_number_p(x[i]))
            return false;
    return true;
}

const mpfr_t *vector_const(mpfr_t *x) {
    return (const mpfr_t *)x;
}

int ref_state_size(const struct model *m) {
    return m->nq + m->nv + m->nz;
}

enum ref_status ref_from_problem_status(enum problem_status status) {
    switch (status) {
    case PROBLEM_OK: return REF_OK;
    case PROBLEM_NO_MEMORY: return REF_NO_MEMORY;
    case PROBLEM_NOT_FINITE: return REF_NOT_FINITE;
    default: return REF_BAD_ARGUMENT;
    }
}

bool ref_precision_is_usable(mpfr_prec_t bits) {
    return bits >= MPFR_PREC_MIN && bits <= MAX_BITS;
}

long ref_exponent(mpfr_srcptr x) {
    return mpfr_zero_p(x) ? LONG_MIN : (long)mpfr_get_exp(x);
}
