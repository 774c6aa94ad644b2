/* The default mode's step of velocity-implicit Euler as one would write it for one size and one
 * kind of run, to see what such a step costs at least:
 *
 *     half, half, large, by J kept, the update's norm and the convergence test of each iteration,
 *     large - small and its norm; with error control, whether the step is accepted and may grow
 *
 * f is called as fast calls it; all else is in the loop, for n positions with their velocities
 * (q' = v). What a step seldom needs is not there: such a run ends. No option is asked for,
 * nothing is counted but f, nobody listens.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BY_HAND_H
#define HARNESS_BY_HAND_H

#include <stdbool.h>

struct integrator_system; /* fast/system.h */

/* Most positions, and entries of a matrix. */
enum { BY_HAND_MOST = 10, BY_HAND_MATRIX = BY_HAND_MOST * (BY_HAND_MOST + 1) };

struct by_hand {
    const struct integrator_system *system;
    double h;
    double accuracy; /* of error control, and of the iterations */
    bool controls_error;
    /* By columns (I - h/2 J)^-1, (I - h J)^-1, df/dq; a column is n numbers, and one more if n
     * is odd. */
    double half[BY_HAND_MATRIX], whole[BY_HAND_MATRIX], fq[BY_HAND_MATRIX];
    /* How fast iterations converge, and the steps since that was measured: kept from run to run
     * with fixed steps. */
    double half_rate, whole_rate;
    int age;
    double rates[BY_HAND_MOST];     /* f at the start */
    double error[2 * BY_HAND_MOST]; /* large - small of the last step */
    long steps, evaluations;        /* counted on */
};

/* x[2 n] := the state after so many steps from x at t. Nonzero: f has failed, or a step needs
 * what is not there: a convergence that is too slow, a new J, another size. */
typedef int by_hand_run(struct by_hand *b, double t, int steps, double *x);

/* The loop for n positions; NULL: none is written. */
by_hand_run *by_hand_find(int n);

#endif
