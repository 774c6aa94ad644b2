/* The explicit methods over rows of lanes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_EXPLICIT_H
#define FAST_LANES_EXPLICIT_H

#include "fast/lanes/lanes_kinds.h"

/* x' at a state, as a method has it: q' = N(q) v, which is a part of the state where N is the
 * identity, and y'. */
struct lanes_slope {
    const double *q; /* [nq] rows */
    double *mapped;  /* [nq] rows, where N is not the identity */
    double *y;       /* [ny] rows */
};

struct lanes_explicit;

/* lanes_steps.c. Steps from t, whose x is there, to t_final; *steps: how many, fewer where no
 * lane is left. FAST_BELOW_MIN_STEP, FAST_CALLBACK. */
typedef enum fast_status lanes_explicit_run_function(struct lanes_explicit *m, double t,
                                                     double t_final, long *steps);
lanes_explicit_run_function lanes_run_explicit;
/* The same bits: lanes_steps_wide.c, for vectors of four numbers; lanes_steps_widest.c, of
 * eight. */
lanes_explicit_run_function lanes_run_explicit_wide, lanes_run_explicit_widest;

struct lanes_explicit {
    struct lanes_system system;
    enum integrator_method method;
    lanes_explicit_run_function *run;
    double step, final_time;
    int ny, nx;
    double *storage;
    double *x;                   /* [nx] rows: where the lanes are */
    double *first, *second;      /* [nx] rows: states within a step */
    struct lanes_slope slope[4]; /* the first at x */
    /* One row: the sums of the squares of all states so far, and of the first and last rates.
     * While it is below 1e300 each state is below 1e150. */
    double *squares;
};

/* How many steps are made before somebody looks whether a lane is left. */
enum { LANES_BETWEEN_LOOKS = 256 };

/* Of the squares of a lane that is not lost. */
#define LANES_MOST_SQUARES 1e300

#endif
