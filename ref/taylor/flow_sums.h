/* Sums of the terms x_k h^k of a step h, and at places u h in it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TAYLOR_FLOW_SUMS_H
#define REF_TAYLOR_FLOW_SUMS_H

#include "problems/readers/mpfr_dot.h"
#include "ref/status.h"

enum { REF_FLOW_PLACES = 8 }; /* at u = 1/8, 2/8, .. 1 */

struct ref_flow_sums {
    int order;
    mpfr_prec_t bits;
    mpfr_t *number; /* the powers of each place u, then what follows */
    mpfr_t *power;  /* of h (size order + 1) */
    mpfr_t *term;   /* x_ik h^k at i (order + 1) + k */
    mpfr_t *slope;  /* (k + 1) x_i,k+1 h^(k + 1), likewise */
    struct mpfr_dot dot;
};

enum ref_status ref_flow_sums_init(struct ref_flow_sums *s, int nx, mpfr_prec_t work,
                                   int order);
void ref_flow_sums_clear(struct ref_flow_sums *s);

/* The powers of h. What follows is about the last h that was set. */
void ref_flow_sums_step(struct ref_flow_sums *s, mpfr_srcptr h);

/* value := x(h), from a component's coefficients, which are an eval_jet's. */
void ref_flow_sums_end(mpfr_ptr value, struct ref_flow_sums *s, mpfr_t *coefficient);

/* slope := h x'(h); the terms of the first component are overwritten. */
void ref_flow_sums_end_slope(mpfr_ptr slope, struct ref_flow_sums *s,
                             mpfr_t *coefficient);

/* The terms of component i; then its value at a place 1 .. REF_FLOW_PLACES, and its slope
 * times h. */
void ref_flow_sums_terms(struct ref_flow_sums *s, int i, mpfr_t *coefficient);
void ref_flow_sums_at(mpfr_ptr value, mpfr_ptr slope, struct ref_flow_sums *s, int i,
                      int place);

#endif
