/* The robustness study: our own methods survive every incident, and each way in which an
 * integrator may not is found.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/studies/robustness/study_robustness.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/studies/erratic.h"
#include "harness/tests/results_of.h"
#include "problems/base/status.h"

static struct study study_with(struct model *m, enum erratic *fault,
                               const struct subject_options *options) {
    struct study s = own_study(m);
    s.open_subject = erratic_open;
    s.context = fault;
    s.options = options;
    return s;
}

static json_t *study(const char *model, enum erratic fault) {
    struct model *m = catalogue_model(model);
    struct subject_options options = subject_default_options();
    struct study s = study_with(m, &fault, &options);
    return study_results(study_robustness, &s);
}

/* In one of the modes at least. */
static bool fails(const json_t *results, const char *quantity) {
    size_t i;
    const json_t *result;
    json_array_foreach(results, i, result) {
        if (strcmp(text_in(result, "quantity"), quantity) == 0 &&
            strcmp(text_in(result, "verdict"), "fail") == 0)
            return true;
    }
    return false;
}

Test(study_robustness, an_integrator_without_fault_passes_in_every_respect) {
    static const char *const models[] = {"pendulum_generic", "heavy_top", "quadratic",
                                         "vdp_mu1000", "contact_stack"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        json_t *results = study(models[i], ERRATIC_NOT);
        expect_no_alarm(results);
        cr_expect(json_array_size(results) == 14, "%zu", json_array_size(results));
    }
}

Test(study_robustness, each_fault_fails_where_it_shows) {
    static const struct {
        enum erratic fault;
        const char *fails[3];
    } cases[] = {
        {ERRATIC_TIME_LOST, {"robustness:step-negative", "robustness:rates-fail"}},
        {ERRATIC_STATE_LOST, {"robustness:step-not-finite", "robustness:rates-nan"}},
        {ERRATIC_ESTIMATE_LOST, {"robustness:step-negative", "robustness:rates-fail"}},
        {ERRATIC_NAN_STATE, {"robustness:start"}},
        {ERRATIC_NAN_STEP, {"robustness:step-not-finite"}},
        {ERRATIC_BACKWARDS, {"robustness:step-negative"}},
        {ERRATIC_ZERO_STEP, {"robustness:step-zero"}},
        {ERRATIC_NOT_FINITE, {"robustness:step-huge"}},
        {ERRATIC_DEAF, {"robustness:rates-fail"}},
        {ERRATIC_NEXT_STEP, {"robustness:rates-fail"}},
        {ERRATIC_FAILURE_KEPT, {"robustness:rates-fail", "robustness:step-negative"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *results = study("pendulum_generic", cases[i].fault);
        for (int k = 0; cases[i].fails[k] != NULL; k++)
            cr_expect(fails(results, cases[i].fails[k]), "%s: %s",
                      erratic_text(cases[i].fault), cases[i].fails[k]);
    }
}

static int make_step(const struct interrupted_run *w, const struct subject *s,
                     double size) {
    return s->step(s->self, size * w->step);
}

/* Each call of a step is made to fail in turn: the step does, and nothing else is lost. */
Test(study_robustness, a_failure_is_seen_whichever_call_of_a_step_it_is) {
    struct model *m = catalogue_model("double_pendulum_generic");
    struct subject_options options = subject_default_options();
    enum erratic none = ERRATIC_NOT;
    struct study s = study_with(m, &none, &options);
    struct diagnostic d = {""};
    struct interrupted_run run;
    int brought = 0;
    cr_assert(interrupted_run_init(&run, &s, FAST_DEFAULT, &d) == 0, "%s", d.text);
    for (int call = 1; call <= 40; call++) {
        const struct incident incident = {
            .happen = make_step, .size = 1, .failing_call = call};
        enum violation violation = interrupted_run_try(&run, &incident);
        brought += violation != VIOLATION_NOT_BROUGHT;
        cr_expect(violation == VIOLATION_NONE || violation == VIOLATION_NOT_BROUGHT,
                  "call %d: %s", call, violation_text(violation));
    }
    cr_expect(3 <= brought && brought < 40, "a step has some calls, not %d", brought);
}

/* Of a foreign integrator nothing is asked unless it has been declared. */
Test(study_robustness, a_foreign_integrator_fails_only_where_it_was_declared_robust) {
    struct model *m = catalogue_model("pendulum_generic");
    enum erratic fault = ERRATIC_STATE_LOST;
    for (int declared = 0; declared <= 1; declared++) {
        struct study s = study_with(m, &fault, NULL);
        s.foreign = true;
        s.declared_robust = declared == 1;
        json_t *results = study_results(study_robustness, &s);
        cr_expect(fails(results, "robustness:rates-fail") == (declared == 1));
        json_t *result = find_result(results, "double", "robustness:rates-fail");
        cr_expect(json_is_true(json_object_get(result, "required")) == (declared == 1));
    }
}
