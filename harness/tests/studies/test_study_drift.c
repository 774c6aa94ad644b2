/* The drift study, and integrators that do not project when they should.
 *
 * Seen to fail: the error in velocity taken for that in position.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/study.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/results_of.h"

static json_t *run(const char *model, const char *method, study_open_subject *broken) {
    struct model *m = catalogue_model(model);
    struct study s = own_study(m);
    s.method = method;
    if (broken != NULL)
        s.open_subject = broken;
    return study_results(study_drift, &s);
}

Test(study_drift, constraints_are_kept_to_their_tolerance_by_all_methods) {
    static const char *const methods[] = {"semi-explicit-euler", "semi-explicit-euler-2",
                                          "explicit-euler", "runge-kutta-merson"};
    static const char *const models[] = {"rod_pendulum", "skate"};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 4; i++) {
            json_t *results = run(models[k], methods[i], NULL);
            cr_expect_str_eq(
                text_in(find_result(results, "double", "constraint-error:lazy"),
                        "verdict"),
                "pass", "%s of %s", methods[i], models[k]);
            expect_no_alarm(results);
        }
}

Test(study_drift, without_projection_the_rod_drifts_by_the_methods_order) {
    json_t *results = run("rod_pendulum", "runge-kutta-merson", NULL);
    json_t *order = find_result(results, "double", "drift-order");
    cr_expect(fabs(number_in(order, "value") - 4) <= 0.1, "%g",
              number_in(order, "value"));
    results = run("rod_pendulum", "explicit-euler", NULL);
    order = find_result(results, "double", "drift-order");
    cr_expect(fabs(number_in(order, "value") - 1) <= 0.1, "%g",
              number_in(order, "value"));
}

/* Seen to fail: the reason without the steps, as if it were that of all runs. */
Test(study_drift, a_run_that_ends_early_is_told_with_its_steps) {
    json_t *results = run("slider_crank", "semi-explicit-euler", NULL);
    const char *reason = text_in(find_result(results, "double", "drift-order"), "reason");
    cr_expect(strstr(reason, "; of 128 steps; it ends at t = 0.006"), "%s", reason);
}

static int open_without(void *context, struct model *m,
                        const struct subject_options *options, struct subject *s,
                        struct diagnostic *d) {
    struct subject_options o = *options;
    (void)context;
    if (o.integrator.projection == PROJECTED_LAZY)
        o.integrator.projection = PROJECTED_OFF;
    return subject_open(s, m, &o, d);
}

Test(study_drift, lazy_projection_that_never_happens_fails) {
    json_t *results = run("rod_pendulum", "runge-kutta-merson", open_without);
    cr_expect_str_eq(
        text_in(find_result(results, "double", "constraint-error:lazy"), "verdict"),
        "fail");
    cr_expect_str_eq(
        text_in(find_result(results, "double", "constraint-error:every-step"), "verdict"),
        "pass");
}

/* A tolerance ten times what was asked for. */
static int open_loose(void *context, struct model *m,
                      const struct subject_options *options, struct subject *s,
                      struct diagnostic *d) {
    struct subject_options o = *options;
    (void)context;
    o.integrator.constraint_tolerance *= 10;
    return subject_open(s, m, &o, d);
}

Test(study_drift, a_tolerance_ten_times_too_large_fails) {
    json_t *results = run("rod_pendulum", "runge-kutta-merson", open_loose);
    cr_expect_str_eq(
        text_in(find_result(results, "double", "constraint-error:lazy"), "verdict"),
        "fail");
}

Test(study_drift, models_without_joints_have_no_results) {
    json_t *results = run("pendulum", "runge-kutta-merson", NULL);
    cr_expect(json_array_size(results) == 0);
}
