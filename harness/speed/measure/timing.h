/* Timing a model's steps: what is run, what a step consists of, and what one process finds.
 *
 * A case is an integrator under some settings with a piece of work that is repeated: a pass
 * of steps of h from the model's start, after which only time and state are put back; or,
 * under error control, a run from the start to some time, begun anew. The floor of a case is
 *
 *     sum over kernels of (how often a step needs it) x (its time alone)
 *
 * with the kernels of fast/kernels.h, measured in the same rounds as the steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_H
#define HARNESS_TIMING_H

#include <jansson.h>

#include "harness/integrators/bind/bind.h"
#include "harness/speed/measure/original_cost.h"
#include "harness/speed/measure/rounds.h"

struct timing_setting {
    enum integrator_method method;
    enum fast_mode mode;
    enum pair_jacobian jacobian;
    enum pair_newton newton;
    double accuracy;  /* NaN: unset */
    bool fixed;       /* fixed steps, or error control */
    double h, length; /* the largest step; how long a pass or run goes on */
    const struct original_cost *recorded; /* NULL: these settings were not recorded */
    int kernels; /* which set of kernels is its floor; -1: none */
};

/* What is to be timed of one model. */
struct timing_plan {
    int count;
    struct timing_setting *setting; /* (size count) */
    int kernel_sets;
    int *
        first_of_set; /* (size kernel_sets) a setting whose integrator a set is taken from */
};

/* `name` is the model's in the catalogue; NULL when its recorded costs do not apply, because
 * parameters have been changed. `method`: only this one; NULL: all. The caller frees with
 * timing_plan_clear. Nonzero: out of memory. */
int timing_plan_make(struct timing_plan *plan, struct model *m, const char *name,
                     const char *method, struct diagnostic *d);
void timing_plan_clear(struct timing_plan *plan);

/* How often a pass or run does what. */
struct timing_counts {
    double steps, evaluations, jacobian_evaluations, jacobians, factorizations;
    double iterations, solves, factors; /* factors: really made, and so in the floor */
    double maps;                        /* evaluations of N v outside of Jacobians */
    double allocations;                 /* calls of malloc and the like */
    enum fast_status status;
};

/* A case: ready to be run, at its settled state. */
struct timing_case {
    const struct timing_setting *setting;
    struct pair *integrator;
    double begin;        /* the model's start */
    const double *start; /* [nx]; the caller's */
};

/* Nonzero: *d says why. */
int timing_case_open(struct timing_case *c, const struct timing_setting *setting,
                     const struct integrator_system *system, double begin,
                     const double *start, struct diagnostic *d);
void timing_case_close(struct timing_case *c);

/* The work of a stopwatch; self is a case. */
int timing_case_run(void *self, long times);

/* Counts a pass that comes after several others, with an integrator of its own. */
struct timing_counts timing_count(const struct timing_setting *setting,
                                  const struct integrator_system *system, double begin,
                                  const double *start, struct diagnostic *d);

enum timing_kernel {
    TIMING_RATES,
    TIMING_MAP,
    TIMING_JACOBIAN,
    TIMING_FACTOR,
    TIMING_SOLVE,
    TIMING_KERNELS
};

/* "rates", "map", "jacobian", "factor", "solve". */
const char *timing_kernel_name(enum timing_kernel kernel);

/* How often a pass needs a kernel. */
double timing_kernel_count(const struct timing_counts *counts, enum timing_kernel kernel);

/* One kernel of an integrator. Each call's argument depends on the result of the call
 * before, as in a step: what is measured is how long a result takes, not how many can be had
 * at a time. */
struct timing_kernel_work {
    enum timing_kernel kernel;
    struct pair *integrator;
    int nq, nv, nx, unknowns;
    double h;
    double *x, *start, *result; /* [nx] each */
    double *rates;              /* [ny] at the state */
};

/* An integrator under the setting, begun and with J and factors formed. Nonzero: *d says why,
 * and nothing is open. */
int timing_kernel_open(struct timing_kernel_work *w, enum timing_kernel kernel,
                       const struct timing_setting *setting,
                       const struct integrator_system *system, double begin,
                       const double *start, struct diagnostic *d);
void timing_kernel_close(struct timing_kernel_work *w);
int timing_kernel_run(void *self, long times);

/* How long to measure. */
struct timing_effort {
    int processes, rounds;
    int largest_chain, chain_processes, chain_rounds;
    int general_rounds;                        /* of timing_general.h */
    int precision_processes, precision_rounds; /* of timing_precision.h */
};
struct timing_effort timing_effort_full(void), timing_effort_quick(void);

/* What one process finds about a model: an object with
 *     cases     for each setting {"ns", "least" (of a step), "floor" (NaN without), "ratio",
 *               and the counts}
 *     kernels   for each set an array of the kernels' ns, null for one that is not needed
 *     ruler     ns of one dependent multiplication
 * NULL: *d says why. */
json_t *timing_measure(struct model *m, const struct timing_plan *plan,
                       const struct timing_effort *effort, unsigned long seed,
                       struct diagnostic *d);

#endif
