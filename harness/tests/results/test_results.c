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

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/program/run/results.h"
#include "harness/results/results_count.h"
#include "harness/tests/scratch.h"

static json_t *result(const char *verdict, int required) {
    return json_pack("{s:s, s:b}", "verdict", verdict, "required", required);
}

Test(results, only_what_is_required_fails_when_it_is_undecided) {
    static const struct {
        const char *verdict;
        int required;
        bool fails;
    } known[] = {
        {"pass", 1, false}, {"pass", 0, false},          {"fail", 1, true},
        {"fail", 0, true},  {"not-asymptotic", 1, true}, {"not-asymptotic", 0, false},
        {"", 0, true},
    };
    json_t *all = json_array();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        json_t *r = result(known[i].verdict, known[i].required);
        cr_expect(results_fails(r) == known[i].fails, "%s", known[i].verdict);
        json_array_append_new(all, r);
    }
    struct results_count count = results_count(all);
    cr_expect(count.all == 7 && count.passed == 2 && count.failed == 4);
    cr_expect(count.not_asymptotic == 2);
    json_decref(all);
}

static json_t *of(const char *model, const char *method, int number) {
    return json_pack("{s:s, s:s, s:i}", "model", model, "method", method, "number",
                     number);
}

Test(results, are_arranged_model_by_model_and_then_by_method) {
    static const char *const methods[] = {"second", "first", NULL};
    static const int expected[] = {2, 4, 1, 3, 5, 7, 6, 8};
    json_t *results =
        json_pack("[o, o, o, o, o, o, o, o]", of("a", "first", 1), of("a", "second", 2),
                  of("a", "first", 3), of("a", "second", 4), of("a", "another", 5),
                  of("b", "first", 6), of("b", "second", 7), of("c", "first", 8));
    json_t *arranged = results_by_method(results, methods);
    cr_assert(json_array_size(arranged) == 8);
    for (size_t i = 0; i < 8; i++) {
        const json_t *number = json_object_get(json_array_get(arranged, i), "number");
        cr_expect(json_integer_value(number) == expected[i], "%zu", i);
    }
    json_decref(arranged);
    json_decref(results);
}

/* Refuses one of the methods, and has no other way with the other. */
static int open_but_one(void *context, struct model *m,
                        const struct subject_options *options, struct subject *s,
                        struct diagnostic *d) {
    (void)context;
    if (options->method == FAST_VELOCITY_IMPLICIT_EULER)
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
static json_t *study(study_open_subject *open_subject, double seconds_limit) {
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
                                .studies = RESULTS_ORDER | RESULTS_GAP,
                                .effort = STUDY_GATE,
                                .seconds_limit = seconds_limit};
    json_t *results, *models;
    enum exit_status status = results_find(&r, &results, &models);
    cr_assert(status == EXIT_PASSED, "%s", session.why.text);
    cr_assert(models == NULL);
    free(path);
    scratch_remove(&scratch);
    return results;
}

static void expect_failures(json_t *results, const char *said) {
    cr_expect(json_array_size(results) == 4, "two studies of two methods");
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *r = json_array_get(results, i);
        cr_expect_str_eq(json_string_value(json_object_get(r, "method")),
                         i < 2 ? "velocity-implicit-euler" : "implicit-euler");
        const char *reason = json_string_value(json_object_get(r, "reason"));
        cr_expect_str_eq(json_string_value(json_object_get(r, "model")), "tiny");
        cr_expect_str_eq(json_string_value(json_object_get(r, "quantity")), "study");
        cr_expect_str_eq(json_string_value(json_object_get(r, "study")),
                         i % 2 == 0 ? "gap" : "order");
        cr_expect(results_fails(r));
        cr_expect(strstr(reason, "tiny") != NULL && strstr(reason, said) != NULL, "%s",
                  reason);
    }
    json_decref(results);
}

Test(results, an_integrator_that_crashes_is_a_failed_study_naming_model_and_signal) {
    expect_failures(study(open_and_crash, 200),
                    "killed by signal 11 (Segmentation fault)");
}

Test(results, an_integrator_that_hangs_is_a_failed_study) {
    expect_failures(study(open_and_hang, 3), "did not end within 3 seconds");
}

Test(results, an_integrator_that_cannot_be_had_fails_in_both_studies) {
    json_t *results = study(open_and_refuse, 200), *r;
    size_t i;
    int order = 0, gap = 0;
    json_array_foreach(results, i, r) {
        const char *reason = json_string_value(json_object_get(r, "reason"));
        bool told = results_fails(r) && strstr(reason, "it has no wheels") != NULL;
        bool is_order =
            strcmp(json_string_value(json_object_get(r, "study")), "order") == 0;
        order += told && is_order;
        gap += told && !is_order;
    }
    cr_expect(order == 2 && gap == 2, "%d in order, %d in gap", order, gap);
    json_decref(results);
}

Test(results, a_method_that_cannot_be_had_leaves_the_others_results) {
    json_t *results = study(open_but_one, 200), *r;
    size_t i;
    int failed = 0, orders = 0;
    json_array_foreach(results, i, r) {
        bool refused = strcmp(results_text(r, "quantity"), "study") == 0;
        bool other = strcmp(results_text(r, "method"), "implicit-euler") == 0;
        failed += refused;
        cr_expect(!refused || !other, "%s", results_text(r, "reason"));
        orders += other && strcmp(results_text(r, "arithmetic"), "double") == 0 &&
                  strcmp(results_text(r, "quantity"), "order") == 0;
    }
    cr_expect(failed == 2 && orders == 1, "%d, %d", failed, orders);
    json_decref(results);
}
