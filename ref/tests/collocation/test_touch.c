/* Contacts whose force begins as depth^(3/2). Without gravity a ball that meets Hertz's
 * contact with speed u leaves it with -u after the time
 *
 *     T = (4/5) (D/u) Gamma(2/5) Gamma(1/2) / Gamma(9/10),    D = (5 m u^2 / (4 k))^(2/5)
 *
 * (Landau, Lifshitz, Theory of Elasticity (1986), section 9, problem 1), which is the
 * time between two motions in closed form.
 *
 * Seen to fail: the clock's rate halved; the other side's sign; the contact's beginning
 * or end not taken care of; an end beyond the time asked for accepted; sums taken for
 * products of the depth. (A wrong pace, the same for all rates, only costs steps.)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"
#include "ref/tests/testing.h"
#include "ref/vector.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"

static struct ref_truth *solve(struct model *m, int times, const char *const *time,
                               int digits) {
    struct ref_truth_options options = {.digits = digits};
    struct ref_truth *truth;
    mpfr_t *t = testing_vector(times, 300, time);
    enum ref_status status = ref_truth_alloc(&truth, m, times, vector_const(t), &options);
    cr_assert_eq(status, REF_OK, "%s", ref_status_text(status));
    return truth;
}

enum { BITS = 300 };

/* T for m = 1.37, k = 4e4, u = 3/4. */
static void find_duration(mpfr_ptr duration) {
    mpfr_t x, u;
    mpfr_inits2(BITS, x, u, (mpfr_ptr)NULL);
    mpfr_set_d(u, 0.75, MPFR_RNDN);
    mpfr_set_str(x, "1.37", 10, MPFR_RNDN); /* 5 m u^2 / (4 k) */
    mpfr_mul(x, x, u, MPFR_RNDN);
    mpfr_mul(x, x, u, MPFR_RNDN);
    mpfr_div_ui(x, x, 32000, MPFR_RNDN);
    mpfr_set_str(duration, "0.4", 10, MPFR_RNDN);
    mpfr_pow(duration, x, duration, MPFR_RNDN);
    mpfr_div(duration, duration, u, MPFR_RNDN);
    mpfr_mul_ui(duration, duration, 4, MPFR_RNDN);
    mpfr_div_ui(duration, duration, 5, MPFR_RNDN);
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_sqrt(x, x, MPFR_RNDN);
    mpfr_mul(duration, duration, x, MPFR_RNDN);
    mpfr_set_str(x, "0.4", 10, MPFR_RNDN);
    mpfr_gamma(x, x, MPFR_RNDN);
    mpfr_mul(duration, duration, x, MPFR_RNDN);
    mpfr_set_str(x, "0.9", 10, MPFR_RNDN);
    mpfr_gamma(x, x, MPFR_RNDN);
    mpfr_div(duration, duration, x, MPFR_RNDN);
}

/* From q = 0.015 it takes 0.02 to the surface; at t = 0.15 it is (3/4) (0.13 - T) away.
 */
Test(touch, hertzs_contact_lasts_as_long_as_the_integral_says) {
    static const char *const texts[] = {
        "param m = 1.37, k = 4e4\nposition q = 0.015\nvelocity v = -0.75\nq' = v\n"
        "v' = k*max(-q, 0)^(3/2)/m\n",
        /* a floor that moves */
        "param m = 1.37, k = 4e4\nposition q = 0.015\nvelocity v = -1\nq' = v\n"
        "v' = k*max(-q - t/4, 0)^(3/2)/m\n"};
    for (int i = 0; i < 2; i++) {
        static const char *const time = "0.15";
        struct model *m = testing_model(texts[i]);
        struct ref_truth *truth = solve(m, 1, &time, 35);
        cr_expect_eq(truth->switches, 2);
        mpfr_t x, y;
        mpfr_inits2(BITS, x, y, (mpfr_ptr)NULL);
        find_duration(x);
        mpfr_set_str(y, "0.13", 10, MPFR_RNDN);
        mpfr_sub(x, y, x, MPFR_RNDN);
        mpfr_mul_d(x, x, 0.75, MPFR_RNDN);
        mpfr_set_str(y, i == 0 ? "0" : "0.0375", 10, MPFR_RNDN);
        mpfr_sub(x, x, y, MPFR_RNDN);
        mpfr_sub(x, x, truth->state[0], MPFR_RNDN);
        cr_expect(mpfr_cmpabs(x, truth->component[0]) <= 0, "%d: off by %g", i,
                  mpfr_get_d(x, MPFR_RNDN));
        mpfr_sub_d(x, truth->state[1], i == 0 ? 0.75 : 0.5, MPFR_RNDN);
        cr_expect(mpfr_cmpabs(x, truth->component[1]) <= 0, "%d: off by %g", i,
                  mpfr_get_d(x, MPFR_RNDN));
    }
}

/* The invariants at all times, relative to their start, are within some radii. */
static void expect_energy(const char *text, int times, const char *const *time) {
    struct model *m = testing_model(text);
    struct ref_truth *truth = solve(m, times, time, 25);
    struct program *p = model_invariants_program(m);
    struct eval_mpfr *e;
    cr_assert_eq(eval_mpfr_alloc(&e, m->graph, p, BITS, EVAL_EXACT_CONSTANTS),
                 PROBLEM_OK);
    mpfr_t *in = vector_alloc(1 + truth->nx, BITS), *energy = vector_alloc(2, BITS);
    for (int k = 0; k < times; k++) {
        mpfr_set(in[0], truth->time[k], MPFR_RNDN);
        for (int i = 0; i < truth->nx; i++)
            mpfr_set(in[1 + i], truth->state[k * truth->nx + i], MPFR_RNDN);
        eval_mpfr_run(e, vector_const(in), energy + (k > 0));
        if (k > 0)
            cr_expect_lt(testing_relative(energy[1], energy[0]), -82.0, "time %d", k);
    }
}

/* Times within contacts and close to their ends, too. */
Test(touch, energy_is_kept_through_bounces) {
    static const char *const times[] = {"0",   "0.05913", "0.06", "0.0987",
                                        "0.1", "0.11",    "0.4"};
    expect_energy("param k = 4e4, g = 9.81, m = 1.37\nposition q = 0.02\n"
                  "velocity v = -0.25\nq' = v\nv' = k*max(-q, 0)^(3/2)/m - g\n"
                  "invariant energy = m*v^2/2 + m*g*q + 2*k*max(-q, 0)^(5/2)/5\n",
                  7, times);
}

/* Contacts that begin and end while others last. */
Test(touch, energy_is_kept_in_a_stack) {
    static const char *const times[] = {"0", "0.09", "0.16", "0.25"};
    expect_energy("param m = 1.37, k = 4e4, r = 0.053, g = 9.81\n"
                  "position a = 0.06, b = 0.17\nvelocity v = -0.3, w = -0.7\n"
                  "a' = v\nb' = w\nlet low = k*max(r - a, 0)^(3/2)\n"
                  "let high = k*max(2*r - (b - a), 0)^(3/2)\n"
                  "v' = (low - high)/m - g\nw' = high/m - g\n"
                  "invariant energy = m*(v^2 + w^2)/2 + m*g*(a + b)"
                  " + 2*k*(max(r - a, 0)^(5/2) + max(2*r - (b - a), 0)^(5/2))/5\n",
                  4, times);
}

/* q = (t - 1)^2 stays outside. */
Test(touch, a_surface_that_is_only_touched_has_no_effect) {
    static const char *const time = "1.5";
    struct model *m = testing_model("position q = 1\nvelocity v = -2\nq' = v\n"
                                    "v' = 2 + 100*max(-q, 0)^(3/2)\n");
    struct ref_truth_options options = {.digits = 20};
    struct ref_truth *truth;
    mpfr_t *t = testing_vector(1, 100, &time);
    enum ref_status status = ref_truth_alloc(&truth, m, 1, vector_const(t), &options);
    if (status == REF_OK)
        cr_expect_lt(fabs(mpfr_get_d(truth->state[0], MPFR_RNDN) - 0.25), 1e-15);
    else
        cr_expect(status == REF_TANGENT_KINK || status == REF_NOT_FINITE ||
                      status == REF_STEP_TOO_SMALL,
                  "%s", ref_status_text(status));
}

Test(touch, sides_where_a_power_begins_from_zero_are_recognised) {
    static const struct {
        const char *rate;
        bool above, below;
    } tests[] = {
        {"max(-x, 0)^(3/2)", false, true},     {"max(0, -x)^(3/2)", true, false},
        {"(3*max(-x, 0))^(3/2)", false, true}, {"sqrt(max(x, 0))", false, true},
        {"max(x, 1)^(3/2)", false, false},     {"max(x, 0)^2", false, false},
        {"sqrt(1 + max(x, 0))", false, false}, {"sqrt(max(x, 0) + 1)", false, false},
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        char text[100];
        snprintf(text, sizeof text, "state x = 1\nx' = -%s\n", tests[i].rate);
        struct model *m = testing_model(text);
        struct program *p = model_field_program(m);
        struct ref_rough rough[1];
        cr_assert_eq(p->switches, 1);
        cr_assert_eq(ref_touch_find_rough(m->graph, p, rough), REF_OK);
        cr_expect_eq(rough[0].above, tests[i].above, "%s", tests[i].rate);
        cr_expect_eq(rough[0].below, tests[i].below, "%s", tests[i].rate);
    }
}
