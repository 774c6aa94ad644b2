/* The gap study: slopes and coefficients of one step's error, error estimate and their
 * difference in MPFR, then the integrator's own steps against the reference's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/gap/study_gap.h"

#include "harness/integrators/subject_options.h"
#include "harness/results/result_list.h"
#include "harness/results/study_projected.h"
#include "harness/results/study_methods.h"
#include "harness/studies/common/study_traits.h"
#include "harness/studies/steps/study_steps.h"
#include "problems/model.h"

/* Slopes and constants in MPFR, of the pair (traits NULL) or of one form of another method. */
static int gap_reference(const struct study *s, const struct projected_traits *traits,
                         struct results *results, struct diagnostic *d) {
    struct gap_problem g;
    int failed = gap_problem_init(&g, s, traits, d) || gap_measure(&g, d);
    failed = failed || gap_slopes(&g, results) || gap_constants(&g, results);
    gap_problem_clear(&g);
    return failed;
}

/* Of the pair: `shared` is the reference's part, under the name of the first method; empty: it
 * is still to be found. */
static int study_pair_method(const struct study *s, const struct study *one,
                             struct results *shared, struct results *results,
                             struct diagnostic *d) {
    if ((shared->count == 0 && gap_reference(s, NULL, shared, d)) ||
        study_append_as(results, shared, one))
        return -1;
    return study_steps(one, results, d) && study_note_failure(results, s, one, "gap", d);
}

/* One form: the reference's part in MPFR, then the integrator's steps. */
static int study_forms(const struct study *s, struct results *results,
                       struct diagnostic *d) {
    const struct projected_traits *traits;
    int failed = 0;
    for (int i = 0; !failed && (traits = projected_traits_of(s->method, i)) != NULL;
         i++) {
        struct subject_options options;
        struct study one = projected_study(s, traits, &options);
        failed = gap_reference(&one, traits, results, d) ||
                 study_steps_projected(&one, traits, results, d);
    }
    return failed;
}

static int study_method(const struct study *s, const struct study *one,
                        struct results *shared, struct results *results,
                        struct diagnostic *d) {
    const char *obstacle = projected_obstacle(one);
    if (study_family(one) == INTEGRATOR_PAIR)
        return study_pair_method(s, one, shared, results, d);
    if (obstacle == NULL)
        return study_forms(one, results, d) &&
               study_note_failure(results, s, one, "gap", d);
    return study_append_unstudied(one, "gap", "gap-order", obstacle, results);
}

int study_gap(const struct study *s, struct results *results, struct diagnostic *d) {
    if (study_goes_through_events(s))
        return 0;
    if (!study_traits(s).makes_pair)
        return gap_unknown(s, results, d);
    struct results shared = {.count = 0};
    int failed = 0;
    for (int i = 0; i < study_count_methods(s) && !failed; i++) {
        struct subject_options options;
        struct study one = study_of_method(s, i, &options);
        failed = study_method(s, &one, &shared, results, d);
    }
    results_clear(&shared);
    return failed;
}
