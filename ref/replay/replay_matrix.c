/* The iteration matrix I - h J (Drake's class text, (9)) and its factors, P A = L U, by
 * Gaussian elimination column by column; the first largest pivot is taken, and a column
 * without one is passed over (G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed.,
 * algorithm 3.4.1). Nothing is checked: a singular matrix shows in the Newton iteration.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"

/* a := a - multiplier * b */
static void subtract_multiple(ref_replay *r, mpfr_ptr a, mpfr_srcptr multiplier,
                              mpfr_srcptr b) {
    mpfr_mul(r->product, multiplier, b, MPFR_RNDN);
    mpfr_sub(a, a, r->product, MPFR_RNDN);
}

static void form_matrix(ref_replay *r, mpfr_srcptr h) {
    mpfr_neg(r->multiplier, h, MPFR_RNDN);
    for (int i = 0; i < r->n; i++) {
        r->row[i] = r->element + i * r->n;
        for (int j = 0; j < r->n; j++) {
            mpfr_mul(r->row[i][j], r->multiplier, r->slope[i * r->n + j], MPFR_RNDN);
            if (i == j)
                mpfr_add_ui(r->row[i][j], r->row[i][j], 1, MPFR_RNDN);
        }
    }
}

/* Brings the first row from k on with the largest element in column k to place k. */
static void exchange_rows(ref_replay *r, int k) {
    int pivot = k;
    for (int i = k + 1; i < r->n; i++)
        if (mpfr_cmpabs(r->row[i][k], r->row[pivot][k]) > 0)
            pivot = i;
    mpfr_t *row = r->row[k];
    r->row[k] = r->row[pivot];
    r->row[pivot] = row;
    r->exchange[k] = pivot;
}

void ref_replay_factor(ref_replay *r, mpfr_srcptr h) {
    form_matrix(r, h);
    for (int k = 0; k < r->n; k++) {
        exchange_rows(r, k);
        if (mpfr_zero_p(r->row[k][k]))
            continue;
        for (int i = k + 1; i < r->n; i++) {
            mpfr_div(r->row[i][k], r->row[i][k], r->row[k][k], MPFR_RNDN);
            for (int j = k + 1; j < r->n; j++)
                subtract_multiple(r, r->row[i][j], r->row[i][k], r->row[k][j]);
        }
    }
    r->is_factored = true;
    r->total.factorizations++;
}

void ref_replay_apply_factors(ref_replay *r, mpfr_t *b) {
    for (int k = 0; k < r->n; k++)
        mpfr_swap(b[k], b[r->exchange[k]]);
    for (int k = 0; k < r->n; k++)
        for (int i = k + 1; i < r->n; i++)
            subtract_multiple(r, b[i], r->row[i][k], b[k]);
    for (int k = r->n - 1; k >= 0; k--) {
        mpfr_div(b[k], b[k], r->row[k][k], MPFR_RNDN);
        for (int i = 0; i < k; i++)
            subtract_multiple(r, b[i], r->row[i][k], b[k]);
    }
}
