/* Closed forms of a model's solution, evaluated in MPFR at two precisions whose difference
 * is the measure of the error.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CLOSED_FORM_H
#define HARNESS_CLOSED_FORM_H

#include "problems/model.h"
#include "ref/ref.h"

/* m->solution is not NULL for all that follows. */

/* x[nx] := the closed forms at time t, evaluated with `bits` bits. REF_NOT_FINITE: some
 * component is not finite there. */
enum ref_status closed_form_evaluate(struct model *m, mpfr_prec_t bits, mpfr_srcptr t,
                                     mpfr_t *x);

struct closed_form {
    int nx;
    mpfr_t *x;     /* the more precise values (size nx) */
    mpfr_t radius; /* the largest difference from the less precise ones */
    double digits; /* -log10(radius / |x|_inf) */
};

/* Raises the precision until two evaluations agree to `digits` digits, or REF_UNABLE. The
 * caller frees what is in *f with closed_form_clear, also after a failure. Cancellation that
 * leaves nothing at either precision is taken for agreement. */
enum ref_status closed_form_find(struct closed_form *f, struct model *m, mpfr_srcptr t,
                                 int digits);
void closed_form_clear(struct closed_form *f);

#endif
