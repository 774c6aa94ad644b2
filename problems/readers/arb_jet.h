/* Recurrences for the coefficients of power series of balls, one order at a time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ARB_JET_H
#define PROBLEMS_ARB_JET_H

#include <arb.h>

#include "problems/graph/operation.h"

/* One instruction: r from a, b, c, each a series of order + 1 coefficients. */
struct arb_jet_step {
    enum expr_operation operation;
    bool skip; /* the second of a pair: the first computes it */
    bool a_is_constant, b_is_constant;
    arb_ptr r;
    arb_srcptr a, b, c; /* NULL beyond the arity */
    arb_srcptr branch;  /* of a select: the one taken; NULL if uncertain */
    arb_ptr partner;    /* the other function of a pair */
    arb_ptr slope;      /* of r or of a: k times the coefficient of order k */
    arb_ptr other;      /* what the function's differential equation needs besides */
    arb_t inverse;      /* of the leading coefficient that is divided by */
};

/* How many auxiliary series (0, 1: slope, or 2: slope and other) an operation needs, apart
 * from the partner. */
int arb_jet_extras(enum expr_operation operation);

/* r[0] of a step, and what its auxiliary series begin with. */
void arb_jet_start(struct arb_jet_step *s, slong bits);

/* r[k] of a step, k > 0, given r[0..k-1] and the arguments' coefficients 0 .. k. */
void arb_jet_order(const struct arb_jet_step *s, int k, slong bits);

/* The same for functions, EXPR_POW and EXPR_SQRT to EXPR_TANH: see the file that defines
 * them. */
void arb_jet_function_start(struct arb_jet_step *s, slong bits);
void arb_jet_function(const struct arb_jet_step *s, int k, slong bits);

/* value := sum of a[j] b[k - j] for j = first .. last; `initial` minus that. */
void arb_jet_convolve(arb_ptr value, arb_srcptr a, arb_srcptr b, int first, int last,
                      int k, slong bits);
void arb_jet_subtract(arb_ptr value, arb_srcptr initial, arb_srcptr a, arb_srcptr b,
                      int first, int last, int k, slong bits);

/* value := sum of a[j] a[k - j] for j = first .. k - first, by symmetry. */
void arb_jet_square(arb_ptr value, arb_srcptr a, int first, int k, slong bits);

#endif
