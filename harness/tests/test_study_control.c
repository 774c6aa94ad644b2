/* The control study of integrators in processes of their own: what it says of some that are
 * right, and of textbook methods with a fault.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/control/study_control.h"
#include "harness/control/study_control_watch.h"
#include "harness/tests/models.h"
#include "harness/tests/plugins.h"
#include "harness/tests/program.h"

/* The results on one plug-in with one option (NULL: none). */
static json_t *watch(const char *place, const char *name, const char *value) {
    struct plugin_case c;
    struct diagnostic d = {""};
    json_t *results = json_array();
    gsl_set_error_handler_off();
    plugin_case_make(&c, place, name, value, NULL, NULL);
    c.plugin.seconds_limit = 10;
    const struct study s = {.method = "it",
                            .foreign = true,
                            .open_subject = plugin_open,
                            .context = &c.plugin};
    cr_assert(study_control(&s, results, &d) == 0, "%s %s: %s", place, value, d.text);
    return results;
}

static const char *text_of(const json_t *results, const char *quantity, const char *key) {
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        if (strcmp(json_string_value(json_object_get(result, "quantity")), quantity) == 0)
            return json_string_value(json_object_get(result, key));
    }
    return "";
}

static const struct {
    const char *plugin, *option, *value;
} right[] = {
    {"velocity-implicit-euler", NULL, NULL},
    {"gsl", "stepper", "rk2"},
    {"gsl", "stepper", "rkf45"},
    {"gsl", "stepper", "rk2imp"},
    {"gsl", "stepper", "bsimp"},
    {"gsl", "stepper", "msbdf"},
    {"cvode", "lmm", "adams"},
    {"cvode", "lmm", "bdf"},
    {"arkode", "table", "HEUN_EULER_2_1_2"},
    {"arkode", "table", "FEHLBERG_13_7_8"},
    {"arkode", "table", "SDIRK_5_3_4"},
    {"arkode", "table", "KNOTH_WOLKE_3_3"},
};

Test(study_control, other_peoples_integrators_raise_no_alarm) {
    for (size_t k = 0; k < sizeof right / sizeof *right; k++) {
        const char *place = plugin_path(right[k].plugin);
        if (access(place, R_OK) != 0)
            continue;
        json_t *results = watch(place, right[k].option, right[k].value), *result;
        size_t i;
        json_array_foreach(results, i, result) {
            const char *verdict = json_string_value(json_object_get(result, "verdict"));
            bool is_alarm = strcmp(verdict, "fail") == 0 ||
                            (json_is_true(json_object_get(result, "required")) &&
                             strcmp(verdict, "pass") != 0);
            cr_expect(!is_alarm, "%s %s: %s: %s", right[k].plugin, right[k].value,
                      json_string_value(json_object_get(result, "quantity")),
                      json_string_value(json_object_get(result, "reason")));
        }
        json_decref(results);
    }
}

/* GSL's manual, "Adaptive Step-size Control": S = 0.9, factors from 0.2 to 5, no change between
 * 0.5 and 1.1; the stepper rk4 is said there to be of order 4. */
Test(study_control, the_rule_of_gsl_is_that_of_its_manual) {
    const char *place = plugin_path("gsl");
    if (access(place, R_OK) != 0)
        cr_skip_test("no GSL adapter");
    json_t *results = watch(place, "stepper", "rk4");
    const char *said = text_of(results, "controller", "reason");
    cr_expect(strstr(said, "h' = 0.9 h (tol/err)^(1/5), growth <= 5") != NULL, "%s",
              said);
    cr_expect(strstr(said, "norm max of err/(1 + |x|) after the step") != NULL, "%s",
              said);
    json_decref(results);
}

Test(study_control, steps_that_go_on_from_earlier_ones_are_not_repeated) {
    const char *place = plugin_path("cvode");
    if (access(place, R_OK) != 0)
        cr_skip_test("no CVODE adapter");
    json_t *results = watch(place, "lmm", "bdf");
    const char *said = text_of(results, "repeat", "reason");
    cr_expect(strstr(said, "does not apply") != NULL, "%s", said);
    json_decref(results);
}

static const struct {
    const char *fault, *quantity, *said;
} wrong[] = {
    {"KEEPS_STATE_RK4", "repeat", "the state of a rejected step is kept"},
    {"KEEPS_STAGE", "repeat", "something is kept (its time, or a stage)"},
    {"STAGE_SURVIVES", "restart", "start leaves something"},
    {"NAN_OVERLOOKED", "incidents", "gives what is not a number"},
    {"BEYOND_END", "end", "past its end"},
    {"MAX_STEP_IGNORED", "max-step", "option max-step"},
    {"HALF_COUNTED", "counters:evaluations", "its counter 'evaluations' says"},
};

Test(study_control, faults_are_told_of_a_process_as_well) {
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        json_t *results = watch(TEXTBOOK, "fault", wrong[k].fault);
        const char *said = text_of(results, wrong[k].quantity, "reason");
        cr_expect_str_eq(text_of(results, wrong[k].quantity, "verdict"), "fail", "%s",
                         wrong[k].fault);
        cr_expect(strstr(said, wrong[k].said) != NULL, "%s: %s", wrong[k].fault, said);
        json_decref(results);
    }
}

/* Of one step of Dormand and Prince's method: seven evaluations, the nodes of its table. */
Test(study_control, the_calls_of_a_step_are_recorded) {
    static const double nodes[] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
    enum { STAGES = sizeof nodes / sizeof *nodes, WIDTH = 2 + 2 };
    const double t = 1.25, h = 0.0625, x[] = {0.3, -0.7}, *call = NULL;
    struct plugin_case c;
    struct subject_options options = subject_default_options();
    struct model *m = model_from("position q = 0\nvelocity v = 0\nq' = v\nv' = -2*q\n");
    plugin_case_make(&c, TEXTBOOK, "method", "dormand-prince", NULL, NULL);
    options.fixed_step = true;
    options.records_calls = true;
    struct subject s = plugin_subject(&c, m, &options);
    cr_assert(s.start(s.self, t, x) == 0 && s.step(s.self, h) == 0, "%s", s.why(s.self));
    cr_assert_eq(s.calls(s.self, &call), STAGES);
    for (int i = 0; i < STAGES; i++) {
        cr_expect(call[i * WIDTH] == 0);
        cr_expect(fabs(call[i * WIDTH + 1] - t - nodes[i] * h) < 1e-15);
    }
    cr_expect(call[2] == x[0] && call[3] == x[1]);
    s.free(s.self);
    model_free(m);
}

/* The end of a rejected step's state being kept: all else passes, and the solution is wrong. */
Test(study_control, the_quick_gate_names_a_state_kept_from_a_rejected_step) {
    struct program_outcome o = program_run_line(
        HALFSTEP_PROGRAM, "gate pendulum --profile quick --option fault=KEEPS_STATE "
                          "--integrator " TEXTBOOK);
    cr_expect_eq(o.status, 1);
    cr_expect(strstr(o.out, "FAIL control: repeat") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "the state of a rejected step is kept") != NULL, "%s", o.out);
    program_clear(&o);
}

/* A norm over zeros, a step that no component leaves. */
Test(study_control, a_norm_weighs_components_as_its_name_says) {
    const double error[] = {3e-3, -1e-3, 2e-3, 4e-3}, x[] = {2, 0.5, -1, 0};
    const double next[] = {1, 0.5, -3, 0};
    const struct control_norm absolute = {CONTROL_MAX, CONTROL_ABSOLUTE, CONTROL_ALL};
    const struct control_norm mixed = {CONTROL_MAX, CONTROL_MIXED_BEFORE,
                                       CONTROL_POSITIONS};
    const struct control_norm mean = {CONTROL_MEAN_SQUARE, CONTROL_MIXED_LARGER,
                                      CONTROL_RATES};
    cr_expect(fabs(control_size(&absolute, error, x, next) - 4e-3) < 1e-17);
    cr_expect(fabs(control_size(&mixed, error, x, next) - 1e-3) < 1e-17);
    cr_expect(fabs(control_size(&mean, error, x, next) - sqrt((2.5e-7 + 1.6e-5) / 2)) <
              1e-17);
}
