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

#include "fast/options.h"
#include "harness/session/models.h"
#include "harness/speed/measure/original_cost.h"
#include "harness/speed/timing/batch.h"

struct timing_results; /* harness/speed/timing/timing_results.h */

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
    bool of_record; /* as it was asked for */
    int count;
    struct timing_setting *setting; /* (size count) */
    int kernel_sets;
    /* (size kernel_sets) a setting whose integrator a set is taken from. */
    int *first_of_set;
    int states;
    /* Of the settings, then of the kernels set by set; about: the plan. */
    struct batch batch;
};

/* `name` is the model's in the catalogue; NULL when its recorded costs do not apply, because
 * parameters have been changed. `method`: only this one; NULL: all. `of_record`: what is
 * recorded, in faithful mode, and no kernels. The caller frees with timing_plan_clear. Nonzero:
 * out of memory. */
int timing_plan_make(struct timing_plan *plan, struct model *m, const char *name,
                     const char *method, bool of_record, struct diagnostic *d);
void timing_plan_clear(struct timing_plan *plan);

/* The batch of a plan for m, of which a kernel that is no part of the floor is null. Nonzero:
 * out of memory. */
int timing_plan_lay(struct timing_plan *plan, const struct model *m, const char *name,
                    const struct model_settings *settings, const struct batch_setup *how);

/* A setting on the model of that name as a workload of benchmark_library.h; `kernel`: "kept", or
 * one of its kernels. A new object. */
json_t *timing_workload(const struct timing_setting *s, const char *name,
                        const struct model_settings *settings, const char *kernel);

/* A setting's options by the names of the command line; static texts. */
const char *timing_mode_name(enum fast_mode mode);
const char *timing_jacobian_name(const struct timing_setting *s);
const char *timing_newton_name(const struct timing_setting *s);

/* Numbers of setting i in a process: the floor of a step; a step over its floor; the recorded time
 * over ours, of whole passes and runs,
 *
 *     (recorded ns a step x recorded steps) / (our ns a step x our steps),
 *
 * which differ from steps where ours takes others. */
batch_number timing_floor_ns, timing_over_floor, timing_recorded_ratio;

/* Over its kernels, a step of fixed length of the method and mode; NaN: there is none. */
struct estimate timing_plan_floor(const struct timing_plan *plan, const char *method,
                                  const char *mode);

/* Appends ns-per-step, original-ratio and step-over-kernels for each method and mode. */
void timing_plan_results(const struct timing_plan *plan, struct timing_results *results);

/* The geometric mean of recorded ratios, over some of the settings of several plans; *rows :=
 * how many they are. */
struct timing_choice {
    int method; /* -1: both */
    enum fast_mode mode;
    int fixed;                      /* 1 fixed steps, 0 error control, -1 both */
    const struct timing_plan *only; /* NULL: all */
};
struct estimate timing_mean_ratio(int plans, const struct timing_plan *plan,
                                  struct timing_choice choice, int *rows);

/* original-ratio-mean, over all models that have recorded costs, for each mode. */
void timing_plan_means(int count, const struct timing_plan *plan,
                       struct timing_results *results);

#endif
