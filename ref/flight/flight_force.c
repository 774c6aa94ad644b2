/* The unknown forces of order k: S lambda_k = right, S = rows . M^-1 c at tau = 0. S is not
 * symmetric where contacts slide, and singular where some are redundant; the solution of
 * minimum norm is lambda = S^T y, S S^T y = right, in twice the precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/flight/flight.h"

static mpfr_ptr entry(const struct flight *f, int i, int j) {
    return f->schur[i * f->unknowns + j];
}

static void form_schur(struct flight *f) {
    for (int a = 0; a < f->unknowns; a++) {
        int begin, end;
        flight_find_row(f, f->unknown[a], &begin, &end);
        for (int b = 0; b < f->unknowns; b++) {
            mpfr_ptr s = entry(f, a, b);
            mpfr_set_zero(s, 1);
            for (int e = begin; e < end; e++) {
                const int column = flight_row_column(f, f->unknown[a], e);
                if (column >= 0)
                    mpfr_fma(s, flight_row_entry(f, f->unknown[a], e)[0],
                             flight_at(f, f->response, b * f->nv + column, 0), s,
                             MPFR_RNDN);
            }
        }
    }
}

/* Singular values of S below 2^-(3/4) work of the largest are zero. */
static enum ref_status square(struct flight *f) {
    const int n = f->unknowns;
    if (f->is_squared)
        ref_semidefinite_clear(&f->squared);
    f->is_squared = true;
    enum ref_status status =
        ref_semidefinite_init(&f->squared, n, 2 * f->work, 3 * (long)f->work / 2);
    if (status != REF_OK)
        return status;
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) {
            mpfr_ptr s = ref_semidefinite_entry(&f->squared, a, b);
            mpfr_set_zero(s, 1);
            for (int c = 0; c < n; c++)
                mpfr_fma(s, entry(f, a, c), entry(f, b, c), s, MPFR_RNDN);
        }
    }
    return ref_semidefinite_factor(&f->squared);
}

enum ref_status flight_prepare_forces(struct flight *f) {
    if (f->unknowns == 0)
        return REF_OK;
    form_schur(f);
    return square(f);
}

enum ref_status flight_solve_forces(struct flight *f, int k) {
    if (f->unknowns == 0)
        return REF_OK;
    enum ref_status status = ref_semidefinite_solve(&f->squared, f->right);
    for (int a = 0; a < f->unknowns && status == REF_OK; a++) {
        mpfr_ptr force = flight_at(f, f->force, a, k);
        mpfr_set_zero(force, 1);
        for (int b = 0; b < f->unknowns; b++)
            mpfr_fma(force, entry(f, b, a), f->right[b], force, MPFR_RNDN);
    }
    return status;
}
