/* Each fault of the textbook methods is seen by the check that its table names; none of the
 * checks raises an alarm over a method without fault.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <gsl/gsl_errno.h>

#include "harness/corpus/in_process.h"
#include "harness/corpus/textbook/textbook.h"
#include "harness/fingerprint/study_fingerprint.h"
#include "harness/gate/glob.h"
#include "harness/control/study_control.h"
#include "harness/studies/study_steps.h"
#include "harness/tests/catalogue.h"

/* Steps of a multistep method on a model, against its law. */
static int study_law_on_model(const struct study *s, json_t *results,
                              struct diagnostic *d) {
    struct study on_model = *s;
    on_model.model = catalogue_model("driven_pendulum");
    int failed = study_steps_law(&on_model, results, d);
    model_free(on_model.model);
    return failed;
}

/* The studies that the table may name. */
static const struct check {
    const char *name;
    int (*run)(const struct study *s, json_t *results, struct diagnostic *d);
} checks[] = {{"fingerprint", study_fingerprint},
              {"control", study_control},
              {"declared", study_fingerprint},
              {"law", study_law_on_model},
              {"conditions", study_conditions}};

enum { CHECKS = sizeof checks / sizeof *checks };

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
    json_t *found = fingerprint_find(&request, &d);
    cr_assert(found != NULL, "%s %s: %s", with->option[0][0], with->option[0][1], d.text);
    return found;
}

/* The rule of the method without fault, as it would be declared; NULL: it has none. */
static json_t *declare_control(const struct textbook_method *method) {
    const struct textbook_rule *rule = &method->rule;
    if (!(rule->order > 0))
        return NULL;
    return json_pack("{s:f, s:f, s:f, s:s, s:s, s:s}", "order", rule->order, "safety",
                     rule->safety, "growth", rule->most_growth, "norm",
                     rule->norm.is_mean_square ? "root mean square" : "max", "of",
                     rule->norm.relative > 0 ? "err/(1 + |x|)" : "err", "over",
                     "q and v");
}

static const struct textbook_method *method_of(const struct in_process *with) {
    const char *name = with->option[0][1];
    for (int i = FAULT_NONE + 1; i < FAULTS; i++) {
        const struct textbook_fault_info *info =
            textbook_fault_info((enum textbook_fault)i);
        if (strcmp(info->id, name) == 0)
            name = info->method;
    }
    return textbook_method_find(name);
}

static json_t *results_of(const struct check *check, struct in_process *with,
                          const json_t *fingerprint) {
    json_t *declared = declare_control(method_of(with));
    struct diagnostic d = {""};
    json_t *results = json_array();
    const struct study s = {.method = "textbook",
                            .foreign = true,
                            .fingerprint = fingerprint,
                            .declared_control = declared,
                            .open_subject = in_process_open,
                            .context = with};
    cr_assert(check->run(&s, results, &d) == 0, "%s: %s", check->name, d.text);
    json_decref(declared);
    return results;
}

static const char *text_of(const json_t *result, const char *key) {
    const char *text = json_string_value(json_object_get(result, key));
    return text != NULL ? text : "";
}

/* How many results that fit the pattern fail; what they say is added to `said`. */
static int count_failures(const json_t *results, const char *pattern, char *said,
                          size_t size) {
    int count = 0;
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        const char *quantity = text_of(result, "quantity");
        if (strcmp(text_of(result, "verdict"), "fail") != 0 ||
            !glob_matches(pattern, quantity))
            continue;
        size_t used = strlen(said);
        snprintf(said + used, size - used, "%s: %s; ", quantity,
                 text_of(result, "reason"));
        count++;
    }
    return count;
}

static int fail_in(const struct check *check, struct in_process *with,
                   const struct textbook_method *method, const char *pattern, char *said,
                   size_t size) {
    const bool is_declared =
        strcmp(check->name, "declared") == 0 && method->known[0] != '\0';
    json_t *fingerprint = fingerprint_of(with, is_declared ? method->known : NULL);
    json_t *results = results_of(check, with, fingerprint);
    int count = count_failures(results, pattern, said, size);
    json_decref(results);
    json_decref(fingerprint);
    return count;
}

ParameterizedTestParameters(textbook, a_method_without_fault_raises_no_alarm) {
    static int index[32];
    size_t count = 0;
    for (; textbook_methods[count] != NULL; count++)
        index[count] = (int)count;
    return cr_make_param_array(int, index, count);
}

ParameterizedTest(int *index, textbook, a_method_without_fault_raises_no_alarm) {
    gsl_set_error_handler_off();
    struct in_process with = in_process_with("method", textbook_methods[*index]->name);
    for (int i = 0; i < CHECKS; i++) {
        char said[4096] = "";
        int alarms =
            fail_in(&checks[i], &with, textbook_methods[*index], "*", said, sizeof said);
        cr_expect(alarms == 0, "%s, %s: %s", with.option[0][1], checks[i].name, said);
    }
}

ParameterizedTestParameters(textbook, a_method_without_fault_has_its_name) {
    static int index[32];
    size_t count = 0;
    for (; textbook_methods[count] != NULL; count++)
        index[count] = (int)count;
    return cr_make_param_array(int, index, count);
}

ParameterizedTest(int *index, textbook, a_method_without_fault_has_its_name) {
    gsl_set_error_handler_off();
    const struct textbook_method *method = textbook_methods[*index];
    struct in_process with = in_process_with("method", method->name);
    json_t *fingerprint = fingerprint_of(&with, NULL);
    cr_expect(strcmp(text_of(fingerprint, "method"), method->known) == 0,
              "%s is called '%s': %s", method->known, text_of(fingerprint, "method"),
              text_of(fingerprint, "diagnosis"));
    json_decref(fingerprint);
}

/* TEST_SEED repeats it, TEST_SCALE makes that many times more. */
Test(textbook, a_thousand_systems_raise_no_alarm_without_fault, .timeout = 3500) {
    enum { STUDIES = 24, SYSTEMS = 42 };
    gsl_set_error_handler_off();
    gsl_rng *random = seeded_random();
    const char *scale = getenv("TEST_SCALE");
    int studies = STUDIES * (scale != NULL && atoi(scale) > 1 ? atoi(scale) : 1), all = 0;
    while (textbook_methods[all] != NULL)
        all++;
    for (int i = 0; i < studies; i++) {
        struct in_process with =
            in_process_with("method", textbook_methods[i % all]->name);
        struct diagnostic d = {""};
        char said[4096] = "";
        json_t *fingerprint = fingerprint_of(&with, NULL), *results = json_array();
        const struct study s = {.method = "textbook",
                                .foreign = true,
                                .fingerprint = fingerprint,
                                .open_subject = in_process_open,
                                .context = &with,
                                .seed = 1 + gsl_rng_uniform_int(random, 1000000),
                                .systems = SYSTEMS};
        cr_assert(study_conditions(&s, results, &d) == 0, "%s", d.text);
        cr_expect(count_failures(results, "*", said, sizeof said) == 0, "%s: %s",
                  with.option[0][1], said);
        json_decref(results);
        json_decref(fingerprint);
    }
    gsl_rng_free(random);
}

ParameterizedTestParameters(textbook, a_fault_is_seen_by_the_check_of_the_table) {
    static int index[FAULTS];
    for (int i = FAULT_NONE + 1; i < FAULTS; i++)
        index[i - 1] = i;
    return cr_make_param_array(int, index, FAULTS - 1);
}

ParameterizedTest(int *index, textbook, a_fault_is_seen_by_the_check_of_the_table) {
    gsl_set_error_handler_off();
    const struct textbook_fault_info *info =
        textbook_fault_info((enum textbook_fault) * index);
    const char *pattern = strchr(info->check, '/');
    int known = 0;
    cr_assert(pattern != NULL, "%s", info->check);
    for (int i = 0; i < CHECKS; i++) {
        if (strncmp(checks[i].name, info->check, (size_t)(pattern - info->check)) != 0)
            continue;
        char said[4096] = "";
        struct in_process with = in_process_with("fault", info->id);
        known++;
        cr_expect(fail_in(&checks[i], &with, textbook_method_find(info->method),
                          pattern + 1, said, sizeof said) > 0,
                  "%s (%s) is not seen by %s", info->id, info->text, info->check);
    }
    cr_expect(known == 1, "%s: no check '%s'", info->id, info->check);
}

Test(textbook, newmarks_method_is_named_by_its_numbers) {
    gsl_set_error_handler_off();
    struct in_process with = in_process_with("method", "newmark");
    json_t *fingerprint = fingerprint_of(&with, NULL);
    cr_expect_str_eq(text_of(fingerprint, "name"),
                     "Newmark's method with beta = 121/400, gamma = 3/5");
    json_decref(fingerprint);
}
