/* What the files of the statistics study share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_STATISTICS_H
#define HARNESS_STUDY_STATISTICS_H

#include "harness/integrators/subject.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/common/decisions.h"
#include "harness/studies/common/trajectory.h"

/* One way to run an integrator from the start of a model's span to `end`. */
struct statistics_setting {
    const char *name; /* "controlled, fresh" */
    enum fast_mode mode;
    bool fixed_step;
    enum pair_newton newton;
    enum pair_jacobian jacobian;
    double accuracy;     /* NaN: unset */
    double step;         /* the longest */
    double initial_step; /* NaN: unset */
    double min_step;     /* 0: none */
    double end;
};

/* What such a run came to. One that takes very many evaluations ends early, and has
 * succeeded. Sizes of steps are differences of times. */
struct statistics_outcome {
    bool succeeded;
    struct diagnostic why; /* where it did not */
    struct pair_statistics counters;
    bool has_calls;
    long calls; /* of the rates, as the model saw them */
    long steps; /* accepted */
    double first, last, largest, smallest;
    struct decisions decisions; /* empty: the integrator tells none */
};

/* The settings of a study, each in both modes; *count of them, in an array that the
 * caller frees; NULL when memory runs out, or with *d when the model has no start in
 * double. */
struct statistics_setting *statistics_settings(const struct study *s, int *count,
                                               struct diagnostic *d);

/* Runs the study's method. *o is freed with statistics_outcome_clear in any case.
 * Nonzero: no integrator could be had, and *d says why; a run that fails is an
 * outcome. */
int statistics_run(struct statistics_outcome *o, const struct study *s,
                   const struct statistics_setting *setting, struct diagnostic *d);
void statistics_outcome_clear(struct statistics_outcome *o);

/* The counters as an object, with the setting's name and mode. */
json_t *statistics_point(const struct statistics_setting *setting,
                         const struct statistics_outcome *o);

/* "faithful" or "default". */
const char *statistics_mode_name(enum fast_mode mode);

enum integrator_method statistics_method(const struct study *s);

/* The exact solution, which the methods share, found when the first one asks for it. */
struct statistics_truth {
    bool is_asked_for, is_known;
    struct trajectory trajectory; /* if it is known */
    struct diagnostic why;        /* if it is not */
};

/* The parts of the study: each appends its results. Nonzero: *d says why. */

/* The counters of `count` runs, and what must hold among them. */
int statistics_identities(const struct study *s, int count,
                          const struct statistics_setting *setting,
                          const struct statistics_outcome *outcome,
                          struct results *results, struct diagnostic *d);

/* The runs in faithful mode against the reference's replay of the algorithm. */
int statistics_replay(const struct study *s, int count,
                      const struct statistics_setting *setting,
                      const struct statistics_outcome *outcome, struct results *results,
                      struct diagnostic *d);

/* Velocity-implicit against implicit Euler: that they solve the same equations, and at
 * which cost. */
int statistics_twins(const struct study *s, int count,
                     const struct statistics_setting *setting, struct results *results,
                     struct diagnostic *d);

/* A foreign integrator: whether its counters are the same in the same run; error against
 * evaluations. */
int statistics_foreign(const struct study *s, struct results *results,
                       struct diagnostic *d);
int statistics_work_foreign(const struct study *s, struct results *results,
                            struct diagnostic *d);

/* Error against evaluations and time, and the default mode against the faithful one. */
int statistics_work(const struct study *s, struct statistics_truth *truth,
                    struct results *results, struct diagnostic *d);

#endif
