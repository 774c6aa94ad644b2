/* The exact solution over a model's span as a table in double, so that errors can be
 * taken at any time. Grade "converged": two Taylor solutions, of different order and
 * step, agree.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRAJECTORY_H
#define HARNESS_TRAJECTORY_H

struct diagnostic; /* problems/base/status.h */
struct model;      /* problems/model.h */

enum { TRAJECTORY_KINDS = 3 };

struct trajectory {
    int nx, pieces;
    double begin, end; /* end: the span's, or as far as the Taylor steps allowed reach */
    double *time;      /* where pieces begin and end (size pieces + 1) */
    double *state;     /* equally spaced states of each piece, both ends included */
    double *initial;   /* at begin (size nx) */
    double size;       /* the largest |x_i| in the table */
    int kind_end[TRAJECTORY_KINDS];     /* positions, velocities, other states end here */
    double kind_size[TRAJECTORY_KINDS]; /* the largest |x_i| of each */
    double radius; /* the largest difference of the two solutions over a piece */
};

/* Solves m, its constants and its start rounded to double, in at most max_steps Taylor
 * steps. *t is freed with trajectory_clear in any case. Nonzero: not even one step could
 * be made, or memory ran out, and *d says why. */
int trajectory_init(struct trajectory *t, struct model *m, long max_steps,
                    struct diagnostic *d);
void trajectory_clear(struct trajectory *t);

/* x[nx] := the solution at a time between begin and end. */
void trajectory_at(const struct trajectory *t, double time, double *x);

#endif
