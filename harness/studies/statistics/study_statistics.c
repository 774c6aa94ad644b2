/* The statistics study: counters of runs and what must hold among them, the replay, the
 * two methods side by side, and work against precision. What compares the methods, or
 * them with peers, is done once, under velocity-implicit Euler.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/statistics/study_statistics.h"

#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/results/study_methods.h"
#include "harness/studies/statistics/study_statistics_projected.h"

static int run_all(const struct study *s, int count,
                   const struct statistics_setting *setting,
                   struct statistics_outcome *outcome, struct diagnostic *d) {
    for (int k = 0; k < count; k++)
        if (statistics_run(&outcome[k], s, &setting[k], d))
            return -1;
    return 0;
}

static int study_pair_method(const struct study *s, struct statistics_truth *truth,
                             struct results *results, struct diagnostic *d) {
    int count = 0;
    struct statistics_setting *setting = statistics_settings(s, &count, d);
    if (setting == NULL)
        return -1;
    struct statistics_outcome *outcome = calloc((size_t)count, sizeof *outcome);
    int failed = outcome == NULL ? message_set(d, "%s: out of memory", s->model->name)
                                 : run_all(s, count, setting, outcome, d);
    if (!failed)
        failed = statistics_identities(s, count, setting, outcome, results, d) ||
                 statistics_replay(s, count, setting, outcome, results, d);
    if (!failed && statistics_method(s) == FAST_VELOCITY_IMPLICIT_EULER)
        failed = statistics_twins(s, count, setting, results, d);
    if (!failed)
        failed = statistics_work(s, truth, results, d);
    for (int k = 0; k < count && outcome != NULL; k++)
        statistics_outcome_clear(&outcome[k]);
    free(outcome);
    free(setting);
    return failed;
}

/* The settings are the study's own, of both modes, so results bear no mode unless they
 * say so. */
static int study_method(const struct study *s, struct statistics_truth *truth,
                        struct results *results, struct diagnostic *d) {
    struct study own = *s;
    own.options = NULL;
    if (study_family(s) != INTEGRATOR_PAIR)
        return statistics_projected(&own, truth, results, d);
    return study_pair_method(&own, truth, results, d);
}

int study_statistics(const struct study *s, struct results *results,
                     struct diagnostic *d) {
    if (s->foreign)
        return statistics_foreign(s, results, d) ||
               statistics_work_foreign(s, results, d);
    struct statistics_truth truth = {.is_asked_for = false};
    int failed = 0;
    for (int i = 0; i < study_count_methods(s) && !failed; i++) {
        struct subject_options options;
        struct study one = study_of_method(s, i, &options);
        failed = study_method(&one, &truth, results, d) &&
                 study_note_failure(results, s, &one, "statistics", d);
    }
    trajectory_clear(&truth.trajectory);
    return failed;
}
