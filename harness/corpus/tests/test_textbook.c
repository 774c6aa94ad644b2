/* Each fault of the textbook methods is seen by the check that its table names; none of the
 * checks raises an alarm over a method without fault. By day the faults that only repeat others
 * on another method are left out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <gsl/gsl_errno.h>

#include "harness/base/glob.h"
#include "harness/corpus/in_process.h"
#include "harness/corpus/textbook/textbook.h"
#include "harness/fingerprint/study_fingerprint.h"
#include "harness/results/results_count.h"
#include "harness/studies/control/study_control.h"
#include "harness/studies/steps/study_steps.h"
#include "harness/tests/fingerprint_of.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/control_faults.h"
#include "harness/tests/results_of.h"

/* Steps of a multistep method on a model, against its law. */
static int study_law_on_model(const struct study *s, struct results *results,
                              struct diagnostic *d) {
    struct study on_model = *s;
    on_model.model = catalogue_model("driven_pendulum");
    return study_steps_law(&on_model, results, d);
}

/* The studies that the table may name. */
static const struct check {
    const char *name;
    study_function *run;
} checks[] = {{"fingerprint", study_fingerprint},
              {"control", study_control},
              {"declared", study_fingerprint},
              {"law", study_law_on_model},
              {"conditions", study_conditions}};

enum { CHECKS = sizeof checks / sizeof *checks };

/* Systems of the study of conditions: few need pivots. Most faults are seen in the first of the
 * gate's. */
enum { SYSTEMS_FOR_PIVOTS = 210, FIRST_SYSTEMS = 7, SYSTEMS_OF_GATE = 0 };

static bool is_nightly(void) {
    return getenv("HALFSTEP_NIGHTLY") != NULL;
}

/* What the gate knows of an integrator before its studies begin; `declared`: what it is meant
 * to be, or NULL. */
static json_t *fingerprint_of(struct in_process *with, const char *declared) {
    struct diagnostic d = {""};
    const struct fingerprint_request request = {
        .bench = {.open_subject = in_process_open, .context = with},
        .family = FOREST_MECHANICAL,
        .order = FINGERPRINT_ORDER,
        .expected = declared,
        .may_grow = true,
        .integrator = "textbook"};
    json_t *found = fingerprint_found(&request, &d);
    cr_assert(found != NULL, "%s %s: %s", with->option[0][0], with->option[0][1], d.text);
    return found;
}

/* The rule of the method without fault, as it would be declared; NULL: it has none, or none for
 * which a declaration has words. */
static json_t *declare_control(const struct textbook_method *method) {
    const struct textbook_rule *rule = &method->rule;
    if (!(rule->order > 0) || rule->is_per_time || rule->norm.is_of_whole ||
        rule->norm.is_of_largest)
        return NULL;
    json_t *declared =
        json_pack("{s:f, s:f, s:f, s:s, s:s, s:s}", "order", rule->order, "safety",
                  rule->safety, "growth", rule->most_growth, "norm",
                  rule->norm.is_mean_square ? "root mean square" : "max", "of",
                  rule->norm.relative > 0 ? "err/(1 + |x|)" : "err", "over", "q and v");
    if (rule->before != 0)
        json_object_set_new(declared, "before", json_real(rule->before));
    if (rule->ratio != 0)
        json_object_set_new(declared, "ratio", json_real(rule->ratio));
    return declared;
}

/* A study, with the rule of control (NULL: none is declared). */
static struct study study_of(struct in_process *with, const json_t *fingerprint,
                             const json_t *control) {
    return (struct study){.method = "textbook",
                          .foreign = true,
                          .fingerprint = fingerprint_of_json(fingerprint),
                          .declared_control = control,
                          .open_subject = in_process_open,
                          .context = with};
}

static json_t *results_of(const struct check *check, const struct study *s) {
    struct diagnostic d = {""};
    json_t *results = json_array();
    cr_assert(study_as_json(check->run, s, results, &d) == 0, "%s: %s", check->name,
              d.text);
    return results;
}

/* How many results that fit the pattern fail. */
static int count_failures(const json_t *results, const char *pattern) {
    int count = 0;
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        count += strcmp(results_text(result, "verdict"), "fail") == 0 &&
                 glob_matches(pattern, results_text(result, "quantity"));
    }
    return count;
}

static bool is_check(const struct check *check, const char *name) {
    return strcmp(check->name, name) == 0;
}

/* Whether a check tells what the integrator is; others are told, and faults that they are to see
 * do not show in a few single steps: for them the fingerprint is that of the method without
 * fault. */
static bool is_of_identity(const struct check *check) {
    return is_check(check, "fingerprint") || is_check(check, "declared");
}

/* `told`: the fingerprint of the method without fault. The method is declared for the check of that
 * name, the rule of control where it is asked for. */
static int count_faults_of(const struct check *check, struct in_process *with,
                           const struct textbook_method *method, json_t *told,
                           const char *pattern, int systems) {
    const bool is_declared = is_check(check, "declared") && method->known[0] != '\0';
    json_t *fingerprint = is_of_identity(check)
                              ? fingerprint_of(with, is_declared ? method->known : NULL)
                              : json_incref(told);
    json_t *control = strcmp(pattern, "controller") == 0 ? declare_control(method) : NULL;
    struct study s = study_of(with, fingerprint, control);
    s.systems = systems;
    json_t *results = results_of(check, &s);
    int count = count_failures(results, pattern);
    json_decref(results);
    json_decref(fingerprint);
    json_decref(control);
    return count;
}

/* In all systems of the gate, unless some of the first show it; every night in all. */
static int count_faults(const struct check *check, struct in_process *with,
                        const struct textbook_method *method, json_t *told,
                        const char *pattern) {
    if (strstr(with->option[0][1], "PIVOTS") != NULL)
        return count_faults_of(check, with, method, told, pattern, SYSTEMS_FOR_PIVOTS);
    int count = 0;
    if (is_check(check, "conditions") && !is_nightly())
        count = count_faults_of(check, with, method, told, pattern, FIRST_SYSTEMS);
    return count > 0
               ? count
               : count_faults_of(check, with, method, told, pattern, SYSTEMS_OF_GATE);
}

static void expect_silence(const struct check *check, const struct study *s) {
    json_t *results = results_of(check, s);
    expect_no_alarm(results);
}

/* As it is declared, and its rule of control with it. */
static void expect_silence_about_declared(struct in_process *with,
                                          const struct textbook_method *method) {
    json_t *fingerprint = fingerprint_of(with, method->known);
    json_t *control = declare_control(method);
    const struct study s = study_of(with, fingerprint, control);
    for (int i = 0; i < CHECKS; i++)
        if (is_check(&checks[i], "declared") || is_check(&checks[i], "control"))
            expect_silence(&checks[i], &s);
}

static void expect_name(const json_t *fingerprint, const char *known) {
    cr_expect(strcmp(results_text(fingerprint, "method"), known) == 0,
              "%s is called '%s': %s", known, results_text(fingerprint, "method"),
              results_text(fingerprint, "diagnosis"));
}

/* The trapezoidal rule and the implicit midpoint rule. */
static bool has_two_names(const struct textbook_method *method) {
    return strcmp(method->name, "newmark") == 0 ||
           strcmp(method->name, "undamped-alpha") == 0;
}

/* Its order is not that of what it is declared to be: its first steps take some of it. */
static bool begins_low(const struct textbook_method *method) {
    return strcmp(method->name, "nordsieck") == 0;
}

/* Of all methods together nine hundred systems under any condition, every night twice as many;
 * TEST_SEED repeats them, TEST_SCALE makes that many times more. */
static void expect_no_alarm_about(const struct textbook_method *method,
                                  json_t *fingerprint) {
    const int systems = is_nightly() ? 56 : 28;
    gsl_rng *random = seeded_random();
    const char *scale = getenv("TEST_SCALE");
    struct in_process with = in_process_with("method", method->name);
    struct study s = study_of(&with, fingerprint, NULL);
    s.seed = 1 + gsl_rng_uniform_int(random, 1000000);
    s.systems = systems * (scale != NULL && atoi(scale) > 1 ? atoi(scale) : 1);
    for (int i = 0; i < CHECKS; i++)
        if (!is_check(&checks[i], "declared"))
            expect_silence(&checks[i], &s);
    if (method->known[0] != '\0' && !begins_low(method))
        expect_silence_about_declared(&with, method);
}

static bool is_survivor(const struct textbook_fault_info *info) {
    return strcmp(info->check, "nothing") == 0;
}

/* Whether earlier faults of the table have shown what this one shows: a fault of the same text
 * to the same check, and another fault of the same method to the study of conditions. */
static bool is_repeated(const struct textbook_fault_info *info) {
    bool is_elsewhere = false, is_method_seen = false;
    for (int i = FAULT_NONE + 1; i < FAULTS; i++) {
        const struct textbook_fault_info *other =
            textbook_fault_info((enum textbook_fault)i);
        if (other == info)
            break;
        if (strncmp(other->check, "conditions/", strlen("conditions/")) != 0)
            continue;
        is_elsewhere |= strcmp(other->text, info->text) == 0 &&
                        strcmp(other->check, info->check) == 0;
        is_method_seen |= strcmp(other->method, info->method) == 0;
    }
    return is_elsewhere && is_method_seen;
}

/* None of the checks sees it: when one does, the table is out of date. By day the one is asked
 * that tells what an integrator is that is declared, every night all. */
static void expect_unseen(const struct textbook_fault_info *info,
                          const struct textbook_method *method, json_t *told) {
    for (int i = 0; i < CHECKS; i++) {
        if (!is_nightly() && !is_check(&checks[i], "declared"))
            continue;
        struct in_process with = in_process_with("fault", info->id);
        cr_expect(count_faults(&checks[i], &with, method, told, "*") == 0,
                  "%s is seen by %s", info->id, checks[i].name);
    }
}

static void expect_seen(const struct textbook_fault_info *info,
                        const struct textbook_method *method, json_t *told) {
    const char *pattern = strchr(info->check, '/');
    int known = 0;
    cr_assert(pattern != NULL, "%s", info->check);
    for (int i = 0; i < CHECKS; i++) {
        if (strncmp(checks[i].name, info->check, (size_t)(pattern - info->check)) != 0)
            continue;
        struct in_process with = in_process_with("fault", info->id);
        known++;
        cr_expect(count_faults(&checks[i], &with, method, told, pattern + 1) > 0,
                  "%s (%s) is not seen by %s", info->id, info->text, info->check);
    }
    cr_expect(known == 1, "%s: no check '%s'", info->id, info->check);
}

Test(textbook, every_fault_is_of_a_method) {
    for (int i = FAULT_NONE + 1; i < FAULTS; i++) {
        const struct textbook_fault_info *info =
            textbook_fault_info((enum textbook_fault)i);
        cr_expect(textbook_method_find(info->method) != NULL, "%s: %s", info->id,
                  info->method);
    }
}

static void expect_faults_seen(const struct textbook_method *method, json_t *told) {
    for (int i = FAULT_NONE + 1; i < FAULTS; i++) {
        const struct textbook_fault_info *info =
            textbook_fault_info((enum textbook_fault)i);
        if (strcmp(info->method, method->name) != 0 ||
            (!is_nightly() && is_repeated(info)))
            continue;
        if (is_survivor(info))
            expect_unseen(info, method, told);
        else
            expect_seen(info, method, told);
    }
}

ParameterizedTestParameters(
    textbook,
    a_method_has_its_name_and_no_alarm_and_its_faults_are_seen_as_the_table_says) {
    static int index[32];
    size_t count = 0;
    for (; textbook_methods[count] != NULL; count++)
        index[count] = (int)count;
    return cr_make_param_array(int, index, count);
}

ParameterizedTest(
    int *index, textbook,
    a_method_has_its_name_and_no_alarm_and_its_faults_are_seen_as_the_table_says,
    .timeout = 3500) {
    const struct textbook_method *method = textbook_methods[*index];
    struct in_process with = in_process_with("method", method->name);
    gsl_set_error_handler_off();
    json_t *fingerprint = fingerprint_of(&with, NULL);
    if (!has_two_names(method))
        expect_name(fingerprint, method->known);
    expect_no_alarm_about(method, fingerprint);
    expect_faults_seen(method, fingerprint);
    json_decref(fingerprint);
}

/* The average acceleration is the trapezoidal rule where q' = v, and called so; but declared it is
 * Newmark's, and so are its neighbours by their numbers. */
Test(textbook, newmarks_method_is_named_by_its_numbers) {
    static const struct {
        const char *option, *value, *declared, *name;
    } cases[] = {{"method", "newmark", "newmark",
                  "Newmark's method with beta = 1/4, gamma = 1/2 (average acceleration)"},
                 {"method", "damped-newmark", NULL,
                  "Newmark's method with beta = 121/400, gamma = 3/5: order 1, for gamma "
                  "is not 1/2"},
                 {"fault", "NEWMARK_GAMMA", NULL,
                  "Newmark's method with beta = 1/4, gamma = 51/100: order 1, for gamma "
                  "is not 1/2"},
                 {"fault", "NEWMARK_BETA", NULL,
                  "Newmark's method with beta = 1/6, gamma = 1/2 (linear acceleration)"}};
    gsl_set_error_handler_off();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct in_process with = in_process_with(cases[i].option, cases[i].value);
        json_t *fingerprint = fingerprint_of(&with, cases[i].declared);
        cr_expect_str_eq(results_text(fingerprint, "name"), cases[i].name);
    }
}

/* An exponent of 1/3 where the estimate is of order 2 is told alike by both that look at it. */
Test(textbook, the_exponent_is_judged_alike_by_order_and_rule) {
    static const char *const quantities[] = {"control-order", "controller"};
    static const char *const said[] = {"this is one more",
                                       "the exponent is not one over the order"};
    gsl_set_error_handler_off();
    struct in_process with = in_process_with("fault", "THIRD_FOR_HALF");
    json_t *fingerprint = fingerprint_of(&with, NULL), *result;
    const struct study s = study_of(&with, fingerprint, NULL);
    json_t *results = results_of(&checks[1], &s);
    size_t i;
    int found = 0;
    json_array_foreach(results, i, result) for (int k = 0; k < 2; k++) {
        if (strcmp(results_text(result, "quantity"), quantities[k]) != 0)
            continue;
        found++;
        cr_expect_str_eq(results_text(result, "verdict"), "not-asymptotic");
        cr_expect(strstr(results_text(result, "reason"), said[k]) != NULL, "%s",
                  results_text(result, "reason"));
    }
    cr_expect(found == 2);
}

static void expect_told(const json_t *results, const char *fault, const char *quantity,
                        const char *said) {
    size_t i;
    json_t *result;
    const char *reason = "it is not judged";
    json_array_foreach(results, i, result) {
        if (strcmp(results_text(result, "quantity"), quantity) != 0)
            continue;
        reason = results_text(result, "reason");
        cr_expect_str_eq(results_text(result, "verdict"), "fail", "%s", fault);
    }
    cr_expect(strstr(reason, said) != NULL, "%s: %s", fault, reason);
}

Test(textbook, faults_of_control_are_told_by_what_they_do) {
    gsl_set_error_handler_off();
    /* tests/studies/test_study_control.c has those that a process of its own could hide. */
    for (size_t i = 0; i < sizeof control_faults / sizeof *control_faults; i++) {
        const struct control_fault *f = &control_faults[i];
        struct in_process with = in_process_with("fault", f->fault);
        const struct study s = study_of(&with, NULL, NULL);
        json_t *results = results_of(&checks[1], &s);
        expect_told(results, f->fault, f->quantity, f->said);
    }
}
