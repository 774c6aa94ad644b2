/* The statistics study: counters of runs and what must hold among them, the replay, the
 * two methods side by side, and work against precision. What compares the methods, or
 * them with peers, is done once, under velocity-implicit Euler.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/statistics/study_statistics.h"

#include <stdlib.h>

#include "harness/results/study_methods.h"
#include "harness/results/study_projected.h"

static int study_pair_method(const struct study *s, struct statistics_truth *truth,
                             struct results *results, struct diagnostic *d) {
    int count = 0;
    struct statistics_setting *setting = statistics_settings(s, &count, d);
    if (setting == NULL)
        return -1;
    struct statistics_runs runs;
    int failed = statistics_runs_make(&runs, s, NULL, setting, count, d) ||
                 statistics_identities(&runs, results) ||
                 statistics_replay(&runs, results, d);
    if (!failed && statistics_method(s) == FAST_VELOCITY_IMPLICIT_EULER)
        failed = statistics_equivalence(&runs, results, d);
    if (!failed)
        failed = statistics_work(s, truth, results, d);
    statistics_runs_clear(&runs);
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
    struct statistics_truth truth = {.is_asked_for = false};
    const int methods = s->foreign ? 0 : study_count_methods(s);
    int failed = s->foreign && (statistics_repeat(s, results, d) ||
                                statistics_work(s, &truth, results, d));
    for (int i = 0; i < methods && !failed; i++) {
        struct subject_options options;
        struct study one = study_of_method(s, i, &options);
        failed = study_method(&one, &truth, results, d) &&
                 study_note_failure(results, s, &one, "statistics", d);
    }
    trajectory_clear(&truth.trajectory);
    return failed;
}
