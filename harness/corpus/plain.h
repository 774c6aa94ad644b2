/* The plainest integrator that can follow a scheme: dense, in double, one formula
 * after the other, for a system given as in halfstep_integrator.h. Internal to the
 * corpus.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CORPUS_PLAIN_H
#define HARNESS_CORPUS_PLAIN_H

#include "harness/corpus/scheme.h"
#include "harness/plugin/halfstep_integrator.h"

struct plain {
    const struct halfstep_system *system;
    int nq, nv, ny, nx; /* ny = nv + nz */
    struct scheme scheme;
    double accuracy, max_step; /* of error control */
    double next_step;          /* that it proposes; 0: none */
    double t, start_time;
    long steps, rejected, iterations, jacobians; /* since start */
    double *x[STATES], *estimate, *last_positions;
    /* of one sub-step */
    double *point, *forced, *map_point, *mixed, *old_rate, *rate, *residual, *update;
    double *slope, *map_slope; /* Jacobians of x' [nx*nx] */
    double *factors;           /* [ny*ny] */
    double *stage[STAGES];
    int *pivots;
    bool has_factors;
    const char *why;
};

/* One sub-step of length k from `from` at time t. x: the guess, then the result. Nonzero:
 * the iteration did not come to rest, or the system failed. */
int plain_sub_step(struct plain *p, const struct rule *rule, double t, double k,
                   const double *from, double *x);

/* The state after a step of h, in x[STATE_SMALL], and the estimate; nothing else
 * changes. */
int plain_doubled_step(struct plain *p, double h);
int plain_table_step(struct plain *p, double h);

/* One step of exactly h; under error control one step of its own choice. */
int plain_step(struct plain *p, double h);
int plain_advance(struct plain *p, double t_final);

/* ydot := f(t, q, y), xdot := (N v, f), with the factor that the scheme has. */
int plain_rates(struct plain *p, double t, const double *x, double *ydot);
int plain_derivative(struct plain *p, double t, const double *x, double *xdot);

/* Gaussian elimination with partial pivoting in place; nonzero: singular. b := A^-1 b. */
int plain_factor(double *a, int *pivots, int n);
void plain_solve(const double *factors, const int *pivots, int n, double *b);

/* Where a callback of the system fails, so does the step. */
int plain_fail(struct plain *p, const char *why);

#endif
