/* The pair's lanes while they go abreast: rows of one number for each lane, component i of lane k
 * at [i * lanes + k]. A lane is in the rows or in its own integrator, which takes it for every
 * step that is not the usual one, and whose bits and counters the rows have.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_ROWS_H
#define FAST_LANES_ROWS_H

#include "fast/lanes/lanes_kinds.h"
#include "fast/pair/default/default_mode.h"

/* [nx] rows: kept from step to step, then of one attempt. */
#define LANES_ROWS_OF_STATE(ENTRY)                                                       \
    ENTRY(state)                                                                         \
    ENTRY(estimate)                                                                      \
    ENTRY(scale)                                                                         \
    ENTRY(middle)                                                                        \
    ENTRY(small)                                                                         \
    ENTRY(large)                                                                         \
    ENTRY(deviation)      /* large - small */                                            \
    ENTRY(other)          /* where the next iterate comes */                             \
    ENTRY(foreseen)       /* small, from an iterate of the first half step */            \
    ENTRY(foreseen_large) /* and large */
/* [ny] rows. */
#define LANES_ROWS_OF_RATES(ENTRY)                                                       \
    ENTRY(start_rates)                                                                   \
    ENTRY(middle_rates)                                                                  \
    ENTRY(end_rates)                                                                     \
    ENTRY(rates)                                                                         \
    ENTRY(residual)                                                                      \
    ENTRY(foreseen_rates)
/* One row each: kept from step to step; of one attempt; masks, 1 or 0. */
#define LANES_SINGLE_ROWS(ENTRY)                                                         \
    ENTRY(half_h) /* of the factors */                                                   \
    ENTRY(whole_h)                                                                       \
    ENTRY(half_rate)                                                                     \
    ENTRY(whole_rate)                                                                    \
    ENTRY(rates_h)                                                                       \
    ENTRY(age)                                                                           \
    ENTRY(extra)                                                                         \
    ENTRY(most_extra)                                                                    \
    ENTRY(last_h)                                                                        \
    ENTRY(last_estimate)                                                                 \
    ENTRY(steps)       /* since the lane is here */                                      \
    ENTRY(longest)     /* of these */                                                    \
    ENTRY(previous)    /* the last of these */                                           \
    ENTRY(evaluations) /* and iterations */                                              \
    ENTRY(of_estimator)                                                                  \
    ENTRY(new_half_rate)                                                                 \
    ENTRY(new_age)                                                                       \
    ENTRY(new_extra)                                                                     \
    ENTRY(new_evaluations)                                                               \
    ENTRY(new_of_estimator)                                                              \
    ENTRY(expected)                                                                      \
    ENTRY(foreseen_estimate)                                                             \
    ENTRY(error_estimate)                                                                \
    ENTRY(last)                                                                          \
    ENTRY(rate)                                                                          \
    ENTRY(norm)                                                                          \
    ENTRY(error)                                                                         \
    ENTRY(left)                                                                          \
    ENTRY(zero)                                                                          \
    ENTRY(unused)                                                                        \
    ENTRY(ready) /* kept: the next step may be usual */                                  \
    ENTRY(in)    /* the step has been so far */                                          \
    ENTRY(going) /* and the iteration goes on */

struct lanes_rows {
    int lanes, nq, ny, nx;
    double relative, absolute; /* NaN: errors are measured by weights */
    double cap;                /* what a half step's iteration error may be at most */
#define LANES_ROW(name) double *name;
    LANES_ROWS_OF_STATE(LANES_ROW)
    LANES_ROWS_OF_RATES(LANES_ROW)
    LANES_SINGLE_ROWS(LANES_ROW)
#undef LANES_ROW
    double *fq;                           /* [nq ny] df/dq, by columns */
    double *half_inverse, *whole_inverse; /* [ny ny] (I - hJ)^-1, by columns */
    double *storage;
};

/* lanes_rows.c. Rows for lanes of systems like that of p. False: out of memory. */
bool lanes_rows_alloc(struct lanes_rows *rows, int lanes, const struct pair *p);
void lanes_rows_free(struct lanes_rows *rows);

/* Whether integrators like p, of what lanes_take takes, can be in rows: not where their matrices
 * have patterns. */
bool lanes_rows_take(const struct pair *p);
/* What the lane's integrator has come to, into the rows. False, and it is not there: its next step
 * will not be a usual one. */
bool lanes_rows_enter(struct lanes_rows *rows, int lane, const struct pair *p);
/* Back from there into its integrator, at time t. */
void lanes_rows_leave(struct lanes_rows *rows, int lane, double t, struct pair *p);

/* lanes_steps.c. One step of default mode from t to t + h, abreast, for LANES_USUAL lanes that
 * are ready: `in` tells for which it was the usual one; those have made it, all others are as
 * they were. An evaluation sees all lanes. FAST_CALLBACK. */
typedef enum fast_status lanes_step_function(struct lanes_rows *rows,
                                             const struct lanes_system *system, double t,
                                             double h);
lanes_step_function lanes_step_default;
/* The same bits: lanes_steps_wide.c, for vectors of four numbers; lanes_steps_widest.c, of
 * eight. */
lanes_step_function lanes_step_default_wide, lanes_step_default_widest;
/* The same for any number of lanes: lanes_others.c, lanes_others_wide.c, lanes_others_widest.c. */
lanes_step_function lanes_step_other, lanes_step_other_wide, lanes_step_other_widest;

#endif
