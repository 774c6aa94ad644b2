/* Faithful mode: what Simbody 3.7's time stepper and its two impulse solvers share. Internal to
 * fast/contact.
 *
 * A solve lives in the space of rows: all normals of the contacts that are near, in their
 * order, then two friction rows for each of them that has friction (Simbody has always two;
 * of a contact with one sliding direction the second is zero). With A = J M^-1 J^T, velocities
 * u and the original's multipliers p (minus the impulses, so a pushing normal is negative) it
 * finds p of
 *
 *     A (p + e) = u + applied,   p_n <= 0,   |p_xy| <= mu |p_n + e_n|
 *
 * with e the given expansion, and turns u into u + applied - A (p + e).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_FAITHFUL_H
#define FAST_FAITHFUL_H

#include "fast/contact/internal.h"

/* How a contact takes part in a solve: not at all; by friction alone, since its normal impulse
 * is given; by all its rows. */
enum faithful_part { FAITHFUL_OBSERVING, FAITHFUL_KNOWN, FAITHFUL_PARTICIPATING };
enum faithful_normal { FAITHFUL_OFF, FAITHFUL_ACTIVE, FAITHFUL_GIVEN };
/* Sliding along its velocity at the start; along the velocity that the impulses themselves
 * produce; not sliding. */
enum faithful_friction {
    FAITHFUL_NO_FRICTION,
    FAITHFUL_SLIDING,
    FAITHFUL_IMPENDING,
    FAITHFUL_ROLLING
};

struct faithful_contact {
    int contact;     /* of the system's */
    int normal;      /* row */
    int friction[2]; /* rows */
    bool has_friction;
    bool is_impacting;      /* in the impact round at hand */
    double restitution, mu; /* at the velocities in question */
    enum faithful_part part;
    enum faithful_normal normal_state;
    enum faithful_friction friction_state;
    double slip[2], slip_speed; /* of PLUS: the direction of friction */
};

struct faithful_problem {
    int rows;
    const double *A; /* [rows * rows] */
    int contacts;
    struct faithful_contact *contact;
    int unconditional; /* rows that always hold, for wrapped solvers: joints */
    const int *unconditional_row;
    int participants;
    const int *participant; /* rows that take part, in the original's order */
    /* Rows whose expansion moves u; the expansion of all rows [rows] widens friction's bound,
     * and is not zero elsewhere in the original's correction round. */
    int expanders;
    const int *expander;
    const double *expansion;
    double *velocity; /* [rows] u, becomes the velocity after */
    double *applied;  /* [rows] NULL: none; used up */
    double *impulse;  /* [rows] p */
    bool has_converged;
    long iterations, factorizations;
};

/* Complete orthogonal decomposition A P = Q [T 0; 0 0] Z of an n x n matrix with the rank
 * seen by an incremental condition estimate, and least-squares solutions of minimum norm. */
struct least_squares;
struct least_squares *least_squares_alloc(int n); /* NULL: no memory */
void least_squares_free(struct least_squares *w); /* takes NULL */
/* The rank of a[n * n], by columns, n no more than allocated. */
int least_squares_factor(struct least_squares *w, int n, const double *a);
void least_squares_solve(struct least_squares *w, const double *b, double *x);

/* Successive pruning: a direct solver. FAST_NOT_FINITE. `bilateral` solves the participants' rows
 * as equations: velocity is the right-hand side and stays. */
struct plus;
struct plus *plus_alloc(int rows, double rolling_speed); /* NULL: no memory */
void plus_free(struct plus *plus);
enum fast_status plus_solve(struct plus *plus, struct faithful_problem *problem);
enum fast_status plus_bilateral(struct plus *plus, struct faithful_problem *problem);

/* Projected Gauss-Seidel, the same. It needs no memory. */
enum fast_status pgs_solve(struct faithful_problem *problem);
enum fast_status pgs_bilateral(struct faithful_problem *problem);

/* 2^-52^(7/8), the smallest impulse that the original takes for one. */
#define FAITHFUL_SIGNIFICANT 2.0097183471152322e-14

#endif
