/* The gap study on models with a closed form, and on some of the catalogue.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/studies/gap/study_gap.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "harness/tests/results_of.h"
#include "problems/base/status.h"

static void open_problem(struct gap_problem *g, struct study *s, const char *text) {
    struct diagnostic d = {""};
    *s = own_study(model_from(text));
    cr_assert(gap_problem_init(g, s, NULL, &d) == 0, "%s", d.text);
    cr_assert(gap_measure(g, &d) == 0, "%s", d.text);
}

static double predicted(const struct gap_problem *g, int point, enum gap_kind kind,
                        int k) {
    return mpfr_get_d(g->point[point].predicted[kind][k], MPFR_RNDN);
}

static bool is_near(double found, double expected) {
    return fabs(found - expected) <= 1e-14 * fabs(expected);
}

/* x' = l x: small = x/(1 - z/2)^2, large = x/(1 - z), z = l h: coefficients (k + 1)/2^k, 1,
 * and 1/k! of the exponential. */
Test(study_gap, predicts_the_coefficients_of_the_linear_closed_form) {
    struct gap_problem g;
    struct study s;
    open_problem(&g, &s, "span 0 .. 1.3\nstate x = 0.83\nx' = -1.7*x\n");
    for (int point = 0; point < g.points; point++) {
        double x = 0.83 * exp(-1.7 * g.point[point].time);
        for (int k = 2; k <= 6; k++) {
            double small = (k + 1) * exp2(-k), exact = 1 / tgamma(k + 1);
            double power = x * pow(-1.7, k);
            cr_expect(
                is_near(predicted(&g, point, GAP_ERROR, k), (small - exact) * power));
            cr_expect(
                is_near(predicted(&g, point, GAP_ESTIMATE, k), (1 - small) * power));
            cr_expect(is_near(predicted(&g, point, GAP_GAP, k),
                              (2 * small - 1 - exact) * power));
        }
    }
}

/* One row for each term of the h^3 coefficients: x' = -1.7 x has f' f' f alone, x' = 3 t^2
 * has f''(f, f) alone, x' = x^2 both. The numbers are from the closed forms of the steps. */
Test(study_gap, differences_the_field_into_the_third_coefficients) {
    static const struct {
        const char *text;
        double error, estimate, gap; /* at the start */
    } TABLE[] = {
        {"state x = 1\nx' = -1.7*x\n", 4.913 * -1 / 3, 4.913 * -1 / 2, 4.913 / 6},
        {"state x = 1\nx' = 3*t^2\n", 0.875, 1.125, -0.25},
        {"span 0 .. 0.5\nstate x = 1\nx' = x^2\n", 7.0 / 24 + 4.0 / 3, 3.0 / 8 + 2,
         -1.0 / 12 - 2.0 / 3},
    };
    for (size_t row = 0; row < sizeof TABLE / sizeof TABLE[0]; row++) {
        struct gap_problem g;
        struct study s;
        open_problem(&g, &s, TABLE[row].text);
        const double expected[] = {TABLE[row].error, TABLE[row].estimate, TABLE[row].gap};
        for (int kind = 0; kind < GAP_KINDS; kind++) {
            double third = mpfr_get_d(g.point[0].third[kind][0], MPFR_RNDN);
            cr_expect(is_near(third, expected[kind]), "row %zu, %s: %.17g, not %.17g",
                      row, gap_kind_name((enum gap_kind)kind), third, expected[kind]);
            cr_expect(is_near(predicted(&g, 0, (enum gap_kind)kind, 3), expected[kind]));
        }
    }
}

/* x' = x^2 from 1: x'' = 2 x^3. */
Test(study_gap, differences_the_field_into_the_second_derivative) {
    struct gap_problem g;
    struct study s;
    open_problem(&g, &s, "span 0 .. 0.5\nstate x = 1\nx' = x^2\n");
    cr_expect(is_near(mpfr_get_d(g.point[0].second[0], MPFR_RNDN), 2));
    cr_expect(is_near(mpfr_get_d(g.point[0].flow_second[0], MPFR_RNDN), 1));
    cr_expect(is_near(predicted(&g, 0, GAP_ERROR, 2), 0.5));
}

/* Adds 0.37 h^power to a kind, predicted and measured, of a model with one state. */
static void add_term(struct gap_point *p, enum gap_kind kind, int power) {
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(p->h[0]));
    mpfr_set_d(p->predicted[kind][power], 0.37, MPFR_RNDN);
    for (int level = 0; level < GAP_LEVELS; level++) {
        mpfr_pow_si(term, p->h[level], power, MPFR_RNDN);
        mpfr_mul_d(term, term, 0.37, MPFR_RNDN);
        mpfr_add(p->measured[kind][level], p->measured[kind][level], term, MPFR_RNDN);
    }
}

Test(study_gap, fails_a_series_that_predicts_too_low_an_order) {
    struct gap_problem g;
    struct study s;
    struct gap_slope slope;
    open_problem(&g, &s, "state x = 0.83\nx' = -1.7*x\n");
    for (int kind = 0; kind < GAP_KINDS; kind++) {
        const struct gap_target target = {(enum gap_kind)kind, false, -1};
        int lower = kind == GAP_GAP ? 2 : 1;
        gap_measure_slope(&g, &g.point[0], &target, &slope);
        cr_expect(gap_judge_slope(&slope) == VERDICT_PASS);
        add_term(&g.point[0], (enum gap_kind)kind, lower);
        gap_measure_slope(&g, &g.point[0], &target, &slope);
        cr_expect(gap_judge_slope(&slope) == VERDICT_FAIL, "%s",
                  gap_kind_name((enum gap_kind)kind));
    }
}

static json_t *study(const char *name) {
    struct model *m = catalogue_model(name);
    struct study s = own_study(m);
    json_t *results = study_results(study_gap, &s);
    expect_no_alarm(results);
    return results;
}

Test(study_gap, passes_every_kind_of_model) {
    static const char *const NAME[] = {"pendulum_generic", "double_pendulum_generic",
                                       "mathieu_generic",  "rigid_body",
                                       "heavy_top",        "quadratic",
                                       "van_der_pol",      "spring_chain",
                                       "robertson",        "robertson_generic",
                                       "spring_k1e6",      "contact_stack",
                                       "friction_block",   "discontinuous_spring",
                                       "chain8_k1e7",      "smd_stiff"};
    for (size_t k = 0; k < sizeof NAME / sizeof NAME[0]; k++) {
        json_t *results = study(NAME[k]);
        fprintf(stderr, "%-24s digits %4.0f %4.0f %4.0f %4.0f %4.0f\n", NAME[k],
                number_in(find_result(results, "mpfr:512", "error-constant"), "value"),
                number_in(find_result(results, "mpfr:512", "estimate-constant"), "value"),
                number_in(find_result(results, "mpfr:512", "gap-constant"), "value"),
                number_in(find_result(results, "mpfr:512", "leading-constant"), "value"),
                number_in(find_result(results, "mpfr:512", "third-constant"), "value"));
    }
}

Test(study_gap, finds_slopes_of_two_two_and_three_and_thirty_digits) {
    static const struct {
        const char *quantity;
        double expected, tolerance;
    } TABLE[] = {{"error-order", 2, 0.001},
                 {"estimate-order", 2, 0.001},
                 {"gap-order", 3, 0.001},
                 {"error-order:a", 2, 0.001},
                 {"estimate-order:w", 2, 0.001},
                 {"gap-order:a", 3, 0.001},
                 {"remainder-order:error", 6, 0.001},
                 {"remainder-order:gap", 6, 0.001}};
    static const char *const DIGITS[] = {"error-constant", "estimate-constant",
                                         "gap-constant", "leading-constant",
                                         "third-constant"};
    json_t *results = study("pendulum_generic");
    for (size_t k = 0; k < sizeof TABLE / sizeof TABLE[0]; k++) {
        const json_t *r = find_result(results, "mpfr:512", TABLE[k].quantity);
        cr_expect(number_in(r, "expected") == TABLE[k].expected, "%s", TABLE[k].quantity);
        cr_expect(number_in(r, "tolerance") == TABLE[k].tolerance);
        cr_expect(fabs(number_in(r, "low") - TABLE[k].expected) < 1e-4);
        cr_expect(fabs(number_in(r, "high") - TABLE[k].expected) < 1e-4);
        cr_expect(strcmp(text_in(r, "verdict"), "pass") == 0);
    }
    for (size_t k = 0; k < sizeof DIGITS / sizeof DIGITS[0]; k++) {
        const json_t *r = find_result(results, "mpfr:512", DIGITS[k]);
        cr_expect(30 <= number_in(r, "value") && number_in(r, "value") < 155);
        cr_expect(json_array_size(json_object_get(r, "points")) > 0);
    }
}

Test(study_gap, expects_a_higher_order_where_the_leading_coefficient_vanishes) {
    json_t *results = study("pendulum"); /* it starts at rest: w'' = 0 */
    const json_t *r = find_result(results, "mpfr:512", "error-order:w");
    cr_assert(strcmp(text_in(r, "verdict"), "pass") == 0);
    cr_assert(number_in(r, "expected") == 2);
    cr_assert(strstr(text_in(r, "reason"), "t = 0: order 3 expected, 3.000") != NULL,
              "%s", text_in(r, "reason"));
}

Test(study_gap, knows_what_is_identically_zero) {
    json_t *results = study("quadratic"); /* the estimate is exact: no gap */
    const json_t *r = find_result(results, "mpfr:512", "gap-order");
    cr_assert(strcmp(text_in(r, "verdict"), "pass") == 0);
    cr_assert(json_is_null(json_object_get(r, "value")));
    cr_assert(json_is_null(json_object_get(r, "expected")));
}

Test(study_gap, does_not_judge_a_point_at_a_kink_or_where_nothing_can_be_expanded) {
    static const char *const TEXT[] = {
        "span 0 .. 1\nstate x = 0.7\nx' = 1 + max(x - 0.7, 0)\n",
        "span 0 .. 1\nposition q = 0\nvelocity v = 0.3\nq' = v\nv' = 1 - abs(q)\n"};
    for (int k = 0; k < 2; k++) {
        struct study s = own_study(model_from(TEXT[k]));
        json_t *results = study_results(study_gap, &s);
        expect_no_alarm(results);
        const json_t *r = find_result(results, "mpfr:512", "error-order");
        cr_expect(strstr(text_in(r, "reason"), "t = 0: not judged, at a kink") != NULL,
                  "%s", text_in(r, "reason"));
    }
}

Test(study_gap, works_at_the_precision_that_is_asked_for) {
    struct study s = own_study(catalogue_model("mathieu_generic"));
    s.bits = 800;
    json_t *results = study_results(study_gap, &s);
    expect_no_alarm(results);
    const json_t *r = find_result(results, "mpfr:800", "gap-constant");
    cr_expect(30 <= number_in(r, "value"));
}

/* 0.2 above a wall of log(1 + exp(-1000 y)) its force is 1e-87 of the weight: no zero, and far
 * too little for its slopes to be seen beside it. */
Test(study_gap, takes_what_is_nearly_zero_as_its_series_tells_it) {
    struct study s =
        own_study(model_from("span 0 .. 2\nposition y = 0.4\nvelocity v = 0\ny' = v\n"
                             "v' = -9.81 + 4/0.3*log(1 + exp(-1000*y))\n"));
    json_t *results = study_results(study_gap, &s);
    static const char *const names[] = {"error-order:v", "estimate-order:v",
                                        "error-order"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        cr_expect(strcmp(text_in(find_result(results, "mpfr:512", names[k]), "verdict"),
                         "pass") == 0,
                  "%s", names[k]);
}

/* A component that is predicted to be zero, and is not. */
Test(study_gap, fails_what_is_measured_where_nothing_is_predicted) {
    struct gap_problem g;
    struct study s;
    struct gap_slope slope;
    open_problem(&g, &s, "state x = 0.83\nx' = 0.7\n");
    const struct gap_target target = {GAP_ERROR, false, 0};
    gap_measure_slope(&g, &g.point[0], &target, &slope);
    cr_expect(slope.state == GAP_SLOPE_VANISHES);
    for (int level = 0; level < GAP_LEVELS; level++)
        mpfr_add_d(g.point[0].measured[GAP_ERROR][level],
                   g.point[0].measured[GAP_ERROR][level], 1e-130, MPFR_RNDN);
    gap_measure_slope(&g, &g.point[0], &target, &slope);
    cr_expect(gap_judge_slope(&slope) == VERDICT_FAIL);
}

/* Its truth is a difference of roundings, which is no scale for anything. */
Test(study_gap, judges_the_norm_beside_a_component_that_stays_zero) {
    struct study s = own_study(
        model_from("span 0 .. 2\nposition q = 0.7\nvelocity v = -0.25\nstate z = 0\n"
                   "q' = v\nv' = -1.37*q\n"
                   "z' = v^2/2 + 1.37*q^2/2 - 1.37*0.49/2 - 0.0625/2\n"));
    json_t *results = study_results(study_gap, &s);
    expect_no_alarm(results);
}
