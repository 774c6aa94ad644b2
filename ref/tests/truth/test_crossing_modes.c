/* The enclosure where contacts act on each other: what one does makes another slide or lift off.
 * Bounces that end. Seen to fail: the other contacts going on as they do; no bounces that end; what
 * they move taken for what they do not; any kink taken for one that does not jump, or none.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

enum { DIGITS = 30, BITS = 300 };

struct ratio {
    int component;
    long numerator, denominator;
};

/* Whether the certified truth at a time has these components. */
static void expect_ratios(const char *text, double time, size_t count,
                          const struct ratio *ratio) {
    struct ref_truth *truth;
    struct model *m = testing_model(text);
    enum ref_status status = truths_try(ref_enclosure_truth, &truth, m, DIGITS, 1, &time);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    mpfr_t x;
    mpfr_init2(x, BITS);
    for (size_t k = 0; k < count; k++) {
        const int i = ratio[k].component;
        mpfr_set_si(x, ratio[k].numerator, MPFR_RNDN);
        mpfr_div_si(x, x, ratio[k].denominator, MPFR_RNDN);
        mpfr_sub(x, x, truth->state[i], MPFR_RNDN);
        cr_expect(mpfr_cmpabs(x, truth->component[i]) <= 0,
                  "component %d: %.20g, not %ld/%ld", i,
                  mpfr_get_d(truth->state[i], MPFR_RNDN), ratio[k].numerator,
                  ratio[k].denominator);
    }
}

#define PAIR                                                                             \
    "position x = 1, y = 0, p = 0, q = 0\n"                                              \
    "x' = u\ny' = v\np' = a\nq' = b\n"                                                   \
    "mass u, u = 2\nmass u, v = 1\nmass v, v = 2\nmass a, a = 1\nmass b, b = 1\n"        \
    "force a = -1\nforce b = -1\n"

/* u' = -1/4 up to t = 1, with v held by 1/4 of its friction 2/5; where u sticks it would take
 * 1/2. Then v' = -1/20, and u is held. */
Test(crossing_modes, a_contact_that_sticks_makes_another_slide) {
    expect_ratios(
        PAIR "velocity u = 1/4, v = 0, a = 0, b = 0\nforce u = 0\nforce v = -1/2\n"
             "contact c { gap = p; slide = u; friction = 1/2 }\n"
             "contact d { gap = q; slide = v; friction = 2/5 }\n",
        3, 4, (const struct ratio[]){{0, 9, 8}, {1, -1, 10}, {4, 0, 1}, {5, -1, 10}});
}

/* At t = 1 the first breaks loose: its friction falls from 1 to 1/2, and the second would have
 * to hold 1/4 with 1/5. With s = t - 1, u' = (4/5 + 2 s)/3 and v' = -(1/10 + s)/3. */
Test(crossing_modes, a_contact_that_breaks_loose_takes_another_along) {
    expect_ratios(
        PAIR "velocity u = 0, v = 0, a = 0, b = 0\nforce u = t\nforce v = 0\n"
             "contact c { gap = p; slide = u; static_friction = 1; "
             "dynamic_friction = 1/2 }\n"
             "contact d { gap = q; slide = v; friction = 1/5 }\n",
        2, 4, (const struct ratio[]){{0, 56, 45}, {1, -13, 180}, {4, 3, 5}, {5, -1, 5}});
}

/* M = (2 1; 1 2), force (0, -3): u' = 1, v' = -2, and z = 1 - t^2 meets the floor at t = 1. With
 * e = 1/2 the bounces come with speeds s = 2, 1, 1/2, ..., whose sum is 4, at 3 - s, and turn v
 * by 3/2 s and u by -3/4 s. So u ends at 3 - 3, and x at 9/2 - sum 3/4 s^2 = 1/2. */
#define COUPLED                                                                          \
    "position x = 0, z = 1\nvelocity u = 0, v = 0\nx' = u\nz' = v\n"                     \
    "mass u, u = 2\nmass u, v = 1\nmass v, v = 2\nforce u = 0\nforce v = -3\n"

Test(crossing_modes, bounces_that_end_leave_what_their_series_sums_to) {
    expect_ratios(COUPLED "contact floor { gap = z; restitution = 1/2 }\n", 4, 4,
                  (const struct ratio[]){{0, 1, 2}, {1, 0, 1}, {2, 0, 1}, {3, 0, 1}});
}

/* Close to their end, event by event. */
Test(crossing_modes, bounces_come_close_to_where_they_end) {
    const double times[] = {2.99, 3.25};
    struct ref_truth *truth;
    struct model *m =
        testing_model(COUPLED "contact floor { gap = z; restitution = 1/2 }\n");
    enum ref_status status = truths_try(ref_enclosure_truth, &truth, m, DIGITS, 2, times);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    cr_expect(truth->switches > 6);
    for (int i = 0; i < 4; i++) {
        const double apart = mpfr_get_d(truth->state[i], MPFR_RNDN) -
                             mpfr_get_d(truth->state[4 + i], MPFR_RNDN);
        cr_expect(fabs(apart) < 0.02, "component %d: %g", i, apart);
    }
}

/* A floor that rises: z = 1/2 t^2 and v = t in the end, x = t^3/6 on its own. */
Test(crossing_modes, bounces_end_on_a_floor_that_accelerates) {
    expect_ratios("position x = 0, z = 1\nvelocity u = 0, v = 0\nx' = u\nz' = v\n"
                  "u' = t\nv' = -10\n"
                  "contact floor { gap = z - t^2/2; restitution = 1/2 }\n",
                  3, 4,
                  (const struct ratio[]){{0, 9, 2}, {1, 9, 2}, {2, 9, 2}, {3, 3, 1}});
}

/* sqrt(1/5) - (5/3) sqrt(1/5)^3 + 20^(3/2)/1050: the integral of z over a fall from 1 with g =
 * 10 and all bounces with e = 1/2. */
static void find_integral(mpfr_t sum) {
    mpfr_t part;
    mpfr_init2(part, 300);
    mpfr_set_ui(sum, 5, MPFR_RNDN);
    mpfr_rec_sqrt(sum, sum, MPFR_RNDN);
    mpfr_mul_ui(sum, sum, 2, MPFR_RNDN); /* 1 - (5/3)/5 = 2/3 */
    mpfr_div_ui(sum, sum, 3, MPFR_RNDN);
    mpfr_sqrt_ui(part, 8000, MPFR_RNDN);
    mpfr_div_ui(part, part, 1050, MPFR_RNDN);
    mpfr_add(sum, sum, part, MPFR_RNDN);
}

/* No geometric series: u feels where the ball is, or the force does, or the floor is bent. In
 * the end it lies; x is the integral, or a number. */
Test(crossing_modes, bounces_that_are_no_geometric_series_are_enclosed) {
    static const struct {
        const char *text;
        int x, u;
        bool integral; /* x is that, and not a number */
    } cases[] = {
        {"u' = v\nv' = -10\ncontact floor { gap = z; restitution = 1/2 }\n", 0, 0, true},
        {"u' = 0\nv' = -10 - v/9\ncontact floor { gap = z; restitution = 1/2 }\n", 4, 1,
         false},
        {"u' = 0\nv' = -10 - x\ncontact floor { gap = z; restitution = 1/2 }\n", 4, 1,
         false},
        {"u' = 0\nv' = -10\ncontact floor { gap = z + z^2/9; restitution = 1/2 }\n", 4, 1,
         false},
        {"u' = 0\nv' = -10 - t/9\ncontact floor { gap = z; slide = u; friction = 0; "
         "restitution = 1/2 }\n",
         4, 1, false},
    };
    const double time = 4;
    mpfr_t integral;
    mpfr_init2(integral, 300);
    find_integral(integral);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[400];
        snprintf(text, sizeof text, "%s%s",
                 "position x = 0, z = 1\nvelocity u = 1, v = 0\nx' = u\nz' = v\n",
                 cases[k].text);
        struct model *m = testing_model(text);
        struct ref_truth *truth;
        enum ref_status status = truths_try(ref_enclosure_truth, &truth, m, 12, 1, &time);
        cr_assert(status == REF_OK, "%zu: %s", k, ref_status_text(status));
        if (cases[k].integral)
            cr_expect(truths_is_inside(truth, 0, integral));
        else
            truths_expect_ratio(truth, 0, cases[k].x, 1, cases[k].text);
        truths_expect_ratio(truth, 1, 0, 1, cases[k].text);
        truths_expect_ratio(truth, 2, cases[k].u, 1, cases[k].text);
        truths_expect_ratio(truth, 3, 0, 1, cases[k].text);
    }
}

/* The only time's certified truth. */
static struct ref_truth *find_truth(const char *text, double time) {
    struct ref_truth *truth = NULL;
    struct model *m = testing_model(text);
    enum ref_status status = truths_try(ref_enclosure_truth, &truth, m, DIGITS, 1, &time);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    return truth;
}

/* A belt that begins to move at t = 1 takes the body along; one whose speed has a kink where the
 * body is at 1/2, does, too: x - 1/2 = e^(t - 1/2) - 1 from there on. */
Test(crossing_modes, a_kink_of_the_belts_speed_does_not_end_sticking) {
    expect_ratios(
        "position x = 1, y = 0\nvelocity u = 0, v = 0\nx' = u\ny' = v\n"
        "u' = 1\nv' = -10\n"
        "contact floor { gap = y; slide = u - max(t - 1, 0); friction = 0.3 }\n",
        3, 4, (const struct ratio[]){{0, 3, 1}, {1, 0, 1}, {2, 2, 1}, {3, 0, 1}});
    struct ref_truth *truth = find_truth(
        "position x = 0, y = 0\nvelocity u = 1, v = 0\nx' = u\ny' = v\n"
        "u' = 0\nv' = -10\n"
        "contact floor { gap = y; slide = u - 1 - max(x - 1/2, 0); friction = 0.3 }\n",
        1);
    mpfr_t x;
    mpfr_init2(x, BITS);
    mpfr_set_d(x, 0.5, MPFR_RNDN);
    mpfr_exp(x, x, MPFR_RNDN);
    mpfr_sub_d(x, x, 0.5, MPFR_RNDN);
    mpfr_sub(x, x, truth->state[0], MPFR_RNDN);
    cr_expect(mpfr_cmpabs(x, truth->component[0]) <= 0);
}

/* A floor that begins to bend: its slope does not jump, and the energy is kept. */
Test(crossing_modes, a_floor_that_begins_to_bend_is_followed) {
    struct ref_truth *truth =
        find_truth("position x = 0, y = 0\nvelocity u = 1, v = 0\nx' = u\ny' = v\n"
                   "u' = 0\nv' = -10\ncontact floor { gap = y - max(x - 1/2, 0)^2 }\n",
                   0.625);
    mpfr_t sum, square;
    mpfr_inits2(BITS, sum, square, (mpfr_ptr)NULL);
    mpfr_mul(sum, truth->state[2], truth->state[2], MPFR_RNDN);
    mpfr_mul(square, truth->state[3], truth->state[3], MPFR_RNDN);
    mpfr_add(sum, sum, square, MPFR_RNDN);
    mpfr_mul_ui(square, truth->state[1], 20, MPFR_RNDN);
    mpfr_add(sum, sum, square, MPFR_RNDN);
    mpfr_sub_ui(sum, sum, 1, MPFR_RNDN);
    cr_expect(fabs(mpfr_get_d(sum, MPFR_RNDN)) < 1e-28);
    mpfr_sub_d(square, truth->state[0], 0.5, MPFR_RNDN);
    cr_expect(mpfr_cmp_d(square, 0.1) > 0);
    mpfr_sqr(square, square, MPFR_RNDN);
    mpfr_sub(square, square, truth->state[1], MPFR_RNDN);
    cr_expect(fabs(mpfr_get_d(square, MPFR_RNDN)) < 1e-28);
}

/* An end that an impact just brings to rest, with no impulse, and a start whose gap is zero by an
 * identity: sin 1 is no rational number. */
Test(crossing_modes, equalities_at_the_start_are_proved) {
    expect_ratios("position a = 0, y = 0\nvelocity w = 3/4, v = -1/4\na' = w\ny' = v\n"
                  "mass w, w = 4/3\nmass v, v = 4\nforce w = 0\nforce v = 0\n"
                  "contact l { gap = y - sin(a); restitution = 1 }\n"
                  "contact r { gap = y + sin(a); restitution = 1 }\n",
                  1, 4,
                  (const struct ratio[]){{0, -3, 8}, {1, 3, 8}, {2, -3, 8}, {3, 3, 8}});
    expect_ratios("position x = 1, y = sin(1)/3\nvelocity u = 1, v = 0\nx' = u\ny' = v\n"
                  "u' = 0\nv' = -10\ncontact floor { gap = 3*y - sin(1) }\n",
                  1, 2, (const struct ratio[]){{0, 2, 1}, {2, 1, 1}});
}
