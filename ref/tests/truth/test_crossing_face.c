/* Faces whose corners share a weight, contacts that slide together, bounces beside other
 * contacts, and what is left of a motion that comes to rest. Seen to fail: corners joined whose
 * frictions differ, or that slide across; a matrix P taken without its condition on M; the cone
 * of one of two contacts that stick; a series of bounces that another contact ends; the energy
 * without the gaps; an error of bounces left out, or a time asked for among them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/catalogue.h"
#include "problems/model.h"
#include "problems/tests/nightly.h"
#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

enum { DIGITS = 20, BITS = 200, X = 4 };

static struct model *read_set(const char *name, int settings,
                              const struct setting *setting) {
    struct diagnostic d;
    struct catalogue *c;
    struct model *m;
    cr_assert(catalogue_open(&c, TEST_MODELS, &d) == PROBLEM_OK);
    cr_assert(catalogue_read(c, name, settings, setting, &m, &d) == PROBLEM_OK, "%s",
              d.text);
    return m;
}

static enum ref_status try_model(struct model *m, double time, struct ref_truth **truth) {
    return truths_try(ref_enclosure_truth, truth, m, DIGITS, 1, &time);
}

static struct ref_truth *find_truth(struct model *m, double time) {
    struct ref_truth *truth;
    enum ref_status status = try_model(m, time, &truth);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    cr_expect(truth->grade == REF_GRADE_CERTIFIED);
    return truth;
}

static void expect_still(const struct ref_truth *truth, int i) {
    cr_expect(mpfr_cmpabs(truth->state[i], truth->component[i]) <= 0 &&
                  mpfr_cmp_d(truth->component[i], 1e-20) < 0,
              "%d", i);
}

Test(crossing_face, a_block_slides_on_its_face_and_stops) {
    struct ref_truth *truth = find_truth(read_set("sliding_block", 0, NULL), 1);
    truths_expect_ratio(truth, X, 500, 981, "4/(2 0.4 9.81)");
    for (int i = 7; i < truth->nx; i++)
        expect_still(truth, i);
    ref_truth_free(truth);
    truth = find_truth(read_set("sliding_block", 0, NULL), 0.25);
    truths_expect_ratio(truth, X, 80000 - 20 * 981, 160000, "2 t - 0.4 9.81 t^2/2");
}

/* g (sin(slope) - 0.4 cos(slope))/2 at t = 1. */
Test(crossing_face, a_block_slides_down_its_slope_or_rests) {
    mpfr_t slope, x, part;
    mpfr_inits2(BITS, slope, x, part, (mpfr_ptr)NULL);
    mpfr_set_ui(slope, 2, MPFR_RNDN);
    mpfr_div_ui(slope, slope, 5, MPFR_RNDN);
    mpfr_atan(slope, slope, MPFR_RNDN);
    mpfr_set_ui(part, 100, MPFR_RNDN);
    mpfr_ui_div(part, 1, part, MPFR_RNDN);
    mpfr_add(slope, slope, part, MPFR_RNDN);
    mpfr_sin_cos(x, part, slope, MPFR_RNDN);
    mpfr_mul_ui(part, part, 2, MPFR_RNDN);
    mpfr_div_ui(part, part, 5, MPFR_RNDN);
    mpfr_sub(x, x, part, MPFR_RNDN);
    mpfr_mul_ui(x, x, 981, MPFR_RNDN);
    mpfr_div_ui(x, x, 200, MPFR_RNDN);
    struct ref_truth *truth = find_truth(read_set("slope_slides", 0, NULL), 1);
    cr_expect(truths_is_inside(truth, X, x));
    ref_truth_free(truth);
    truth = find_truth(read_set("slope_rests", 0, NULL), 1);
    mpfr_set_ui(x, 0, MPFR_RNDN);
    cr_expect(truths_is_inside(truth, X, x));
}

/* Of these there is no certificate, or one that has not only slid along: it turns. */
static const struct {
    const char *what, *name;
    int count;
    struct setting setting[6];
} movers[] = {
    {"its corners in front are behind its weight",
     "sliding_block",
     6,
     {{"a", "0.1"},
      {"b", "0.3"},
      {"slope", "1/2"},
      {"u0", "0"},
      {"mu_s", "1"},
      {"mu_d", "1"}}},
    {"it slides, and tips over its corners in front",
     "sliding_block",
     4,
     {{"a", "0.1"}, {"b", "0.3"}, {"mu_s", "1/2"}, {"mu_d", "1/2"}}},
    {"static friction holds it, and dynamic friction would not",
     "sliding_block",
     4,
     {{"slope", "0.45"}, {"u0", "0"}, {"mu_s", "0.5"}, {"mu_d", "0.4"}}},
    {"its friction is just enough",
     "sliding_block",
     4,
     {{"slope", "atan(0.4)"}, {"u0", "0"}, {"mu_s", "0.4"}, {"mu_d", "0.4"}}},
    {"a slip pushes too much on its corners: P",
     "sliding_block",
     6,
     {{"a", "0.9"},
      {"b", "0.6"},
      {"c", "0.5"},
      {"mu_s", "1.45"},
      {"mu_d", "1.45"},
      {"u0", "1"}}},
    {"it turns about its axis", "spinning_block", 0, {{NULL, NULL}}},
};

Test(crossing_face, what_turns_or_might_is_not_said_to_slide) {
    for (size_t k = 0; k < sizeof movers / sizeof *movers; k++) {
        struct ref_truth *truth;
        struct model *m = read_set(movers[k].name, movers[k].count, movers[k].setting);
        const bool told = try_model(m, 0.03125, &truth) == REF_OK;
        bool turns = false;
        for (int i = 7; told && i < 10; i++)
            turns = turns || mpfr_cmpabs(truth->state[i], truth->component[i]) > 0;
        cr_expect(!told || turns, "%s", movers[k].what);
    }
}

/* The block's text with one line changed. */
static struct model *change(const char *from, const char *to) {
    struct model *m = testing_catalogue("sliding_block");
    const char *place = strstr(m->text, from);
    cr_assert(place != NULL, "%s", from);
    const size_t size = strlen(m->text) + strlen(to) + 1;
    char *text = malloc(size);
    cr_assert(text != NULL);
    snprintf(text, size, "%.*s%s%s", (int)(place - m->text), m->text, to,
             place + strlen(from));
    m = testing_model(text);
    return m;
}

/* What no ball tells from a block that slides straight, and is none. */
Test(crossing_face, corners_that_differ_by_almost_nothing_are_not_one) {
    static const char *const changes[][2] = {
        {"dynamic_friction = mu_d\n", "dynamic_friction = mu_d + k/10^200\n"},
        {"static_friction = mu_s\n", "static_friction = mu_s + k/10^200\n"},
        {"gap = y + ry\n", "gap = y + ry + i/10^200\n"},
        {"gap = y + ry\n", "gap = y + ry + i*k/10\n"},
        {"force vz = 0\n", "force vz = 1/10^200\n"},
        {"force wy = Lz*wx - Lx*wz\n", "force wy = Lz*wx - Lx*wz + 1/10^200\n"},
        {"velocity vx = u0, vy = 0, vz = s0\n",
         "velocity vx = u0, vy = 0, vz = 1/10^200\n"},
    };
    for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
        struct ref_truth *truth;
        cr_expect(try_model(change(changes[k][0], changes[k][1]), 1, &truth) != REF_OK,
                  "%s", changes[k][1]);
    }
    find_truth(change("gap = y + ry\n", "gap = y + ry\n"), 1);
}

/* A rod of weight 20 that lies on its two ends, whose frictions differ: 3/8 of it in all. */
#define ROD                                                                              \
    "position a = 0, x = 1, y = 0\na' = w\nx' = u\ny' = v\nmass w, w = 1\nmass u, u = "  \
    "2\n"                                                                                \
    "mass v, v = 2\nforce w = 0\nforce v = -20\n"                                        \
    "contact left { gap = y - sin(a); slide = u + y*w; friction = 1/2 }\n"               \
    "contact right { gap = y + sin(a); slide = u + y*w; friction = 1/4 }\n"

Test(crossing_face, ends_of_a_rod_slide_and_stick_together) {
    struct ref_truth *truth =
        find_truth(testing_model(ROD "velocity w = 0, u = 3, v = 0\nforce u = 0\n"), 1);
    truths_expect_ratio(truth, 1, 11, 5, "1 + 3^2/(2 3.75)");
    expect_still(truth, 4);
    ref_truth_free(truth);
    truth =
        find_truth(testing_model(ROD "velocity w = 0, u = 0, v = 0\nforce u = 7.4\n"), 1);
    truths_expect_ratio(truth, 1, 1, 1, "it is held");
    ref_truth_free(truth);
    truth =
        find_truth(testing_model(ROD "velocity w = 0, u = 0, v = 0\nforce u = 7.6\n"), 1);
    truths_expect_ratio(truth, 1, 41, 40, "1 + 0.1/2/2");
    ref_truth_free(truth);
    cr_expect(
        try_model(testing_model(ROD "velocity w = 0, u = 0, v = 0\nforce u = 7.5\n"), 1,
                  &truth) != REF_OK);
}

/* Two discs: the lower one bounces to its end at t = 3; the upper one z falls from h. */
static struct model *drop(const char *h, const char *e) {
    char text[400];
    snprintf(text, sizeof text,
             "position y = 1, z = %s\nvelocity v = 0, w = 0\ny' = v\nz' = w\nv' = -2\n"
             "w' = -2\ncontact floor { gap = y; restitution = 1/2 }\n"
             "contact disc { gap = z - y; restitution = %s }\n",
             h, e);
    return testing_model(text);
}

Test(crossing_face, bounces_end_beside_other_contacts) {
    struct ref_truth *truth = find_truth(drop("17", "0"), 3.5);
    truths_expect_ratio(truth, 0, 0, 1, "the lower disc");
    truths_expect_ratio(truth, 1, 19, 4, "17 - 3.5^2");
    ref_truth_free(truth);
    truth = find_truth(drop("17", "0"), 5);
    truths_expect_ratio(truth, 1, 0, 1, "the upper disc");
    ref_truth_free(truth);
    truth = find_truth(read_set("slider_stack_drop", 0, NULL), 2);
    for (int i = 0; i < 3; i++)
        truths_expect_ratio(truth, i, 2 * i + 1, 2, "at rest");
}

/* The upper disc strikes before the lower one is at rest, by less and less: the way by events
 * says so. Every night it strikes at that very time, too, of which the enclosure is not soon
 * done. */
Test(crossing_face, bounces_are_not_ended_over_a_collision) {
    static const char *const heights[] = {"8", "8.9", "8.99", "8.999999", "9"};
    for (int k = 0; k < nightly_or(5, 4); k++) {
        const double time = 3.0625;
        struct ref_truth *truth, *other;
        if (try_model(drop(heights[k], "1/10"), time, &truth) != REF_OK)
            continue;
        struct model *m = drop(heights[k], "1/10");
        if (truths_try(ref_event_truth, &other, m, DIGITS, 1, &time) == REF_OK)
            cr_expect(truths_contradiction(truth, other) <= 1, "%s", heights[k]);
    }
}

/* The right end of a rod bounces to its end while the left one sticks; x was found by the way of
 * events. */
Test(crossing_face, a_rod_that_falls_over_comes_to_lie) {
    struct ref_truth *truth = find_truth(read_set("rod_falls_over", 0, NULL), 2);
    mpfr_t x;
    mpfr_init2(x, BITS);
    mpfr_set_str(x, "0.440725398387074268369887", 10, MPFR_RNDN);
    mpfr_sub(x, x, truth->state[1], MPFR_RNDN);
    cr_expect(mpfr_cmp_d(truth->component[1], 1e-20) < 0);
    mpfr_abs(x, x, MPFR_RNDN);
    cr_expect(mpfr_cmp_d(x, 1e-20) < 0);
    expect_still(truth, 0);
    expect_still(truth, 2);
}

/* 10^-10 s before the bounces end at 1.2131834004, where they still go on. */
Test(crossing_face, bounces_are_not_enclosed_over_a_time_asked_for) {
    static const struct setting early[] = {{"e", "0.3"}};
    struct ref_truth *a, *b;
    struct model *m = read_set("rod_falls_over", 1, early);
    const double time = 1.2131834003;
    if (truths_try(ref_enclosure_truth, &a, m, 15, 1, &time) == REF_OK &&
        truths_try(ref_event_truth, &b, m, 15, 1, &time) == REF_OK) {
        cr_expect(truths_contradiction(a, b) <= 1);
        ref_truth_free(b);
    }
}

/* A disc z that hovers above the lower one is struck by it, behind its first impact, and flies
 * off. */
Test(crossing_face, bounces_are_not_ended_over_what_they_strike) {
    struct ref_truth *truth;
    struct model *m = testing_model("position y = 1/5, z = 6/25\nvelocity v = -20, w = "
                                    "0\ny' = v\nz' = w\nv' = -200\nw' = 0\n"
                                    "contact floor { gap = y; restitution = 1/2 }\n"
                                    "contact disc { gap = z - y; restitution = 1/2 }\n");
    if (try_model(m, 5, &truth) == REF_OK)
        cr_expect(mpfr_cmp_d(truth->state[1], 0.25) > 0);
}

/* The run ends at t = 10^-25, where two impacts are not told apart, and y is high up, without a
 * velocity. */
Test(crossing_face, what_is_high_up_is_not_at_rest) {
    struct ref_truth *truth;
    struct model *m =
        testing_model("position y = 1, a = 10^(-50), b = 10^(-50)\nvelocity v = 0, u = "
                      "-10^(-25), w = -10^(-25)\n"
                      "y' = v\na' = u\nb' = w\nv' = -2\nu' = -2\nw' = -2\n"
                      "contact y { gap = y }\ncontact a { gap = a }\ncontact b { gap = b "
                      "+ 10^(-200) }\n");
    cr_expect(try_model(m, 0.5, &truth) != REF_OK ||
              mpfr_cmp_d(truth->state[0], 0.75) <= 0);
}

/* A mass in a smooth wedge ends in its corner; with a load that no wall holds it does not. */
Test(crossing_face, what_comes_to_rest_is_bounded_by_its_energy) {
    const double time = 1;
    static const struct setting pulled[] = {{"mu", "0"}, {"Fx", "60"}};
    struct model *m = read_set("wedge_generic", 1, pulled);
    struct ref_truth *truth;
    cr_assert(truths_try(ref_enclosure_truth, &truth, m, 12, 1, &time) == REF_OK);
    for (int i = 0; i < 4; i++)
        cr_expect(mpfr_zero_p(truth->state[i]) &&
                  mpfr_cmp_d(truth->component[i], 1e-12) <= 0);
    ref_truth_free(truth);
    model_free(m);
    cr_expect(try_model(read_set("wedge_generic", 2, pulled), time, &truth) != REF_OK ||
              !mpfr_zero_p(truth->state[1]));
}
