/* Accelerations, multipliers and impulses beside a truth, against closed forms.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/models.h"
#include "harness/truth/record/truth_ball.h"
#include "harness/truth/truth.h"
#include "harness/truth/document/truth_document.h"
#include "harness/truth/document/truth_with.h"
#include "problems/base/status.h"

enum { ALL = TRUTH_ACCELERATIONS | TRUTH_MULTIPLIERS | TRUTH_IMPULSES };

static json_t *with_in_digits(const char *text, double at, int digits) {
    struct model *m = model_from(text);
    mpfr_t t;
    mpfr_init2(t, 64);
    mpfr_set_d(t, at, MPFR_RNDN);
    const struct truth_request r = {.model = m,
                                    .times = 1,
                                    .time = (const mpfr_t *)&t,
                                    .digits = digits,
                                    .with = ALL};
    struct truth_document document;
    cr_assert(truth_find(&r, &document) == REF_OK);
    return document.entry->with;
}

static json_t *with_of(const char *text, double at) {
    return with_in_digits(text, at, 20);
}

static double number_of(const json_t *with, const char *list, size_t k,
                        const char *what) {
    const json_t *one = json_array_get(json_object_get(with, list), k);
    const char *text = json_string_value(json_object_get(one, what));
    cr_assert_not_null(text, "%s", list);
    return strtod(text, NULL);
}

static void expect_reason(const json_t *with, const char *list, const char *why) {
    const char *text = json_string_value(json_object_get(with, list));
    cr_expect(text != NULL && strstr(text, why) != NULL, "%s: %s", list,
              text != NULL ? text : "a list");
}

/* x = cos 2 t. */
Test(truth_with, accelerations_are_those_of_a_closed_form) {
    json_t *with = with_of("position x = 1\nvelocity v = 0\nx' = v\nv' = -4*x\n", 0.75);
    double a = number_of(with, "accelerations", 0, "value");
    cr_expect(fabs(a + 4 * cos(1.5)) < 1e-14, "%.17g", a);
    cr_expect(number_of(with, "accelerations", 0, "radius") < 1e-19);
    expect_reason(with, "multipliers", "no joints and no contacts");
    expect_reason(with, "impulses", "no contacts");
}

/* A ball falls from 1 with g = 8: y = 1 - 4 t^2 has its impact at t = 1/2. */
static const char ball[] = "position y = 1\nvelocity u = 0\ny' = u\nu' = -8\n"
                           "contact floor { gap = y; restitution = 1/2 }\n";

/* It strikes with the speed 4: an impulse of 6 throws it back. */
Test(truth_with, forces_and_impulses_of_a_contact_are_those_of_its_laws) {
    json_t *with = with_of(ball, 0.25);
    cr_expect(number_of(with, "accelerations", 0, "value") == -8);
    cr_expect(number_of(with, "multipliers", 0, "value") == 0);
    cr_expect(json_is_array(json_object_get(with, "impulses")));
    with = with_of(ball, 0.5);
    cr_expect(number_of(with, "accelerations", 0, "value") == -8);
    cr_expect(number_of(with, "multipliers", 0, "value") == 0);
    cr_expect(number_of(with, "impulses", 0, "value") == 6);
}

static const char block[] =
    "position x = 0, y = 0\nvelocity u = 1, v = 0\nx' = u\ny' = v\n"
    "mass u, u = 2\nmass v, v = 2\nforce u = 3\nforce v = -20\n"
    "contact floor { gap = y; slide = u; friction = 1/4 }\n";

/* m = 2 and g = 10: the floor bears 20; it takes 20/4 of a body that slides, and of one that is
 * held the 3 that pull. Two discs bear 20 and 40. */
Test(truth_with, forces_of_closed_contacts_are_those_of_statics) {
    json_t *with = with_of(block, 0.5);
    cr_expect(fabs(number_of(with, "multipliers", 0, "value") - 20) < 1e-14);
    cr_expect(fabs(number_of(with, "multipliers", 1, "value") + 5) < 1e-14);
    cr_expect(fabs(number_of(with, "accelerations", 0, "value") + 1) < 1e-14);
    cr_expect(json_array_size(json_object_get(with, "impulses")) == 0);
    with = with_of(block, 2);
    cr_expect(fabs(number_of(with, "multipliers", 1, "value") + 3) < 1e-14);
    with = with_of("position y = 0, z = 1\nvelocity v = 0, w = 0\ny' = v\nz' = w\n"
                   "mass v, v = 2\nmass w, w = 2\nforce v = -20\nforce w = -20\n"
                   "contact a { gap = y }\ncontact b { gap = z - y - 1 }\n",
                   1);
    cr_expect(fabs(number_of(with, "multipliers", 0, "value") - 40) < 1e-14);
    cr_expect(fabs(number_of(with, "multipliers", 1, "value") - 20) < 1e-14);
}

/* The pull is 3 exp(-t), and friction is as large. An enclosure that aims at n digits comes to some
 * 3n/2; this one aims at 50, not at 99. */
Test(truth_with, forces_of_closed_contacts_have_the_digits_of_the_state_up_to_fifty) {
    static const char held[] =
        "position x = 0, y = 0\nvelocity u = 0, v = 0\nstate p = 3\nx' = u\ny' = v\n"
        "p' = -p\nmass u, u = 2\nmass v, v = 2\nforce u = p\nforce v = -20\n"
        "contact floor { gap = y; slide = u; friction = 1/4 }\n";
    const json_t *with = with_in_digits(held, 0.5, 99);
    const double force = number_of(with, "multipliers", 1, "value"),
                 radius = number_of(with, "multipliers", 1, "radius");
    cr_expect(fabs(force + 3 * exp(-0.5)) < 1e-14, "%.17g", force);
    cr_expect(radius < 1e-50 && radius > 1e-90, "%g", radius);
}

/* Three supports. */
Test(truth_with, forces_that_are_not_determined_are_not_told) {
    json_t *with =
        with_of("position y = 1, a = 0\nvelocity v = 0, w = 0\ny' = v\na' = w\n"
                "v' = -10\nw' = 0\ncontact l { gap = y - 1 - sin(a) }\n"
                "contact m { gap = y - 1 }\ncontact r { gap = y - 1 + sin(a) }\n",
                1);
    cr_expect(number_of(with, "accelerations", 0, "value") == 0);
    expect_reason(with, "multipliers", "not determined");
}

/* A point on a circle of radius 1 without gravity, at the speed 3: lambda is m v^2 / r, for the
 * constraint (x^2 + y^2 - 1)/2. */
Test(truth_with, multipliers_are_those_of_a_rotation) {
    json_t *with =
        with_of("position x = 1, y = 0\nvelocity u = 0, v = 3\nx' = u\ny' = v\n"
                "u' = 0\nv' = 0\njoint rod = (x^2 + y^2 - 1)/2\n",
                0.5);
    double lambda = number_of(with, "multipliers", 0, "value");
    cr_expect(fabs(fabs(lambda) - 9) < 1e-14, "%.17g", lambda);
}

Test(truth_with, what_is_asked_is_read) {
    struct diagnostic d;
    unsigned with;
    cr_expect(truth_with_read(&with, "impulses,accelerations", &d) == 0 &&
              with == (TRUTH_ACCELERATIONS | TRUTH_IMPULSES));
    cr_expect(truth_with_read(&with, NULL, &d) == 0 && with == 0);
    cr_expect(truth_with_read(&with, "forces", &d) != 0);
    cr_expect(truth_with_read(&with, "", &d) != 0);
}

/* The digits and radii that are told contain the ball, and no digit is told of nothing. */
Test(truth_with, balls_are_told_with_no_more_than_is_known) {
    static const struct {
        double centre, radius;
    } balls[] = {{1.25, 1e-3},   {1e-9, 1e-3},    {-1e-9, 1e-8},
                 {3, 0},         {-2e-3, 1.9e-3}, {0, 1e-30},
                 {1e300, 1e299}, {7e-5, 7e-5},    {9.9999, 0.2}};
    for (size_t i = 0; i < sizeof balls / sizeof *balls; i++) {
        mpfr_t c, r, told, distance;
        mpfr_inits2(200, c, r, told, distance, (mpfr_ptr)NULL);
        mpfr_set_d(c, balls[i].centre, MPFR_RNDN);
        mpfr_set_d(r, balls[i].radius, MPFR_RNDN);
        bool zero = truth_ball_radius(told, c, r);
        char *text = truth_ball_text(c, r), *bound = truth_ball_bound(told);
        cr_expect(zero == (strcmp(text, "0") == 0) || mpfr_zero_p(c));
        mpfr_set_str(distance, text, 10, MPFR_RNDN);
        mpfr_sub(distance, distance, c, MPFR_RNDA);
        mpfr_abs(distance, distance, MPFR_RNDU);
        mpfr_add(distance, distance, r, MPFR_RNDU);
        mpfr_set_str(told, bound, 10, MPFR_RNDN);
        cr_expect(mpfr_lessequal_p(distance, told), "%zu: %s +- %s", i, text, bound);
    }
}
