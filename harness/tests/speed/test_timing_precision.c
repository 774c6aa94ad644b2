/* Cost at equal accuracy: errors, orders and interpolated costs of curves made by formula.
 *
 * Seen to fail: an error of all kinds by the size of one; the finer rung alone for the time, or
 * for the evaluations; errors interpolated without logarithms; a failed rung taken for a small
 * error; rounding's plateau fitted; an error that is not reached told as passed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/speed/timing/timing_precision.h"
#include "harness/tests/results_of.h"
#include "harness/tests/timings.h"
#include "problems/model.h"

enum { PROCESSES = 4 };
static double room[PROCESSES * PRECISION_RUNGS];

/* N = 16, 64, .. steps: error = constant N^-order, evaluations = 3 N, ns = 7 N in process 0 and
 * a little more in the others. */
static struct precision_curve make_curve(double constant, double order) {
    struct precision_curve c = {
        .rungs = PRECISION_RUNGS, .processes = PROCESSES, .ns = room};
    for (int k = 0; k < PRECISION_RUNGS; k++) {
        c.steps[k] = 16 * pow(4, k);
        c.evaluations[k] = 3 * c.steps[k];
        c.error[k] = constant * pow(c.steps[k], -order);
        for (int p = 0; p < PROCESSES; p++)
            room[p * PRECISION_RUNGS + k] = (7 + 0.01 * p) * c.steps[k];
    }
    return c;
}

Test(timing_precision, cost_follows_the_power_law_between_the_rungs) {
    static const double orders[] = {1, 2, 2.5};
    for (int i = 0; i < 3; i++) {
        const struct precision_curve c = make_curve(2.3, orders[i]);
        const double error = 2.3 * pow(150, -orders[i]); /* at 150 steps */
        const struct precision_cost cost = precision_cost_at(&c, error);
        cr_expect(cost.is_reached && !cost.is_at_most && cost.rung == 2);
        cr_expect(fabs(cost.evaluations / (3 * 150.0) - 1) < 1e-9, "%.17g",
                  cost.evaluations);
        cr_expect(fabs(cost.ns.value / (7.015 * 150) - 1) < 1e-4, "%.17g", cost.ns.value);
        cr_expect(cost.ns.low < cost.ns.value && cost.ns.value < cost.ns.high);
        cr_expect(cost.ns.low > 6.8 * 150 && cost.ns.high < 7.2 * 150);
        cr_expect(fabs(precision_order(&c) - orders[i]) < 1e-9);
    }
}

Test(timing_precision, what_is_not_reached_is_said) {
    const struct precision_curve c = make_curve(2.3, 1);
    const struct precision_cost fine = precision_cost_at(&c, 2.3 / 70000);
    cr_expect(!fine.is_reached && isnan(fine.ns.value) && isnan(fine.evaluations));
    const struct precision_cost coarse = precision_cost_at(&c, 0.5);
    cr_expect(coarse.is_reached && coarse.is_at_most && coarse.rung == 0);
    cr_expect(fabs(coarse.evaluations - 3 * 16) < 1e-9);
}

Test(timing_precision, failed_rungs_are_passed_over) {
    struct precision_curve c = make_curve(2.3, 1);
    c.error[0] = c.error[2] = NAN;
    const struct precision_cost cost = precision_cost_at(&c, 2.3 / 700);
    cr_expect(cost.is_reached && !cost.is_at_most && cost.rung == 3);
    cr_expect(fabs(cost.evaluations / (3 * 700.0) - 1) < 1e-9);
    for (int k = 0; k < PRECISION_RUNGS; k++)
        c.error[k] = NAN;
    cr_expect(!precision_cost_at(&c, 1).is_reached);
    cr_expect(isnan(precision_order(&c)));
}

/* Rounding's plateau has no order. */
Test(timing_precision, the_order_leaves_rounding_out) {
    struct precision_curve c = make_curve(40, 4);
    for (int k = 0; k < PRECISION_RUNGS; k++)
        c.error[k] = fmax(c.error[k], 3e-13);
    cr_expect(fabs(precision_order(&c) - 4) < 1e-9, "%g", precision_order(&c));
}

Test(timing_precision, errors_are_relative_to_the_size_of_their_kind) {
    const struct model m = {.nq = 2, .nv = 2, .nz = 1};
    const double start[] = {2, 0, 1, 50, 0}, truth[] = {1, -0.5, 30, 20, 0};
    double x[] = {1.02, -0.5, 30, 20.75, 0};
    /* q: 0.02 of 2; v: 0.75 of 50; z: 0 of nothing. */
    cr_expect(fabs(precision_error(&m, start, truth, x) - 0.015) < 1e-15);
    x[4] = -0.031;
    cr_expect(fabs(precision_error(&m, start, truth, x) - 0.031) < 1e-15);
    x[1] = INFINITY;
    cr_expect(isnan(precision_error(&m, start, truth, x)));
    x[1] = NAN;
    cr_expect(isnan(precision_error(&m, start, truth, x)));
}

/* A pendulum by explicit Euler in one process: of 16, 64, .. steps the angle is off by
 * `coarsest` 4^-rung. The first result. */
static json_t *result_of(double coarsest, json_t *truth) {
    struct session session = {.models = HALFSTEP_MODELS, .err = stderr, .out = stdout};
    struct benchmarks_request workload = {.method = "explicit-euler",
                                          .extent = BENCHMARKS_QUICK};
    struct catalogue *catalogue;
    struct timing_precision p;
    struct diagnostic d = {""};
    json_t *results = json_array();
    cr_assert(models_open(&catalogue, &session) == EXIT_PASSED, "%s", session.why.text);
    workload.catalogue = catalogue;
    cr_assert(timing_precision_make(&p, &workload, "pendulum", 1, 1, &d) == 0, "%s",
              d.text);
    cr_assert(p.curves.count > 0);
    for (int k = 0; k < p.curves.count; k++)
        cr_expect_str_eq(text_in(p.curves.benchmark[k].workload, "model"), "pendulum");
    for (int rung = 0; rung < PRECISION_RUNGS; rung++) {
        const double steps = 16 * pow(4, rung), off = coarsest * pow(4, -rung);
        json_t *contestants = json_array();
        for (int k = 0; k < p.curves.count; k++)
            json_array_append_new(
                contestants,
                say_measured(30 * steps, json_pack("{s:f, s:f, s:[f, f]}", "steps", steps,
                                                   "evaluations", steps, "end",
                                                   3.5 + 3.5 * off, 3.5)));
        take_measured(&p.at[rung], 0, contestants);
    }
    p.truth = truth;
    struct timing_results found = {.count = 0};
    timing_precision_results(&p, &found);
    add_told(results, &found);
    return json_incref(json_array_get(results, 0));
}

Test(timing_precision, results_say_what_is_reached_and_against_which_truth) {
    static const struct {
        double coarsest;
        const char *truth, *verdict, *grade, *reason;
    } cases[] = {
        {0.5, NULL, "pass", "converged", "at the relative error 0.001 at its end"},
        {50, NULL, "not-asymptotic", "converged",
         "0.001 is not reached: the smallest is 0.012"}, /* 50/4^6 */
        {0.5, "it is chaotic", "not-asymptotic", "none",
         "no truth to compare with: it is chaotic"}};
    for (int i = 0; i < 3; i++) {
        json_t *r = result_of(cases[i].coarsest, cases[i].truth == NULL
                                                     ? json_pack("[f, f]", 3.5, 3.5)
                                                     : json_string(cases[i].truth));
        cr_expect_str_eq(text_in(r, "verdict"), cases[i].verdict, "%d", i);
        cr_expect_str_eq(text_in(r, "grade"), cases[i].grade, "%d", i);
        cr_expect(strstr(text_in(r, "reason"), cases[i].reason) != NULL, "%s",
                  text_in(r, "reason"));
        cr_expect(json_array_size(json_object_get(r, "points")) == PRECISION_RUNGS);
        /* 0.5 / 500 is between 16 4^4 and 16 4^5 steps of 30 ns. */
        cr_expect(i > 0 || fabs(number_in(r, "value") / (30 * 16 * 500.) - 1) < 1e-6,
                  "%g", number_in(r, "value"));
    }
}
