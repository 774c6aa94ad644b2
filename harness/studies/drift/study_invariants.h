/* What the files of the invariants study share.
 *
 * An invariant I(t, x) is constant along the exact solution, so along a run of an integrator
 *
 *     drift = I(t_j, x_j) - I(t_0, x_0) = dI/dx e_j + O(e_j^2)
 *
 * falls with the step size as the error e_j does, or faster; where the leading term h d_j of
 * the error is known, the drift's is h dI/dx d_j. A linear invariant c x does not drift at
 * all: c F(t, x) = 0 for all x, so that every step that adds multiples of values of F leaves
 * it as it is, but for rounding.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_INVARIANTS_H
#define HARNESS_STUDY_INVARIANTS_H

#include "harness/studies/order/study_order.h"

/* The invariants of a model with their derivatives by x, as a program. */
struct invariants {
    struct model *model;
    int nx, count;
    bool *linear; /* in x, and without t (size count) */
    struct program *program;
    struct eval_mpfr *eval;
    struct room room;
    mpfr_t *in;    /* t, x (size 1 + nx) */
    mpfr_t *out;   /* the values, then the derivatives, invariant by invariant */
    mpfr_t *start; /* the values at the start (size count) */
};

/* Freed with invariants_clear in any case. Nonzero: out of memory. */
int invariants_init(struct invariants *v, struct model *m);
void invariants_clear(struct invariants *v);

/* Begins at (t, x[nx]). */
void invariants_start(struct invariants *v, double t, const double *x);

/* Invariant k at (t, x[nx]) minus its value at the start; |I| + sum |dI/dx_i| |x_i| of
 * invariant k at the start x[nx], right after invariants_start. */
double invariants_change(struct invariants *v, int k, double t, const double *x);
double invariants_size(const struct invariants *v, int k, const double *x);

/* drift[count] := the values at the truth's time j, with the state off by error[nx] (NULL:
 * not off), minus those at the start; derivative[count nx] := the derivatives there, unless
 * it is NULL. */
void invariants_drift(struct invariants *v, const struct order_truth *o, int j,
                      const double *error, double *drift, double *derivative);

/* The drift of one invariant as a ladder of one component: its truth's leading is what is
 * predicted of drift/h, or NULL. */
struct drift_ladder {
    struct order_truth truth;
    struct order_ladder ladder;
    double scale, rate_error; /* the truth's, of one number */
    double own;    /* the largest drift of the exact solution, of what is no invariant */
    double unsure; /* at most so much of that is the truth's radius, to first order */
};

/* Whether the exact solution does not keep it: the model's claim is wrong. */
bool drift_ladder_is_refuted(const struct drift_ladder *d);

/* Of invariant k from the states' ladder. Freed with drift_ladder_clear in any case; d does
 * not move until then. Nonzero: out of memory. */
int drift_ladder_init(struct drift_ladder *d, struct invariants *v, int k,
                      const struct order_ladder *states);
void drift_ladder_clear(struct drift_ladder *d);

#endif
