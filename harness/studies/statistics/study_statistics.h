/* What the files of the statistics study share: runs under several settings in both modes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_STATISTICS_H
#define HARNESS_STUDY_STATISTICS_H

#include <stdbool.h>

#include <jansson.h>

#include "fast/projected.h"
#include "harness/integrators/subject_options.h"
#include "harness/studies/common/decisions.h"
#include "harness/studies/common/trajectory.h"
#include "problems/base/status.h"

struct projected_traits; /* harness/results/study_projected.h */
struct results;          /* harness/results/result_list.h */
struct study;            /* harness/results/study.h */

/* One way to run an integrator from the start of a model's span to `end`. One that takes very many
 * evaluations, or steps, ends early. */
struct statistics_setting {
    const char *name; /* "controlled, fresh" */
    struct subject_options options;
    double begin, end;
    double longest; /* step that is asked for */
    double most_evaluations;
    long most_steps;
};

/* What such a run came to. Sizes of steps are differences of times. */
struct statistics_outcome {
    bool succeeded, complete; /* complete: it came to the end, and was not cut short */
    struct diagnostic why;    /* where it did not succeed */
    struct pair_statistics pair;
    struct projected_statistics projected; /* counters, by the method's family */
    bool has_calls;
    long calls; /* of the rates, as the model saw them */
    long steps; /* accepted */
    double first, last, largest, smallest;
    double position_error, velocity_error; /* of the joints, the largest after a step */
    double *state;                         /* at the end (size nx) */
    struct decisions decisions;            /* empty: the integrator tells none */
};

/* Of a method, or of one of its forms; traits NULL: of the pair, or backward differentiation. */
struct statistics_runs {
    const struct study *study;
    const struct projected_traits *traits;
    int count;
    struct statistics_setting *setting; /* (size count) */
    struct statistics_outcome *outcome; /* (size count) */
};

/* Makes the runs of settings[count], which are taken over. Freed with statistics_runs_clear in any
 * case. Nonzero: *d says why; a run that fails is an outcome. */
int statistics_runs_make(struct statistics_runs *r, const struct study *s,
                         const struct projected_traits *traits,
                         struct statistics_setting *settings, int count,
                         struct diagnostic *d);
void statistics_runs_clear(struct statistics_runs *r);

/* One run. *o is freed with statistics_outcome_clear in any case. Nonzero: no integrator could
 * be had, and *d says why. */
int statistics_run(struct statistics_outcome *o, const struct study *s,
                   const struct statistics_setting *setting, struct diagnostic *d);
void statistics_outcome_clear(struct statistics_outcome *o);

/* The settings of the pair, each in both modes; *count of them, in an array that the caller frees;
 * NULL when memory runs out, or with *d when the model has no start in double. */
struct statistics_setting *statistics_settings(const struct study *s, int *count,
                                               struct diagnostic *d);

bool statistics_is_faithful(const struct statistics_setting *setting);
/* "faithful" or "default". */
const char *statistics_mode_of(const struct statistics_setting *setting);

enum integrator_method statistics_method(const struct study *s);

/* A point of what is told of a run: {"setting", "mode"}, and "why" it failed. */
json_t *statistics_point(const struct statistics_setting *setting,
                         const struct statistics_outcome *o);
/* The same with the pair's counters. */
json_t *statistics_pair_point(const struct statistics_setting *setting,
                              const struct statistics_outcome *o);

/* The exact solution, which the methods share, found when the first one asks for it. */
struct statistics_truth {
    bool is_asked_for, is_known;
    struct trajectory trajectory; /* if it is known */
    struct diagnostic why;        /* if it is not */
};

/* The parts of the study: each appends its results. Nonzero: *d says why. */

/* The counters of the pair's runs, and what must hold among them; the same of projected
 * methods'. */
int statistics_identities(const struct statistics_runs *r, struct results *results);
int projected_identities(const struct statistics_runs *r, struct results *results);

/* The runs in faithful mode against the reference's replay of the algorithm. */
int statistics_replay(const struct statistics_runs *r, struct results *results,
                      struct diagnostic *d);
int projected_replay(const struct statistics_runs *r, struct results *results,
                     struct diagnostic *d);

/* Semi-explicit Euler and its relatives, and backward differentiation: all forms of a method. */
int statistics_projected(const struct study *s, struct statistics_truth *truth,
                         struct results *results, struct diagnostic *d);

/* Velocity-implicit against implicit Euler: that they solve the same equations, and at
 * which cost. */
int statistics_equivalence(const struct statistics_runs *r, struct results *results,
                           struct diagnostic *d);

/* Whether counters are the same in the same run: of an integrator from outside. */
int statistics_repeat(const struct study *s, struct results *results,
                      struct diagnostic *d);

/* Error against evaluations: of ours in both modes, and default mode against the faithful one;
 * of one from outside under error control and in fixed steps. */
int statistics_work(const struct study *s, struct statistics_truth *truth,
                    struct results *results, struct diagnostic *d);

#endif
