/* Methods in MPFR with their discrete equations solved to the last bit, step by step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EXACT_METHOD_H
#define HARNESS_EXACT_METHOD_H

#include "harness/solve/solve.h"

struct exact_method {
    void *self;
    bool has_estimate; /* else `estimate` below says nothing */

    /* x[nx] at t becomes consistent with the model's joints; of one that cannot be begun with
     * *why says why, or it is left as it is. NULL: it stays as it is. */
    enum ref_status (*begin)(void *self, mpfr_srcptr t, mpfr_t *x,
                             struct diagnostic *why);

    /* x1[nx] := a step from (t, x[nx]) to t + h = t1, estimate[nx] := its error estimate,
     * computed minus true to leading order. */
    enum ref_status (*step)(void *self, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                            mpfr_srcptr t1, mpfr_t *x1, mpfr_t *estimate);

    /* Whether the last step had an impact, so that no state within it can be told from its ends.
     * NULL: none has. */
    bool (*had_impact)(void *self);

    /* Adds counters to the solution, and what there is to tell at (t, x). */
    void (*tell)(void *self, mpfr_srcptr t, const mpfr_t *x, struct solution *solution);

    void (*free)(void *self);
};

/* On failure *e is empty. */
enum ref_status exact_open_pair(struct exact_method *e, const struct solve_request *r);
enum ref_status exact_open_mechanical(struct exact_method *e,
                                      const struct solve_request *r);
enum ref_status exact_open_contact(struct exact_method *e, const struct solve_request *r);

#endif
