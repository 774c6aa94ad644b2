/* Cost at equal accuracy: every method on a model, over ladders of steps or of accuracies.
 *
 * A curve is a method in a mode, with fixed steps or under error control; a rung of it is one
 * step or accuracy. The error of a rung is that at the end of its run, relative to the
 * solution's size,
 *
 *     e = max over kinds (q, v, z) of  max_i |x_i - truth_i| / max_i max(|x_i(0)|, |truth_i|),
 *
 * kinds that stay zero in their own unit. The cost at an error between two rungs is
 * interpolated in the logarithms of both; the first pair of rungs from the coarsest on that has
 * the error between them counts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_PRECISION_H
#define HARNESS_TIMING_PRECISION_H

#include "harness/speed/benchmarks/benchmarks.h"
#include "harness/speed/timing/batch.h"

struct timing_results; /* harness/speed/timing/timing_results.h */

enum { PRECISION_RUNGS = 7, PRECISION_ERRORS = 4 };

/* Errors at which costs are compared, and which of them stands for a curve. */
extern const double precision_errors[PRECISION_ERRORS];
enum { PRECISION_MAIN = 1 };

struct timing_precision {
    struct model *model;
    char *name;
    struct benchmarks curves;         /* steps, not kernels */
    double length;                    /* of a run */
    struct batch at[PRECISION_RUNGS]; /* rung by rung, the curves that still go on */
    /* The state at the end, or a text: why there is none; NULL: not sought. */
    json_t *truth;
};

/* Of one model. Freed with timing_precision_clear in any case. Nonzero: *d says why. */
int timing_precision_make(struct timing_precision *p,
                          const struct benchmarks_request *workload, const char *name,
                          int processes, int rounds, struct diagnostic *d);
void timing_precision_clear(struct timing_precision *p);

/* In a process of a pool: the truth, an array. NULL: *d says why there is none. */
json_t *timing_precision_truth(const struct timing_precision *p,
                               const struct truth_store *store, struct diagnostic *d);

/* The step or accuracy of a rung. */
double timing_precision_rung(const struct timing_precision *p, int curve, int rung);

/* Points of one curve, as far as processes have them. */
struct precision_curve {
    int rungs, processes;
    double error[PRECISION_RUNGS];       /* NaN: failed, or not measured */
    double evaluations[PRECISION_RUNGS]; /* NaN: not counted */
    double steps[PRECISION_RUNGS];
    double *ns; /* [processes * PRECISION_RUNGS] of a run; NaN: not measured */
};

/* Where a curve is at an error. */
struct precision_cost {
    double error;
    struct estimate ns;
    double evaluations;
    int rung;        /* the finer one of the two */
    bool is_reached; /* false: NaNs */
    bool is_at_most; /* the coarsest rung is as accurate already */
};
struct precision_cost precision_cost_at(const struct precision_curve *c, double error);

/* The power of the number of steps with which the error falls, over the rungs where it is
 * neither large nor near round-off; NaN: fewer than three. */
double precision_order(const struct precision_curve *c);

/* The error of a state x[nx] at the end, as above; NaN where x is not finite. */
double precision_error(const struct model *m, const double *start, const double *truth,
                       const double *x);

/* Appends "work-precision" for each curve. */
void timing_precision_results(const struct timing_precision *p,
                              struct timing_results *results);

#endif
