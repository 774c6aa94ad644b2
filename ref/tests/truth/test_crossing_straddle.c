/* Kinks that the motion stands on, touches, meets together, or from which a root begins: balls in a
 * row. Seen to fail: no disturbance, or none of a row that is a kink; a set that leaves out what it
 * makes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>

#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

enum { DIGITS = 30, BITS = 300, ROOM = 1000 };

static enum ref_status try(struct ref_truth **truth, const char *text, double time) {
    return truths_try(ref_enclosure_truth, truth, testing_model(text), DIGITS, 1, &time);
}

static struct ref_truth *certify(const char *text, double time) {
    struct ref_truth *truth = NULL;
    const enum ref_status status = try(&truth, text, time);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    return truth;
}

static void expect(const struct ref_truth *truth, int i, mpfr_srcptr x) {
    cr_expect(truths_is_inside(truth, i, x), "component %d: %.17g, not %.17g", i,
              mpfr_get_d(truth->state[i], MPFR_RNDN), mpfr_get_d(x, MPFR_RNDN));
}

static void expect_ratio(const struct ref_truth *truth, int i, long above, long below) {
    truths_expect_ratio(truth, i, above, below, "");
}

/* n balls of mass 1 that touch; the first comes from 1/4 away, or touches, too, with speed 1. */
static const char *row(int n, const char *from, const char *power) {
    static char text[ROOM];
    snprintf(
        text, sizeof text,
        "size n = %d\nposition x[1] = %s\nposition x[i] = 0 for i in 2..n\n"
        "velocity v[1] = 1\nvelocity v[i] = 0 for i in 2..n\nlet f[0] = 0\nlet f[n] = 0\n"
        "let f[i] = max(x[i] - x[i+1], 0)%s for i in 1..n-1\n"
        "for i in 1..n {\nx[i]' = v[i]\nv[i]' = f[i-1] - f[i]\n}\n",
        n, from, power);
    return text;
}

/* All three are pressed together up to t = 1: x_1 and x_3 = t/3 +- sin(t)/2 + sin(w t)/(6 w),
 * x_2 = t/3 - sin(w t)/(3 w), w = sqrt 3. */
static void expect_three(const struct ref_truth *truth) {
    mpfr_t w, slow, fast, x;
    mpfr_inits2(BITS, w, slow, fast, x, (mpfr_ptr)NULL);
    mpfr_sqrt_ui(w, 3, MPFR_RNDN);
    mpfr_sin(fast, w, MPFR_RNDN);
    mpfr_div(fast, fast, w, MPFR_RNDN);
    mpfr_set_ui(slow, 1, MPFR_RNDN);
    mpfr_sin(slow, slow, MPFR_RNDN);
    for (int i = 0; i < 3; i++) {
        mpfr_div_si(x, fast, i == 1 ? -3 : 6, MPFR_RNDN);
        mpfr_mul_si(w, slow, 1 - i, MPFR_RNDN);
        mpfr_div_ui(w, w, 2, MPFR_RNDN);
        mpfr_add(x, x, w, MPFR_RNDN);
        mpfr_set_ui(w, 1, MPFR_RNDN);
        mpfr_div_ui(w, w, 3, MPFR_RNDN);
        mpfr_add(x, x, w, MPFR_RNDN);
        expect(truth, i, x);
    }
    mpfr_clears(w, slow, fast, x, (mpfr_ptr)NULL);
}

Test(crossing_straddle, a_linear_spring_is_slack_until_the_ball_before_it_is_struck) {
    expect_three(certify(row(3, "-1/4", ""), 1.25));
    expect_three(certify(row(3, "0", ""), 1));
}

/* x_1 - x_2 = s from t = 1/4 on, s'^2/4 + 2/5 s^(5/2) = 1/4, for the time
 * T = 2 (5/8)^(2/5) sqrt(pi) Gamma(7/5)/Gamma(9/10) (H. Hertz, J. reine angew. Math. 92 (1882)
 * 156): equal balls exchange their velocities, and x_2 = t - 1/4 - T/2 + s/2, s = 0. */
Test(crossing_straddle, hertz_s_contact_begins_and_ends_with_a_root) {
    struct ref_truth *truth = certify(row(2, "-1/4", "^(3/2)"), 4);
    mpfr_t x, part;
    mpfr_inits2(BITS, x, part, (mpfr_ptr)NULL);
    mpfr_set_d(x, 0.625, MPFR_RNDN);
    mpfr_sqr(x, x, MPFR_RNDN);
    mpfr_rootn_ui(x, x, 5, MPFR_RNDN);
    mpfr_const_pi(part, MPFR_RNDN);
    mpfr_sqrt(part, part, MPFR_RNDN);
    mpfr_mul(x, x, part, MPFR_RNDN);
    for (int k = 0; k < 2; k++) {
        mpfr_set_ui(part, k == 0 ? 14 : 9, MPFR_RNDN);
        mpfr_div_ui(part, part, 10, MPFR_RNDN);
        mpfr_gamma(part, part, MPFR_RNDN);
        (k == 0 ? mpfr_mul : mpfr_div)(x, x, part, MPFR_RNDN);
    }
    mpfr_mul_ui(x, x, 2, MPFR_RNDN); /* T */
    mpfr_div_ui(part, x, 2, MPFR_RNDN);
    expect(truth, 0, part);
    mpfr_div_si(part, x, -2, MPFR_RNDN);
    mpfr_add_d(part, part, 3.75, MPFR_RNDN);
    expect(truth, 1, part);
    expect_ratio(truth, 2, 0, 1);
    expect_ratio(truth, 3, 1, 1);
    mpfr_clears(x, part, (mpfr_ptr)NULL);
}

/* Momentum, and the centre of mass. */
Test(crossing_straddle, a_row_of_five_passes_the_impact_on) {
    struct ref_truth *truth = certify(row(5, "-1/4", "^(3/2)"), 8);
    mpfr_t sum, radius;
    mpfr_inits2(BITS, sum, radius, (mpfr_ptr)NULL);
    for (int from = 0; from < 10; from += 5) {
        mpfr_set_d(sum, from == 0 ? -7.75 : -1, MPFR_RNDN);
        mpfr_set_ui(radius, 0, MPFR_RNDN);
        for (int i = from; i < from + 5; i++) {
            mpfr_add(sum, sum, truth->state[i], MPFR_RNDN);
            mpfr_add(radius, radius, truth->component[i], MPFR_RNDU);
        }
        cr_expect(mpfr_cmpabs(sum, radius) <= 0);
        cr_expect(mpfr_cmp_d(radius, 1e-29) < 0);
    }
    mpfr_clears(sum, radius, (mpfr_ptr)NULL);
}

/* Two that go side by side, with a spring that is never pressed. */
Test(crossing_straddle, a_surface_that_is_stood_on_for_good) {
    static const char *const power[] = {"", "^(3/2)"};
    for (size_t k = 0; k < 2; k++) {
        char text[ROOM];
        snprintf(text, sizeof text,
                 "position x = 0, y = 0\nvelocity u = 1, v = 1\nx' = u\ny' = v\n"
                 "u' = -7*max(x - y, 0)%s\nv' = 7*max(x - y, 0)%s\n",
                 power[k], power[k]);
        struct ref_truth *truth = certify(text, 3);
        for (int i = 0; i < 4; i++)
            expect_ratio(truth, i, i < 2 ? 3 : 1, 1);
    }
}

/* x = (t - 1)^2 touches zero, x = 1 - t and t - 1 vanish together. */
Test(crossing_straddle, surfaces_that_are_touched_or_met_together) {
    expect_ratio(certify("state x = 1, y = 0\nx' = 2*(t - 1)\ny' = abs(x)\n", 2), 1, 2,
                 3);
    expect_ratio(certify("state x = 1, y = 0\nx' = -1\ny' = abs(x) + max(t - 1, 0)\n", 2),
                 1, 3, 2);
}

/* x = +-(t - 1)^2/2 from t = 1 on, a row being the kink itself. */
Test(crossing_straddle, a_row_that_is_nothing_but_a_kink) {
    expect_ratio(certify("state x = 0, y = 0\nx' = max(t - 1, 0)\ny' = max(x, 0)\n", 3),
                 1, 4, 3);
    expect_ratio(certify("state x = 0, y = 0\nx' = -max(t - 1, 0)\ny' = abs(x)\n", 3), 1,
                 4, 3);
}

/* From x = 0 there are other motions: t; t^2/4; and a force that jumps. */
Test(crossing_straddle, what_has_several_motions_is_refused) {
    static const char *const text[] = {"state x = 0\nx' = sign(x)\n",
                                       "state x = 0\nx' = sqrt(max(x, 0))\n",
                                       "state x = 0\nx' = max(x, 0)^(1/3)\n"};
    for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
        struct ref_truth *truth = NULL;
        cr_expect(try(&truth, text[k], 1) != REF_OK, "%s", text[k]);
    }
}
