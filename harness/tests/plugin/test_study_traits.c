/* The studies of an integrator that is not ours: Heun's method passes all of them, and each
 * fault is found where it shows; what cannot be judged says so.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/results/result.h"
#include "harness/studies/common/study_traits.h"
#include "harness/tests/fingerprint_of.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/faulty.h"
#include "harness/tests/models.h"
#include "harness/tests/results_of.h"
#include "harness/tests/plugin/rungekutta.h"

/* What halfstep fingerprint says of Heun's method. */
static const char heun_text[] =
    "{\"method\": \"heun\", \"convergence\": {\"order\": 2, \"at_least\": false,"
    " \"estimate_order\": 2, \"gap_order\": 2}, \"estimate\": {\"signed\": true},"
    " \"trees\": [{\"tree\": \"v\", \"estimate_expected\": \"0\", \"verdict\": "
    "\"pass\"}]}";

static json_t *study_by(study_function *function, const char *model,
                        struct heun_options *options,
                        const struct fingerprint *fingerprint) {
    struct model *m = catalogue_model(model);
    struct study s = {.model = m,
                      .method = "mine",
                      .open_subject = heun_open,
                      .context = options,
                      .effort = STUDY_GATE,
                      .foreign = true,
                      .fingerprint = fingerprint};
    return study_results(function, &s);
}

static json_t *study(study_function *function, const char *model, enum heun_fault fault) {
    const struct fingerprint *fingerprint = fingerprint_of_text(heun_text);
    struct heun_options options = {.fault = fault};
    return study_by(function, model, &options, fingerprint);
}

static const char *verdict_on(const json_t *results, const char *quantity) {
    return text_in(find_result(results, "double", quantity), "verdict");
}

Test(study_traits, a_method_without_fault_passes_every_study, .timeout = 120) {
    static study_function *const functions[] = {study_order,       study_gap,
                                                study_statistics,  study_invariants,
                                                study_determinism, study_robustness};
    static const char *const models[] = {"pendulum_generic",     "heavy_top_generic",
                                         "mathieu_generic",      "quadratic",
                                         "discontinuous_spring", "robertson"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
            json_t *results = study(functions[k], models[i], HEUN_RIGHT);
            expect_no_alarm(results);
        }
}

Test(study_traits, what_is_judged_of_a_method_that_is_known) {
    json_t *order = study(study_order, "pendulum_generic", HEUN_RIGHT);
    json_t *gap = study(study_gap, "pendulum_generic", HEUN_RIGHT);
    cr_expect(fabs(number_in(find_result(order, "double", "order"), "value") - 2) < 0.01);
    cr_expect(json_array_size(order) == 1, "nothing of the reference's pair");
    static const struct {
        const char *quantity;
        double value, tolerance;
    } expected[] = {{"error-order", 3, 0.01},
                    {"estimate-order", 2, 0.01},
                    {"gap-order", 2, 0.01},
                    {"step-roundoff", 0.5, 0.5},
                    {"step-estimate", 0.5, 0.5}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        json_t *result = find_result(gap, "double", expected[i].quantity);
        double off = fabs(number_in(result, "value") - expected[i].value);
        cr_expect(isfinite(off) && off <= expected[i].tolerance, "%s: %g",
                  expected[i].quantity, number_in(result, "value"));
        cr_expect(json_is_true(json_object_get(result, "required")), "%s",
                  expected[i].quantity);
    }
}

/* A coefficient that is off is a fault, and on a model with joints may be how these are held. Seen
 * to fail: a stabilised Euler method was held to the steps of backward Euler. */
Test(study_traits, a_method_that_holds_joints_has_steps_of_its_own) {
    static const struct {
        enum heun_fault fault;
        const char *model, *verdict;
    } cases[] = {{HEUN_COEFFICIENT, "pendulum_generic", "fail"},
                 {HEUN_COEFFICIENT, "circle_pendulum", "not-asymptotic"},
                 {HEUN_RIGHT, "circle_pendulum", "pass"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *results = study(study_gap, cases[i].model, cases[i].fault);
        cr_expect_str_eq(verdict_on(results, "step-roundoff"), cases[i].verdict);
    }
}

Test(study_traits, each_fault_fails_where_it_shows) {
    static const struct {
        enum heun_fault fault;
        study_function *function;
        const char *fails;
    } cases[] = {
        {HEUN_EULER, study_order, "order"},
        {HEUN_EULER, study_gap, "error-order"},
        {HEUN_FORCE, study_order, "order"},
        {HEUN_FORCE, study_gap, "error-order"},
        {HEUN_EULER, study_invariants, "invariant-order:energy"},
        {HEUN_COEFFICIENT, study_gap, "step-roundoff"},
        {HEUN_SECOND_STEP, study_gap, "step-roundoff"},
        {HEUN_ESTIMATE, study_gap, "step-estimate"},
        {HEUN_ESTIMATE_SIGN, study_gap, "step-estimate"},
        {HEUN_COUNTER, study_statistics, "counters"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *results = study(cases[i].function, "pendulum_generic", cases[i].fault);
        cr_expect_str_eq(verdict_on(results, cases[i].fails), "fail", "%s of fault %d",
                         cases[i].fails, (int)cases[i].fault);
    }
    json_t *results = study(study_gap, "mathieu_generic", HEUN_OLD_TIME);
    cr_expect_str_eq(verdict_on(results, "error-order"), "fail",
                     "its rates use the time");
}

/* Implicit Euler's pair, as if its name were not known: the estimate takes the error's first
 * term away. */
Test(study_traits, the_gap_of_an_estimate_with_a_sign_has_its_own_order) {
    static const char text[] = "{\"convergence\": {\"order\": 1, \"estimate_order\": 2,"
                               " \"gap_order\": 3}, \"estimate\": {\"signed\": true}}";
    static const enum fault fault_of[] = {NO_FAULT, E1_HALVED, E3_SIGN};
    const struct fingerprint *fingerprint = fingerprint_of_text(text);
    struct model *m = catalogue_model("pendulum_generic");
    for (int k = 0; k < 3; k++) {
        enum fault fault = fault_of[k];
        struct study s = {.model = m,
                          .method = "mine",
                          .open_subject = faulty_open,
                          .context = &fault,
                          .foreign = true,
                          .fingerprint = fingerprint};
        json_t *results = study_results(study_gap, &s);
        cr_expect_str_eq(verdict_on(results, "error-order"), "pass");
        cr_expect_str_eq(verdict_on(results, "estimate-order"), "pass");
        cr_expect_str_eq(verdict_on(results, "gap-order"), k == 0 ? "pass" : "fail", "%s",
                         fault_text(fault));
        if (fault != E1_HALVED)
            cr_expect_str_eq(verdict_on(results, "estimate-sign"),
                             fault == NO_FAULT ? "pass" : "fail");
    }
}

/* The same where nothing is expected of the gap but what the fingerprint has seen, with the
 * wrong sign, too; an estimate of less, which is an error of another result, may have either.
 *
 * Seen to fail: signs that are not compared, and compared of any estimate. */
Test(study_traits, the_sign_of_an_estimate_of_the_error_itself_is_judged) {
    static const char text[] = "{\"convergence\": {\"order\": 1, \"estimate_order\": 2,"
                               " \"gap_order\": 2}, \"estimate\": {\"signed\": true}}";
    const struct fingerprint *fingerprint = fingerprint_of_text(text);
    struct model *m = catalogue_model("pendulum_generic");
    enum fault fault = E3_SIGN;
    struct study s = {.model = m,
                      .method = "mine",
                      .open_subject = faulty_open,
                      .context = &fault,
                      .foreign = true,
                      .fingerprint = fingerprint};
    json_t *results = study_results(study_gap, &s);
    cr_expect_str_eq(verdict_on(results, "gap-order"), "pass");
    cr_expect_str_eq(verdict_on(results, "estimate-sign"), "fail");
    results = study(study_gap, "pendulum_generic", HEUN_ESTIMATE_SIGN);
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result)
        cr_expect(strcmp(text_in(result, "quantity"), "estimate-sign") != 0);
}

Test(study_traits, an_unknown_method_is_measured_and_not_judged) {
    struct heun_options options = {.fault = HEUN_EULER};
    static study_function *const functions[] = {study_order, study_gap, study_invariants};
    for (int k = 0; k < 3; k++) {
        json_t *results = study_by(functions[k], "pendulum_generic", &options, NULL);
        expect_no_alarm(results);
        json_t *first = json_array_get(results, 0);
        cr_expect(fabs(number_in(first, "value") - (k == 1 ? 2 : 1)) < 0.05, "%g",
                  number_in(first, "value"));
        cr_expect_str_eq(text_in(first, "verdict"), "not-asymptotic");
    }
}

Test(study_traits, a_declared_order_takes_the_fingerprints_place) {
    const struct fingerprint *fingerprint = fingerprint_of_text(heun_text);
    struct study s = {.foreign = true, .fingerprint = fingerprint};
    cr_expect(study_traits(&s).order == 2);
    s.declared_order = 4;
    cr_expect(study_traits(&s).order == 4);
    s.foreign = false;
    cr_expect(study_traits(&s).order == 1, "ours");
}

/* Of a splitting books tell the order that it has on some models: no other model is held to it,
 * and one with joints only where it is declared.
 *
 * Seen to fail: 2 was expected of every model; of none. */
Test(study_traits, an_order_that_a_splitting_has_on_some_models_is_not_asked_of_all) {
    struct fingerprint verlet = *fingerprint_of_text(heun_text);
    verlet.convergence.met.order = 1;
    verlet.convergence.met.at_least = false;
    verlet.convergence.separable = 2;
    struct study s = {.foreign = true, .fingerprint = &verlet, .declared_order = 2};
    cr_expect(study_traits(&s).order == 1);
    cr_expect(study_traits(&s).order_is_least);
    static const struct {
        const char *model;
        int undeclared, declared;
        bool is_least;
    } cases[] = {
        {"henon_heiles", 2, 2, false},
        {"damped_pendulum", 1, 1, true},
        {"heavy_top_generic", 1, 1, true},
        {"bouncing_ball", 1, 1, true},
        {"position x = 1\nvelocity v = 0\nx' = 2*v\nv' = -x\n", 1, 1, true},
        {"position x = 1\nvelocity v = 0\nstate c = 1\nx' = v\nv' = -x\nc' = -c\n", 1, 1,
         true},
        {"circle_pendulum", 1, 2, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bool is_own = strchr(cases[i].model, '\n') != NULL;
        s.model = is_own ? model_from(cases[i].model) : catalogue_model(cases[i].model);
        s.declared_order = 0;
        cr_expect(study_traits(&s).order == cases[i].undeclared, "%s", cases[i].model);
        s.declared_order = 2;
        cr_expect(study_traits(&s).order == cases[i].declared, "%s", cases[i].model);
        cr_expect_eq(study_traits(&s).order_is_least, cases[i].is_least, "%s",
                     cases[i].model);
    }
    s.model = NULL;
    s.declared_order = 3;
    cr_expect(study_traits(&s).order == 3);
    cr_expect(!study_traits(&s).order_is_least);
}

Test(study_traits, without_an_estimate_the_study_says_so) {
    const struct fingerprint *fingerprint = fingerprint_of_text(heun_text);
    struct heun_options options = {.without_estimate = true};
    json_t *results = study_by(study_gap, "pendulum_generic", &options, fingerprint);
    json_t *result = find_result(results, "double", "estimate-order");
    cr_expect_str_eq(text_in(result, "verdict"), "not-asymptotic");
    cr_expect(!json_is_true(json_object_get(result, "required")));
    cr_expect(strstr(text_in(result, "reason"), "no error estimate") != NULL);
    expect_no_alarm(results);
}

/* Of an order of 4, or of at least 4, that comes out within 0.1 of `found`; NaN: it shows none. */
static enum verdict verdict_of(double found, bool is_least, bool required) {
    const struct fingerprint *fingerprint = fingerprint_of_text(
        is_least ? "{\"convergence\": {\"order\": 4, \"at_least\": true}}"
                 : "{\"convergence\": {\"order\": 4}}");
    const struct study s = {.foreign = true, .fingerprint = fingerprint};
    const struct ladder_order order = {.found = !isnan(found),
                                       .fitted = true,
                                       .low = found - 0.1,
                                       .high = found + 0.1,
                                       .lowest = found - 0.1,
                                       .highest = found + 0.1};
    struct result r = {.required = required};
    study_hold_order(&r, &s, 0, NULL, &order, study_traits(&s).order, false);
    cr_expect(r.required == (required && r.verdict != VERDICT_NOT_ASYMPTOTIC));
    return r.verdict;
}

Test(study_traits, an_order_that_is_only_a_bound_is_judged_on_one_side) {
    cr_expect(verdict_of(8, true, true) == VERDICT_PASS);
    cr_expect(verdict_of(8, false, true) == VERDICT_NOT_ASYMPTOTIC);
    cr_expect(verdict_of(3, true, true) == VERDICT_FAIL);
    cr_expect(verdict_of(NAN, true, true) == VERDICT_NOT_ASYMPTOTIC);
    cr_expect(verdict_of(3, true, false) == VERDICT_NOT_ASYMPTOTIC);
    cr_expect(verdict_of(4, false, true) == VERDICT_PASS);
}

/* Explicit and semi-explicit Euler are one method where there are no positions. */
Test(study_traits, what_was_seen_without_positions_is_no_law_of_those) {
    static const char of[] = "{\"method\": \"heun\", \"family\": \"plain\","
                             " \"families_refused\": %s}";
    static const char *const refused[] = {"[]", "[{\"family\": \"mechanical\"}]"};
    struct model *m = catalogue_model("pendulum");
    for (int i = 0; i < 2; i++) {
        char text[128];
        snprintf(text, sizeof text, of, refused[i]);
        const struct fingerprint *fingerprint = fingerprint_of_text(text);
        const struct study s = {.model = m, .foreign = true, .fingerprint = fingerprint};
        const char *name = study_traits(&s).known;
        cr_expect(i == 0 ? name != NULL && strcmp(name, "heun") == 0 : name == NULL);
    }
}

/* Errors of velocity Verlet's steps, composed to order 6 and so of order 1 where forces depend on
 * velocities, of the driven pendulum over 20: the slope rises to 0.8 where the ladder ends, where
 * six of them are straight, and to 1 beyond. */
static const double driven[] = {
    0.41453852378438716, 0.6218309070898631,   0.6401808402245457,  0.6565255597829571,
    0.6446272298098268,  0.3588652223835663,   0.283948028445493,   0.21442665209753395,
    0.17987994673869834, 0.13766795272523963,  0.11096123669022008, 0.08055159879555007,
    0.06434129543499797, 0.047003558462553746, 0.03739763677661202};
enum { DRIVEN = sizeof driven / sizeof *driven };

Test(study_traits, a_slope_that_still_rises_is_no_failure) {
    const struct ladder_rule rule = {.min_points = 6,
                                     .max_corrections = 4,
                                     .accept = study_traits_accept,
                                     .noise = 1e-15};
    struct ladder_point point[DRIVEN];
    struct model *m = catalogue_model("driven_pendulum");
    const struct study s = {.model = m, .method = "mine", .foreign = true};
    for (int i = 0; i < DRIVEN; i++)
        point[i] = (struct ladder_point){.h = (i % 2 ? 5 / 12.0 : 5 / 8.0) / (1 << i / 2),
                                         .error = driven[i]};
    const struct ladder_order o = ladder_fit(DRIVEN, point, &rule);
    cr_expect(o.found && o.high < 0.8, "[%g, %g]", o.low, o.high);
    static const struct {
        double expected;
        enum verdict verdict;
    } cases[] = {{1, VERDICT_NOT_ASYMPTOTIC}, {2, VERDICT_FAIL}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct result r = result_begin(m, "order", "double", "order");
        r.required = true;
        study_hold_order(&r, &s, DRIVEN, point, &o, cases[k].expected, false);
        cr_expect(r.verdict == cases[k].verdict, "%g: %d", cases[k].expected, r.verdict);
        json_decref(r.points);
    }
}
