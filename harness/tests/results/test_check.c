/* What is known about quantities.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/results/check.h"
#include "harness/tests/program.h"
#include "harness/tests/results_of.h"

static json_t *about(const char *study, const char *quantity, const char *component) {
    json_t *r = json_pack("{s:s, s:s, s:s, s:s}", "study", study, "quantity", quantity,
                          "model", "pendulum", "method", "m");
    if (component != NULL)
        json_object_set_new(r, "component", json_string(component));
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
        json_t *r = about(known[i].study, known[i].quantity, known[i].component);
        check_rule(rule, sizeof rule, r);
        cr_expect_str_eq(rule, known[i].rule);
        json_decref(r);
    }
}

Test(check, the_command_names_study_model_and_integrator_as_a_shell_reads_them) {
    struct gate_outcome o = {.asked =
                                 json_pack("{s:s}", "pendulum", "./my models/p.model")};
    char command[256];
    json_t *gap = about("gap", "gap-order", NULL);
    check_command(command, sizeof command, gap, &o);
    cr_expect_str_eq(command, "halfstep gap './my models/p.model' --method m");
    o.integrator = "--integrator ./mine.so";
    check_command(command, sizeof command, gap, &o);
    cr_expect_str_eq(command,
                     "halfstep gap './my models/p.model' --integrator ./mine.so");
    json_t *declared = about("declared", "declared-order", NULL);
    check_command(command, sizeof command, declared, &o);
    cr_expect_str_eq(command, "halfstep fingerprint --integrator ./mine.so");
    json_t *robust = about("robustness", "robustness:start-nan", NULL);
    check_command(command, sizeof command, robust, &o);
    cr_expect_str_eq(command, "");
    json_decref(gap);
    json_decref(declared);
    json_decref(robust);
    json_decref((json_t *)o.asked);
}

Test(check, every_quantity_of_the_gate_is_explained) {
    json_t *document = program_json(HALFSTEP_PROGRAM,
                                    "gate --profile full quadratic pendulum --json -", 0);
    size_t i;
    json_t *result;
    json_array_foreach(json_object_get(document, "results"), i, result) {
        const struct check *c = check_of(result);
        cr_expect(strcmp(c->study, "*") != 0, "%s %s", text_in(result, "study"),
                  text_in(result, "quantity"));
        cr_expect(
            strcmp(text_in(result, "grade"), "none") == 0 ||
                strcmp(check_grade(text_in(result, "grade")), check_grade("none")) != 0,
            "%s", text_in(result, "grade"));
    }
    cr_expect(i > 100);
    json_decref(document);
}

Test(check, a_crash_is_explained_in_any_study) {
    json_t *crash = about("gap", "study", NULL);
    cr_expect_str_eq(check_of(crash)->checks, "the study could be carried out");
    json_decref(crash);
}
