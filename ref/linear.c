/* Linear systems A x = b by Gaussian elimination with partial pivoting, P A = L U
 * (G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., algorithm 3.4.1).
 *
 * Exact zeros are skipped: where A = I - h J is sparse, the work is that of the elements
 * which elimination really fills.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/vector.h"
#include "ref/linear.h"

#include <stdlib.h>

/* The largest system: its elements can be counted in an int. */
enum { MAX_SIZE = 30000 };

struct ref_linear {
    int n;
    mpfr_t *element; /* the storage (size n*n) */
    mpfr_t **row;    /* row[i][j] = A_ij; exchanged in pivoting (size n) */
    int *exchange;   /* row k was exchanged with row exchange[k] >= k (size n) */
    mpfr_t factor, product;
};

static struct ref_linear *fail_to_allocate(struct ref_linear *l) {
    ref_linear_free(l);
    return NULL;
}

static struct ref_linear *allocate_linear(int n, mpfr_prec_t bits) {
    struct ref_linear *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    mpfr_inits2(bits, l->factor, l->product, (mpfr_ptr)NULL);
    l->n = n;
    l->element = vector_alloc(n * n, bits);
    l->row = calloc((size_t)n, sizeof *l->row);
    l->exchange = calloc((size_t)n, sizeof *l->exchange);
    if (l->element == NULL || l->row == NULL || l->exchange == NULL)
        return fail_to_allocate(l);
    for (int i = 0; i < n; i++)
        l->row[i] = l->element + (size_t)i * (size_t)n;
    return l;
}

enum ref_status ref_linear_alloc(struct ref_linear **l, int n, mpfr_prec_t bits) {
    *l = NULL;
    if (n < 1 || n > MAX_SIZE || !ref_precision_is_usable(bits))
        return REF_BAD_ARGUMENT;
    *l = allocate_linear(n, bits);
    return *l == NULL ? REF_NO_MEMORY : REF_OK;
}

void ref_linear_free(struct ref_linear *l) {
    if (l == NULL)
        return;
    vector_free(l->element, l->n * l->n);
    free(l->row);
    free(l->exchange);
    mpfr_clears(l->factor, l->product, (mpfr_ptr)NULL);
    free(l);
}

void ref_linear_identity(struct ref_linear *l) {
    for (int i = 0; i < l->n; i++)
        for (int j = 0; j < l->n; j++)
            mpfr_set_ui(l->row[i][j], i == j, MPFR_RNDN);
}

mpfr_ptr ref_linear_entry(struct ref_linear *l, int i, int j) {
    return l->row[i][j];
}

/* The row from k on with the largest element in column k. */
static int find_pivot(const struct ref_linear *l, int k) {
    int pivot = k;
    for (int i = k + 1; i < l->n; i++)
        if (mpfr_cmpabs(l->row[i][k], l->row[pivot][k]) > 0)
            pivot = i;
    return pivot;
}

/* Row i := row i - factor * row k, right of column k; the factor takes the place of
 * A_ik. */
static void eliminate(struct ref_linear *l, int i, int k) {
    mpfr_t *target = l->row[i], *source = l->row[k];
    mpfr_div(l->factor, target[k], source[k], MPFR_RNDN);
    mpfr_set(target[k], l->factor, MPFR_RNDN);
    for (int j = k + 1; j < l->n; j++) {
        if (mpfr_zero_p(source[j]))
            continue;
        mpfr_mul(l->product, l->factor, source[j], MPFR_RNDN);
        mpfr_sub(target[j], target[j], l->product, MPFR_RNDN);
    }
}

enum ref_status ref_linear_factor(struct ref_linear *l) {
    if (!vector_is_finite(vector_const(l->element), l->n * l->n))
        return REF_NOT_FINITE;
    for (int k = 0; k < l->n; k++) {
        int pivot = find_pivot(l, k);
        if (mpfr_zero_p(l->row[pivot][k]))
            return REF_SINGULAR;
        mpfr_t *row = l->row[k];
        l->row[k] = l->row[pivot];
        l->row[pivot] = row;
        l->exchange[k] = pivot;
        for (int i = k + 1; i < l->n; i++)
            if (!mpfr_zero_p(l->row[i][k]))
                eliminate(l, i, k);
    }
    return REF_OK;
}

/* b_i := b_i - a b_j, unless either is zero. */
static void subtract_product(struct ref_linear *l, mpfr_t *b, int i, mpfr_srcptr a,
                             int j) {
    if (mpfr_zero_p(a) || mpfr_zero_p(b[j]))
        return;
    mpfr_mul(l->product, a, b[j], MPFR_RNDN);
    mpfr_sub(b[i], b[i], l->product, MPFR_RNDN);
}

void ref_linear_solve(struct ref_linear *l, mpfr_t *b) {
    for (int k = 0; k < l->n; k++)
        if (l->exchange[k] != k)
            mpfr_swap(b[k], b[l->exchange[k]]);
    for (int i = 0; i < l->n; i++)
        for (int j = 0; j < i; j++)
            subtract_product(l, b, i, l->row[i][j], j);
    for (int i = l->n - 1; i >= 0; i--) {
        for (int j = i + 1; j < l->n; j++)
            subtract_product(l, b, i, l->row[i][j], j);
        mpfr_div(b[i], b[i], l->row[i][i], MPFR_RNDN);
    }
}
