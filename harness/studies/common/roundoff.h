/* A running error analysis of a model's field x' = F(t, x) in double (N. J. Higham, Accuracy
 * and Stability of Numerical Algorithms, 2nd edition, section 3.3): every operation of the
 * program is carried out in double, and along with its result r goes a bound e on what the
 * errors of its arguments and its own rounding may make of it, to first order:
 *
 *     a +- b:  ea + eb + u |r|       a b:  |a| eb + |b| ea + u |r|       and so on.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ROUNDOFF_H
#define HARNESS_ROUNDOFF_H

#include <stdbool.h>

#include "problems/base/room.h"

struct model;   /* problems/model.h */
struct program; /* problems/program/program.h */

/* Half a unit in the last place of 1: what one rounding to nearest does, relatively. */
#define ROUNDOFF_UNIT 0x1p-53

/* A field with room for its arguments, its values and their bounds. */
struct roundoff {
    struct program *program;
    int nx, selects;       /* components; selects in the field */
    double *in, *in_error; /* (t, x) and the errors that they may have (size 1 + nx) */
    double *field, *bound; /* F there, and the error bounds (size nx) */
    signed char *branch, *first; /* (size selects) */
    double *value, *error;       /* of each slot */
    struct room room;
};

/* *r refers to m, which must outlive it; freed with roundoff_free. NULL: out of memory, or
 * a constant of the model is no finite double. */
struct roundoff *roundoff_alloc(struct model *m);
void roundoff_free(struct roundoff *r); /* takes NULL */

/* in := (t, x[nx]), with errors of that part of each. */
void roundoff_set(struct roundoff *r, double t, const double *x, double part);

/* field := F(in), bound := the error bounds, for `in` with errors of at most in_error. branch :=
 * +1 or -1, the branch that each select takes, or 0 where the errors leave open which: then the
 * bound covers both. */
void roundoff_run(struct roundoff *r);

/* Whether F is smooth in the neighbourhood of the points (t[i], x[i]), i < n: every select
 * takes one branch, the same in all of them, with room to spare for changes by `reach` of
 * each component. */
bool roundoff_is_smooth(struct roundoff *r, int n, const double *t,
                        const double *const *x, const double *reach);

#endif
