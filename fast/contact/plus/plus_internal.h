/* The workspace of PLUS: one sliding interval's quantities. Internal to plus*.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_PLUS_INTERNAL_H
#define FAST_PLUS_INTERNAL_H

#include "fast/contact/plus/faithful.h"

struct plus {
    double rolling_speed; /* no faster is rolling */
    struct least_squares *factors;
    /* Rows that are equations now, in an order that pruning changes. */
    int *active, actives;
    int *place;        /* [rows] where a row is among them; -1: nowhere */
    double *left;      /* [rows] velocity at the start of the interval */
    double *expand;    /* [rows] -A e, e the expansion that is left */
    double *expansion; /* [rows] e */
    double *total;     /* [rows] impulses of the intervals so far */
    double *guess;     /* [rows] impulses of the last set of active rows, in bounds */
    /* [actives] of Newton's iteration: impulses, equations' errors and right-hand side */
    double *p, *error, *rhs, *saved, *change;
    double *jacobian; /* [actives * actives] */
};

/* sum over the active rows j of A_ij p_j. */
double plus_row_times_active(const struct plus *w, const struct faithful_problem *problem,
                             int row, const double *p);

/* Newton's iteration on the active rows, from the guess; false: ended above the tolerance. */
bool plus_newton(struct plus *w, struct faithful_problem *problem);

/* Takes over the impulses into bounds, and lets go of the one row or rolling contact that
 * breaks its bound most. False: none does. */
bool plus_prune(struct plus *w, struct faithful_problem *problem);

/* The part of the interval, at most 1, after which no sliding direction has turned too far. */
double plus_interval(const struct plus *w, const struct faithful_problem *problem);

#endif
