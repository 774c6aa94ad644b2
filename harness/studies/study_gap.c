/* The gap study: slopes and coefficients of one step's error, error estimate and their
 * difference in MPFR, then the integrator's own steps against the reference's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/study_gap.h"

#include "harness/commands/message.h"
#include "harness/studies/study_foreign.h"
#include "harness/studies/study_methods.h"
#include "harness/studies/study_steps.h"

struct result gap_begin_result(const struct gap_problem *g, const char *quantity) {
    struct result r = result_begin(g->model, "gap", g->arithmetic, quantity);
    r.required = !model_has_kinks(g->model); /* stiffness only makes h smaller */
    return r;
}

/* Slopes and constants in MPFR, under the name of the first method. */
static int find_reference(const struct study *s, json_t *results, struct diagnostic *d) {
    struct gap_problem g;
    int failed = gap_problem_init(&g, s, d) || gap_measure(&g, d);
    if (!failed && (gap_slopes(&g, results) || gap_constants(&g, results)))
        failed = message_set(d, "%s: out of memory", s->model->name);
    gap_problem_clear(&g);
    return failed;
}

int study_gap(const struct study *s, json_t *results, struct diagnostic *d) {
    if (!study_makes_pair(s))
        return gap_foreign(s, results, d);
    json_t *reference = json_array();
    int failed = find_reference(s, reference, d);
    for (int i = 0; i < study_count_methods(s) && !failed; i++) {
        struct subject_options options;
        struct study one = study_of_method(s, i, &options);
        if (study_append_as(results, reference, &one))
            failed = message_set(d, "%s: out of memory", s->model->name);
        else
            failed = study_steps(&one, results, d) &&
                     study_note_failure(results, s, &one, "gap", d);
    }
    json_decref(reference);
    return failed;
}
