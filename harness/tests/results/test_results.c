/* Studies of many models in parallel, with an integrator that is not well.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fast/options.h"
#include "harness/base/message.h"
#include "harness/base/text.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/program/run/results.h"
#include "harness/results/result.h"
#include "harness/results/results_count.h"
#include "harness/results/results_print.h"
#include "harness/results/study_kind.h"
#include "harness/session/models.h"
#include "harness/tests/scratch.h"
#include "problems/catalogue.h"

Test(results, only_what_is_required_fails_when_it_is_undecided) {
    static const struct {
        enum verdict verdict;
        bool required, fails;
    } known[] = {
        {VERDICT_PASS, true, false},          {VERDICT_PASS, false, false},
        {VERDICT_FAIL, true, true},           {VERDICT_FAIL, false, true},
        {VERDICT_NOT_ASYMPTOTIC, true, true}, {VERDICT_NOT_ASYMPTOTIC, false, false},
    };
    struct results all = {.count = 0};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct result r = {.verdict = known[i].verdict,
                                 .required = known[i].required};
        cr_assert(results_add(&all, &r, "%s", "") == 0);
        cr_expect(result_fails(&all.item[i]) == known[i].fails, "%zu", i);
    }
    struct results_count count = results_count(&all);
    cr_expect(count.all == 6 && count.passed == 2 && count.failed == 3);
    cr_expect(count.not_asymptotic == 2 && count.failed_undecided == 1);
}

static void print_failures(void *context, FILE *out) {
    results_print_failures(context, out);
}

Test(results, an_undecided_one_that_fails_says_why) {
    struct results all = {.count = 0};
    for (int required = 0; required < 2; required++) {
        const struct result r = {.verdict = VERDICT_NOT_ASYMPTOTIC,
                                 .required = required > 0};
        cr_assert(results_add(&all, &r, "%s", "too coarse") == 0);
    }
    char *text = text_printed(print_failures, &all, NULL);
    const char *told = strstr(text, "too coarse");
    cr_expect(strstr(text, "not-asymptotic where a pass is required: too coarse"), "%s",
              text);
    cr_expect(told != NULL && strstr(told + 1, "too coarse") == NULL, "%s", text);
    cr_expect(strstr(text,
                     "2 results: 0 pass, 1 fail (1 of them undecided where a pass is "
                     "required), 1 undecided") != NULL,
              "%s", text);
}

Test(results, what_fails_several_times_for_one_reason_is_named_once) {
    static const char *const quantities[] = {"study", "study", "time", "study"};
    struct results all = {.count = 0};
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++) {
        const struct result r = {
            .model = "m", .quantity = quantities[i], .verdict = VERDICT_FAIL};
        cr_assert(results_add(&all, &r, "%s", "did not start") == 0);
    }
    char *text = text_printed(print_failures, &all, NULL);
    cr_expect(strstr(text, "m: study, time (") != NULL, "%s", text);
    cr_expect(strstr(text, "4 results: 0 pass, 4 fail") != NULL, "%s", text);
}

static void print_all(void *context, FILE *out) {
    results_print_all(context, out);
}

/* Seen to fail: in the results' order. */
Test(results, rows_with_numbers_come_before_those_without) {
    const struct result r[] = {{.quantity = "gap", .value = NAN, .method = "one"},
                               {.quantity = "order", .value = 2, .method = "one"},
                               {.quantity = "slope", .value = 3, .method = "two"}};
    struct results all = {.count = 0};
    for (size_t i = 0; i < sizeof r / sizeof *r; i++)
        cr_assert(results_add(&all, &r[i], "%s", "") == 0);
    char *text = text_printed(print_all, &all, NULL);
    const char *gap = strstr(text, "gap"), *order = strstr(text, "order"),
               *two = strstr(text, "- two"), *slope = strstr(text, "slope");
    cr_expect(order != NULL && order < gap && gap < two && two < slope, "%s", text);
}

/* Seen to fail: "1 +- 0.25" for both. */
Test(results, what_passes_above_its_range_was_held_to_the_lower_end) {
    const struct result r[] = {{.study = "order",
                                .quantity = "order",
                                .value = 2,
                                .expected = 1,
                                .tolerance = 0.25,
                                .verdict = VERDICT_PASS,
                                .method = "with memory"},
                               {.study = "order",
                                .quantity = "order",
                                .value = 1,
                                .expected = 1,
                                .tolerance = 0.25,
                                .verdict = VERDICT_PASS,
                                .method = "another"}};
    struct results all = {.count = 0};
    for (size_t i = 0; i < sizeof r / sizeof *r; i++)
        cr_assert(results_add(&all, &r[i], "%s", "") == 0);
    char *text = text_printed(print_all, &all, NULL);
    const char *low = strstr(text, ">= 0.75"), *both = strstr(text, "1 +- 0.25");
    cr_expect(low != NULL && both != NULL && low < both, "%s", text);
    cr_expect(low == NULL || strstr(low + 1, ">= 0.75") == NULL, "%s", text);
}

/* Seen to fail: a line for each; the method not compared; a line for each method. */
Test(results, a_reason_is_told_once_with_all_that_have_it) {
    static const struct {
        const char *quantity, *method, *reason;
    } given[] = {
        {"order:u", "a", "too coarse"}, {"order:v", "a", "too short"},
        {"order:w", "a", "too coarse"}, {"order:u", "b", "too coarse"},
        {"order:p", "a", "too coarse"}, {"order:v", "c", "too short"},
    };
    struct results all = {.count = 0};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        const struct result r = {.model = "m",
                                 .study = "order",
                                 .arithmetic = "double",
                                 .method = given[i].method,
                                 .quantity = given[i].quantity,
                                 .verdict = VERDICT_NOT_ASYMPTOTIC};
        cr_assert(results_add(&all, &r, "%s", given[i].reason) == 0);
    }
    const struct result passes = {.model = "m", .verdict = VERDICT_PASS};
    cr_assert(results_add(&all, &passes, "%s", "") == 0);
    char *text = text_printed(print_all, &all, NULL);
    cr_expect(strstr(text, "\n7 results: 1 pass, 0 fail, 6 undecided\n"), "%s", text);
    cr_expect(strstr(text, "m: order:u, order:w, order:p (order, double, a): "
                           "not-asymptotic: too coarse\n"
                           "m: order:v (order, double, a, c): not-asymptotic: too short\n"
                           "m: order:u (order, double, b): not-asymptotic: too coarse\n"),
              "%s", text);
}

/* Seen to fail: where what lines have in common is kept as JSON text. */
Test(results, a_reason_that_is_cut_within_a_character_is_told) {
    struct results all = {.count = 0};
    const struct result r = {.model = "m",
                             .study = "order",
                             .arithmetic = "double",
                             .method = "a",
                             .quantity = "order",
                             .verdict = VERDICT_NOT_ASYMPTOTIC};
    cr_assert(results_add(&all, &r, "%s", "the caf\xc3") == 0);
    char *text = text_printed(print_all, &all, NULL);
    cr_expect(strstr(text, "m: order (order, double, a): not-asymptotic: the caf\xc3\n"),
              "%s", text);
}

Test(results, a_table_has_the_headings_of_its_columns) {
    struct results all = {.count = 0};
    const struct result r = {.model = "pendulum", .verdict = VERDICT_PASS};
    cr_assert(results_add(&all, &r, "%s", "") == 0);
    char *text = text_printed(print_all, &all, NULL);
    const char *head = strstr(text, "model"), *row = strstr(text, "pendulum");
    cr_expect(head == text && row != NULL, "%s", text);
    cr_expect(strstr(text, "quantity") < strchr(text, '\n'), "%s", text);
    cr_expect(strstr(text, "verdict") < strchr(text, '\n'), "%s", text);
}

/* Seen to fail: a name for each result, for none, and where there is one method. */
Test(results, methods_are_named_where_there_are_several) {
    static const char *const methods[] = {"gauss", "gauss", "radau"};
    struct results all = {.count = 0};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        const struct result r = {.model = "m", .quantity = "order", .method = methods[i]};
        cr_assert(results_add(&all, &r, "%s", "") == 0);
    }
    char *text = text_printed(print_all, &all, NULL);
    const char *first = strstr(text, "\n- gauss\nm "),
               *second = strstr(text, "\n- radau\nm ");
    cr_expect(first != NULL && second > first, "%s", text);
    cr_expect(first == NULL || strstr(first + 2, "- gauss") == NULL, "%s", text);
    free(text);
    all.count = 2;
    text = text_printed(print_all, &all, NULL);
    cr_expect(strstr(text, "gauss") == NULL, "%s", text);
    free(text);
    all.count = 3;
}

static void print_gate(void *context, FILE *out) {
    results_print_gate(context, out);
}

/* Seen to fail: rows in the order of the results; a row for what passes without a number. */
Test(results, a_report_tells_rows_with_numbers_first_and_counts_what_passes_without) {
    static const struct {
        const char *model, *quantity;
        enum verdict verdict;
    } given[] = {{"a", "another", VERDICT_PASS},
                 {"b", "another", VERDICT_FAIL},
                 {"c", "order", VERDICT_PASS},
                 {"d", "another", VERDICT_PASS}};
    struct results all = {.count = 0};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        const struct result r = {.model = given[i].model,
                                 .study = "order",
                                 .method = "heun",
                                 .arithmetic = "double",
                                 .quantity = given[i].quantity,
                                 .value = 2,
                                 .verdict = given[i].verdict,
                                 .required = true};
        cr_assert(results_add(&all, &r, "it is off by %zu", i) == 0);
    }
    char *text = text_printed(print_gate, &all, NULL);
    const char *with = strstr(text, "\nc  "), *without = strstr(text, "\nb  ");
    cr_expect(strncmp(text, "model ", 6) == 0, "%s", text);
    cr_expect(strncmp(strchr(text, '\n') - 7, "verdict", 7) == 0, "%s", text);
    cr_expect(with != NULL && without > with, "%s", text);
    cr_expect(strstr(text, "\na  ") == NULL && strstr(text, "\nd  ") == NULL, "%s", text);
    const char *more = strstr(text, "\n2 more rows have none of these numbers");
    cr_assert(more != NULL, "%s", text);
    cr_expect(strstr(more, "it is off by 1") != NULL, "%s", text);
    cr_expect(strstr(text, "it is off by 2") == NULL, "%s", text);
}

/* Nothing passes because its verdict cannot be read. */
Test(results, a_document_without_a_known_verdict_is_refused) {
    static const char *const wrong[] = {"[{}]", "[{\"verdict\": \"\"}]",
                                        "[{\"verdict\": \"passes\"}]",
                                        "[{\"verdict\": null}]", "[7]"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct results all = {.count = 0};
        struct diagnostic d = {""};
        json_t *array = json_loads(wrong[i], 0, NULL);
        cr_expect(results_read(&all, array, &d) != 0 && d.text[0] != '\0', "%s",
                  wrong[i]);
    }
}

Test(results, are_arranged_model_by_model_and_then_by_method) {
    static const char *const methods[] = {"second", "first", "second", NULL};
    static const int expected[] = {2, 4, 1, 3, 5, 7, 6, 8};
    static const struct result given[] = {
        {.model = "a", .method = "first"},   {.model = "a", .method = "second"},
        {.model = "a", .method = "first"},   {.model = "a", .method = "second"},
        {.model = "a", .method = "another"}, {.model = "b", .method = "first"},
        {.model = "b", .method = "second"},  {.model = "c", .method = "first"}};
    struct results all = {.count = 0};
    for (int i = 0; i < 8; i++)
        cr_assert(results_add(&all, &given[i], "%d", i + 1) == 0);
    cr_assert(results_by_method(&all, methods) == 0 && all.count == 8);
    for (int i = 0; i < 8; i++)
        cr_expect(atoi(all.item[i].reason) == expected[i], "%d", i);
}

/* Refuses one of the methods, and has no other way with the other. */
static int open_but_one(void *context, struct model *m,
                        const struct subject_options *options, struct subject *s,
                        struct diagnostic *d) {
    (void)context;
    if (options->integrator.method == FAST_VELOCITY_IMPLICIT_EULER)
        return message_set(d, "it has no wheels");
    return subject_open(s, m, options, d);
}

static int open_and_crash(void *context, struct model *m,
                          const struct subject_options *options, struct subject *s,
                          struct diagnostic *d) {
    (void)context, (void)m, (void)options, (void)s, (void)d;
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(SIGSEGV, &usual, NULL); /* a sanitizer catches it otherwise */
    raise(SIGSEGV);
    return -1;
}

static int open_and_hang(void *context, struct model *m,
                         const struct subject_options *options, struct subject *s,
                         struct diagnostic *d) {
    (void)context, (void)m, (void)options, (void)s, (void)d;
    pause();
    return -1;
}

static int open_and_refuse(void *context, struct model *m,
                           const struct subject_options *options, struct subject *s,
                           struct diagnostic *d) {
    (void)context, (void)m, (void)options, (void)s;
    return message_set(d, "it has no wheels");
}

/* Both studies of a small model with the given integrator. */
static struct results study(study_open_subject *open_subject, double seconds_limit) {
    struct scratch scratch = scratch_make();
    char *path = scratch_write(&scratch, "tiny.model", "state z = 1\nz' = -z\n");
    const char *name[] = {path};
    struct session session = {.err = stderr, .open_subject = open_subject};
    static const char *const methods[] = {"velocity-implicit-euler", "implicit-euler",
                                          NULL};
    const struct model_names names = {1, name};
    const struct model_settings settings = {0, NULL, NULL};
    struct catalogue catalogue = {0, NULL};
    struct results_request r = {.session = &session,
                                .catalogue = &catalogue,
                                .models = &names,
                                .settings = &settings,
                                .methods = methods,
                                .studies = STUDY_SET(STUDY_ORDER) | STUDY_SET(STUDY_GAP),
                                .effort = STUDY_GATE,
                                .seconds_limit = seconds_limit};
    struct results results;
    json_t *models;
    enum exit_status status = results_find(&r, &results, &models);
    cr_assert(status == EXIT_PASSED, "%s", session.why.text);
    cr_assert(models == NULL);
    return results;
}

static void expect_failures(struct results results, const char *said) {
    cr_expect(results.count == 4, "two studies of two methods");
    for (size_t i = 0; i < results.count; i++) {
        const struct result *r = &results.item[i];
        cr_expect_str_eq(r->method, i < 2 ? "velocity-implicit-euler" : "implicit-euler");
        cr_expect_str_eq(r->model, "tiny");
        cr_expect_str_eq(r->quantity, "study");
        cr_expect_str_eq(r->study, i % 2 == 0 ? "gap" : "order");
        cr_expect(result_fails(r));
        cr_expect(strstr(r->reason, "tiny") != NULL && strstr(r->reason, said) != NULL,
                  "%s", r->reason);
    }
}

Test(results, an_integrator_that_crashes_is_a_failed_study_naming_model_and_signal) {
    expect_failures(study(open_and_crash, 200),
                    "killed by signal 11 (Segmentation fault)");
}

Test(results, an_integrator_that_hangs_is_a_failed_study) {
    expect_failures(study(open_and_hang, 3), "did not end within 3 seconds");
}

Test(results, an_integrator_that_cannot_be_had_fails_in_both_studies) {
    struct results results = study(open_and_refuse, 200);
    int order = 0, gap = 0;
    RESULTS_FOREACH(&results, r) {
        bool told = result_fails(r) && strstr(r->reason, "it has no wheels") != NULL;
        bool is_order = strcmp(r->study, "order") == 0;
        order += told && is_order;
        gap += told && !is_order;
    }
    cr_expect(order == 2 && gap == 2, "%d in order, %d in gap", order, gap);
}

Test(results, a_method_that_cannot_be_had_leaves_the_others_results) {
    struct results results = study(open_but_one, 200);
    int failed = 0, orders = 0;
    RESULTS_FOREACH(&results, r) {
        bool refused = strcmp(r->quantity, "study") == 0;
        bool other = strcmp(r->method, "implicit-euler") == 0;
        failed += refused;
        cr_expect(!refused || !other, "%s", r->reason);
        orders += other && strcmp(r->arithmetic, "double") == 0 &&
                  strcmp(r->quantity, "order") == 0;
    }
    cr_expect(failed == 2 && orders == 1, "%d, %d", failed, orders);
}
