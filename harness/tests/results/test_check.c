/* What is known about quantities.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/check.h"
#include "harness/results/result.h"
#include "harness/results/results_print.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/results_of.h"

static struct result about(const char *study, const char *quantity,
                           const char *component) {
    struct result r = result_of_failure(study, "pendulum", "m");
    r.quantity = quantity;
    r.component = component != NULL ? component : "";
    return r;
}

Test(check, a_rule_is_the_quantity_without_its_component) {
    static const struct {
        const char *study, *quantity, *component, *rule;
    } known[] = {
        {"gap", "error-order", NULL, "gap/error-order"},
        {"gap", "error-order:w[1]", "w[1]", "gap/error-order"},
        {"gap", "remainder-order:gap", NULL, "gap/remainder-order:gap"},
        {"order", "error-constant:order", NULL, "order/error-constant:order"},
        {"order", "order:error", "error", "order/order"},
        {"invariants", "invariant-order:energy", NULL, "invariants/invariant-order"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char rule[64];
        const struct result r =
            about(known[i].study, known[i].quantity, known[i].component);
        check_rule(rule, sizeof rule, &r);
        cr_expect_str_eq(rule, known[i].rule);
    }
}

Test(check, the_command_names_study_model_and_integrator_as_a_shell_reads_them) {
    struct gate_place place = {"pendulum", "p.model", "./my models/p.model"};
    struct gate_outcome o = {.places = {&place, 1}};
    char command[256];
    const struct result gap = about("gap", "gap-order", NULL);
    check_command(command, sizeof command, &gap, &o);
    cr_expect_str_eq(command, "halfstep gap './my models/p.model' --method m");
    place.asked = "it's.model";
    check_command(command, sizeof command, &gap, &o);
    cr_expect_str_eq(command, "halfstep gap 'it'\\''s.model' --method m");
    place.asked = "./my models/p.model";
    o.integrator = "--integrator ./mine.so";
    check_command(command, sizeof command, &gap, &o);
    cr_expect_str_eq(command,
                     "halfstep gap './my models/p.model' --integrator ./mine.so");
    const struct result declared = about("declared", "declared-order", NULL);
    check_command(command, sizeof command, &declared, &o);
    cr_expect_str_eq(command, "halfstep fingerprint --integrator ./mine.so");
    const struct result robust = about("robustness", "robustness:start-nan", NULL);
    check_command(command, sizeof command, &robust, &o);
    cr_expect_str_eq(command, "");
    const struct result alone = about("stability", "stability", NULL);
    check_command(command, sizeof command, &alone, &o);
    cr_expect_str_eq(command, "halfstep stability --integrator ./mine.so");
    o.places.count = 0;
    check_command(command, sizeof command, &gap, &o);
    cr_expect_str_eq(command, "", "nobody has asked for a model");
}

/* Of the gate on the whole catalogue test_gate_seconds says the same, but for the long runs. */
Test(check, every_quantity_of_a_full_gate_is_explained) {
    json_t *document = halfstep_json(0, "gate --profile full quadratic pendulum --method "
                                        "implicit-euler --json -");
    expect_explained(document, 100);
}

Test(check, a_crash_is_explained_in_any_study) {
    const struct result crash = about("gap", "study", NULL);
    cr_expect_str_eq(check_of(&crash).checks, "the study could be carried out");
}

/* Seen to fail: without it, of another study, and without the sentence before. */
Test(check, an_integrators_rule_of_error_control_is_told_after_its_fingerprint) {
    struct results results = {.count = 0};
    char text[512];
    struct result r = about("statistics", "controller", NULL);
    cr_assert(results_add(&results, &r, "counters") == 0);
    r = about("control", "controller", NULL);
    cr_assert(results_add(&results, &r, "controller: h' = 0.9 h (tol/err)^(1/2)") == 0);
    struct gate_outcome o = {.results = &results, .integrator = "--integrator ./mine.so"};
    gate_outcome_subject(text, sizeof text, &o);
    cr_expect_str_eq(text, "Error control, controller: h' = 0.9 h (tol/err)^(1/2).");
    json_t *print = json_pack("{s:s}", "diagnosis", "This is Heun's method.");
    r = about("fingerprint", "method", NULL);
    r.fingerprint = print;
    cr_assert(results_add(&results, &r, "%s", "") == 0);
    gate_outcome_subject(text, sizeof text, &o);
    cr_expect_str_eq(text,
                     "Fingerprint: This is Heun's method. No method and no order is "
                     "declared (--expect): another method than the one meant may "
                     "pass. Error control, controller: h' = 0.9 h (tol/err)^(1/2).");
    o.integrator = NULL;
    gate_outcome_subject(text, sizeof text, &o);
    cr_expect_str_eq(text, "");
}

/* Seen to fail: a diagnosis of several lines was printed with the failure and below it. */
Test(check, a_failing_fingerprint_is_told_once) {
    struct results results = {.count = 0};
    json_t *print =
        json_pack("{s:s}", "diagnosis", "This is Heun's method, with c2 = 0.");
    struct result r = about("fingerprint", "fingerprint", NULL);
    char *text;
    size_t length;
    r.fingerprint = print;
    r.verdict = VERDICT_FAIL;
    cr_assert(results_add(&results, &r, "%s", "This is Heun's method, with c2 = 0.") ==
              0);
    const struct gate_outcome o = {
        .results = &results, .integrator = "--integrator ./mine.so", .profile = "quick"};
    FILE *out = open_memstream(&text, &length);
    gate_print(&o, false, out);
    fclose(out);
    const char *first = strstr(text, "This is Heun's method");
    cr_expect(first != NULL && strstr(first + 1, "This is Heun's method") == NULL, "%s",
              text);
    cr_expect(strstr(text, "as the line 'Fingerprint' below says") != NULL, "%s", text);
    free(text);
    json_decref(print);
    results_clear(&results);
}
