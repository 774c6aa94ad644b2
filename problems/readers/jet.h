/* Recurrences for the coefficients of power series, one order at a time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_JET_H
#define PROBLEMS_JET_H

#include <mpfr.h>

#include "problems/graph/operation.h"
#include "problems/readers/mpfr_dot.h"

/* Numbers of the working precision to compute with. */
struct jet_work {
    mpfr_t sum, product;
    struct mpfr_dot dot;
    mpfr_prec_t bits; /* of the largest product, to which sums of products are taken */
};

/* The most auxiliary series an operation needs. */
enum { JET_EXTRAS = 3 };

/* One instruction: r from a, b, c, each a series of order + 1 coefficients of mpfr_dot_alloc. */
struct jet_step {
    enum expr_operation operation;
    bool skip; /* the second of a pair: the first computes it */
    bool a_is_constant, b_is_constant;
    int branch; /* of a select: +1 takes b, -1 takes c, 0 neither */
    mpfr_t *r;
    mpfr_t *a, *b, *c;         /* NULL beyond the arity */
    mpfr_t *extra[JET_EXTRAS]; /* auxiliary series, NULL if not needed */
    mpfr_t *partner;           /* the other function of a pair */
};

/* How many auxiliary series an operation needs, apart from the partner. */
int jet_extras(enum expr_operation operation);

/* r[0] of a step, and of a select the branch for all orders: `branch`, or where that is 0 as
 * the sign of s[0] says. */
void jet_step_start(struct jet_work *w, struct jet_step *s, int branch);

/* r[k] of a step, k > 0, given r[0..k-1] and the arguments' coefficients 0 .. k. */
void jet_step_order(struct jet_work *w, const struct jet_step *s, int k);

/* w->sum := sum of a[j] b[k - j] for j = first .. last. */
void jet_convolve(struct jet_work *w, mpfr_t *a, mpfr_t *b, int first, int last, int k);

/* w->sum := sum of a[j] a[k - j] for j = first .. k - first. */
void jet_square(struct jet_work *w, mpfr_t *a, int first, int k);

/* The operations, for k > 0: see the files that define them. */
void jet_arithmetic(struct jet_work *w, const struct jet_step *s, int k);
void jet_power(struct jet_work *w, const struct jet_step *s, int k);

/* The auxiliary series' coefficients of order 0, after r[0]. */
void jet_function_start(struct jet_work *w, const struct jet_step *s);

#endif
