/* The enclosure where an equality decides: what is known of the state exactly, and times asked
 * for that are an impact's, rounded. Closed forms; and the same with an equality that is none by
 * what no ball of these digits tells. Seen to fail: relations that F does not keep taken to
 * last, every coefficient that may vanish taken to be zero, no more bits for a rounded time, the
 * time that an impact took into a velocity taken for the time that goes on.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>

#include "problems/model.h"
#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

enum { DIGITS = 30, BITS = 400 };

/* Two masses on a spring that is as long as it is at rest fly to a wall; the first one stays
 * there, pressed by the other, until the spring is as long again: y = -sin(t - 1), w = -cos(t -
 * 1) from t = 1 on. From 1 + pi on they fly with the velocity 1/2, apart by r = sin(2^(1/2)
 * s)/2^(1/2). */
static const char pair[] =
    "param far = 0, push = 0\n"
    "position x = 1, y = 1 + far\nvelocity u = -1, w = -1\nx' = u\ny' = w\n"
    "u' = y - x - far + push*t\nw' = x + far - y\ncontact wall { gap = x }\n";

static void expect_inside(const struct ref_truth *truth, int component, mpfr_srcptr exact,
                          const char *what) {
    cr_expect(truths_is_inside(truth, component, exact), "%s: component %d", what,
              component);
}

static void check_pressed(const struct ref_truth *truth, mpfr_ptr phase) {
    mpfr_t exact;
    mpfr_init2(exact, BITS);
    mpfr_sin(exact, phase, MPFR_RNDN);
    mpfr_neg(exact, exact, MPFR_RNDN);
    expect_inside(truth, 1, exact, "pressed");
    mpfr_cos(exact, phase, MPFR_RNDN);
    mpfr_neg(exact, exact, MPFR_RNDN);
    expect_inside(truth, 3, exact, "pressed");
    mpfr_set_zero(exact, 1);
    expect_inside(truth, 0, exact, "pressed");
    expect_inside(truth, 2, exact, "pressed");
}

/* s: the time since it left the wall. */
static void check_left(const struct ref_truth *truth, mpfr_ptr s) {
    mpfr_t root, apart, place;
    mpfr_inits2(BITS, root, apart, place, (mpfr_ptr)NULL);
    mpfr_sqrt_ui(root, 2, MPFR_RNDN);
    mpfr_mul(apart, root, s, MPFR_RNDN);
    mpfr_sin(apart, apart, MPFR_RNDN);
    mpfr_div(apart, apart, root, MPFR_RNDN);
    mpfr_sub(place, s, apart, MPFR_RNDN);
    mpfr_div_2ui(place, place, 1, MPFR_RNDN);
    expect_inside(truth, 0, place, "left");
    mpfr_add(place, s, apart, MPFR_RNDN);
    mpfr_div_2ui(place, place, 1, MPFR_RNDN);
    expect_inside(truth, 1, place, "left");
}

Test(crossing_known, a_force_begins_at_zero_where_a_spring_is_not_strained) {
    struct model *m = testing_model(pair);
    const double time[] = {2, 5};
    mpfr_t phase;
    mpfr_init2(phase, BITS);
    for (int k = 0; k < 2; k++) {
        struct ref_truth *truth =
            truths_make(ref_enclosure_truth, m, DIGITS, 1, &time[k]);
        mpfr_set_d(phase, time[k] - 1, MPFR_RNDN);
        if (k == 0) {
            check_pressed(truth, phase);
        } else {
            mpfr_t pi;
            mpfr_init2(pi, BITS);
            mpfr_const_pi(pi, MPFR_RNDN);
            mpfr_sub(phase, phase, pi, MPFR_RNDN);
            check_left(truth, phase);
        }
    }
}

/* The same pair, pushed by what a third mass makes of a wall that it meets at 1/2: its velocity
 * is 4 t then, and stays 2. */
static const char clocked[] =
    "param push = 0\n"
    "position x = 1, y = 1, p = 1/4\nvelocity u = -1, w = -1, r = 0\nx' = u\ny' = w\n"
    "p' = r\nu' = y - x + push*(r - 4*t)\nw' = x - y + push*(r - 4*t)\nr' = 0\n"
    "contact wall { gap = x }\ncontact moving { gap = p - t^2; restitution = 1 }\n";

static enum ref_status try(const char *text, double time, const char *name,
                           const char *value) {
    const struct setting setting = {.name = name, .value = value};
    struct model *m;
    struct diagnostic d;
    struct ref_truth *truth;
    cr_assert(model_parse(&m, "test.model", text, strlen(text), 1, &setting, &d) ==
                  PROBLEM_OK,
              "%s", d.text);
    return truths_try(ref_enclosure_truth, &truth, m, DIGITS, 1, &time);
}

/* A spring longer by what no ball tells has the same motion; a push or a velocity breaks the
 * relation. */
Test(crossing_known, what_no_ball_tells_is_refused_unless_it_is_exact) {
    cr_expect(try(pair, 2, "far", "1e-200") == REF_OK);
    cr_expect(try(pair, 2, "push", "1e-200") == REF_UNDECIDED);
    cr_expect(try(pair, 2, "w", "-1 + 1e-200") == REF_UNDECIDED);
    cr_expect(try(pair, 2, "w", "-1 - 1e-200") == REF_UNDECIDED);
}

Test(crossing_known, what_an_impact_took_from_its_time_stays_while_time_goes_on) {
    cr_expect(try(clocked, 1.2, "push", "0") == REF_OK);
    cr_expect(try(clocked, 1.2, "push", "1e-200") == REF_UNDECIDED);
}

static const char ball[] = "param g = 9.81\nposition z = 1\nvelocity v = 0\nz' = v\n"
                           "v' = -g\ncontact floor { gap = z }\n";

/* The time (2/g)^(1/2) of a landing, rounded down and up: the ball is still in flight, and at
 * rest. */
static void land_at_rounded_time(const char *text) {
    enum { TIME_BITS = 500 };
    struct model *m = testing_model(text);
    mpfr_t t[1], exact;
    mpfr_init2(t[0], TIME_BITS);
    mpfr_init2(exact, 4 * TIME_BITS);
    const struct ref_truth_options options = {.digits = DIGITS};
    for (int k = 0; k < 2; k++) {
        struct ref_truth *truth = NULL;
        mpfr_set_ui(exact, 200, MPFR_RNDN);
        mpfr_div_ui(exact, exact, 981, MPFR_RNDN);
        mpfr_sqrt(exact, exact, MPFR_RNDN);
        mpfr_set(t[0], exact, k == 0 ? MPFR_RNDD : MPFR_RNDU);
        const enum ref_status status =
            ref_enclosure_truth(&truth, m, 1, (const mpfr_t *)t, &options);
        cr_assert(status == REF_OK, "%d: %s", k, ref_status_text(status));
        mpfr_mul_ui(exact, t[0], 981, MPFR_RNDN);
        mpfr_div_si(exact, exact, -100, MPFR_RNDN);
        if (k == 1)
            mpfr_set_zero(exact, 1);
        expect_inside(truth, 1, exact, "the velocity");
        mpfr_sqr(exact, t[0], MPFR_RNDN);
        mpfr_mul_ui(exact, exact, 981, MPFR_RNDN);
        mpfr_div_ui(exact, exact, 200, MPFR_RNDN);
        mpfr_ui_sub(exact, 1, exact, MPFR_RNDN);
        if (k == 1)
            mpfr_set_zero(exact, 1);
        expect_inside(truth, 0, exact, "the height");
    }
}

Test(crossing_known, a_rounded_time_of_an_impact_is_before_it_or_behind) {
    char text[512];
    land_at_rounded_time(ball);
    snprintf(text, sizeof text, "%scontact ceiling { gap = 5 - z }\n", ball);
    land_at_rounded_time(text);
}

/* (2/g)^(1/2) = 1 to the bit, which no number of bits tells from a time before or behind: g is
 * no binary fraction. */
Test(crossing_known, a_time_that_is_an_impacts_is_refused_unless_it_is_so_to_the_bit) {
    struct model *m =
        testing_model("param g = 0.2\nposition z = 0.1\nvelocity v = 0\nz' = v\nv' = -g\n"
                      "contact floor { gap = z }\n");
    struct ref_truth *truth;
    const double time = 1;
    cr_expect(truths_try(ref_enclosure_truth, &truth, m, DIGITS, 1, &time) ==
              REF_AT_IMPACT);
}
