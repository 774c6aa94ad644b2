/* The determinism study: our own methods give the same bits whatever happens, and each way in
 * which an integrator may fail to is found.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/studies/robustness/study_determinism.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/studies/erratic.h"
#include "harness/tests/results_of.h"

static json_t *study(const char *model, enum erratic fault) {
    struct model *m = catalogue_model(model);
    struct subject_options options = subject_default_options();
    struct study s = own_study(m);
    s.open_subject = erratic_open;
    s.context = &fault;
    s.options = &options;
    return study_results(study_determinism, &s);
}

static bool passes(const json_t *results, const char *quantity) {
    const json_t *result = find_result(results, "double", quantity);
    return strcmp(text_in(result, "verdict"), "pass") == 0;
}

Test(study_determinism, an_integrator_without_fault_passes_in_every_respect) {
    static const char *const models[] = {"pendulum_generic", "heavy_top_generic",
                                         "discontinuous_spring", "robertson"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        json_t *results = study(models[i], ERRATIC_NOT);
        expect_no_alarm(results);
        cr_expect(json_array_size(results) == 5, "%zu", json_array_size(results));
    }
}

/* Each fault with a quantity that fails, and one that does not; the first one needs a process
 * that has not done much. */
Test(study_determinism, each_fault_fails_where_it_shows) {
    static const struct {
        enum erratic fault;
        const char *fails, *passes;
    } cases[] = {
        {ERRATIC_PROCESS, "determinism:again", NULL},
        {ERRATIC_SECOND_START, "determinism:again", "determinism:process"},
        {ERRATIC_SHARED, "determinism:unrelated", "determinism:again"},
        {ERRATIC_SCRATCH, "determinism:threads", "determinism:again"},
        {ERRATIC_COUNTER, "determinism:again", "determinism:process"},
        {ERRATIC_FAILURE_KEPT, "determinism:after-failure", "determinism:again"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *results = study("pendulum_generic", cases[i].fault);
        cr_expect(!passes(results, cases[i].fails), "%s", erratic_text(cases[i].fault));
        cr_expect(cases[i].passes == NULL || passes(results, cases[i].passes), "%s",
                  erratic_text(cases[i].fault));
    }
}

/* What a process has done before the study shows in the other process alone. */
Test(study_determinism, the_past_of_the_process_is_not_in_the_fresh_one) {
    study("pendulum_generic", ERRATIC_PROCESS);
    json_t *results = study("pendulum_generic", ERRATIC_PROCESS);
    cr_expect(passes(results, "determinism:again"), "all runs are late by then");
}

Test(study_determinism, a_difference_in_one_bit_of_one_number_counts) {
    struct recording a, b;
    cr_assert(recording_init(&a, 3) == 0 && recording_init(&b, 3) == 0);
    a.rows = b.rows = 4;
    cr_expect(recording_difference(&a, &b) == 0);
    b.row[2 * b.width + 5] = -0.0;
    cr_expect(recording_difference(&a, &b) == 1, "the sign of a zero");
    b.rows = 3;
    cr_expect(recording_difference(&a, &b) == 2, "a row that only one of them has");
    json_array_append_new(a.counters, json_integer(7));
    json_array_append_new(b.counters, json_integer(8));
    cr_expect(recording_difference(&a, &b) == 3, "a counter");
}
