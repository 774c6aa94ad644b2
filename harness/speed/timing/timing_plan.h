/* What is timed of implicit Euler's pair on a model.
 *
 * A setting is an integrator under some options with a piece of work that is repeated: a pass of
 * steps of h from the model's start, after which only time and state are put back; or, under
 * error control, a run from the start to some time, begun anew. The floor of a setting is
 *
 *     sum over kernels of (how often a step needs it) x (its time alone)
 *
 * with the kernels of fast/kernels.h, measured in the same rounds as the steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_PLAN_H
#define HARNESS_TIMING_PLAN_H

#include <jansson.h>

#include "fast/pair.h"
#include "harness/session/models.h"
#include "harness/speed/measure/original_cost.h"

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

/* Below so many states kernels are a few nanoseconds each. */
enum { timing_small_system = 8 };

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

/* A setting's options by the names of the command line; static texts. */
const char *timing_mode_name(enum fast_mode mode);
const char *timing_jacobian_name(const struct timing_setting *s);
const char *timing_newton_name(const struct timing_setting *s);

/* A setting on the model of that name as a workload of benchmark_library.h; `kernel`: "kept", or one
 * of its kernels. A new object. */
json_t *timing_workload(const struct timing_setting *s, const char *name,
                        const struct model_settings *settings, const char *kernel);

/* The workloads of a plan for m: its settings, then the kernels set by set, of which one that is
 * no part of the floor is null. */
json_t *timing_plan_workloads(const struct timing_plan *plan, const struct model *m,
                              const char *name, const struct model_settings *settings);

#endif
