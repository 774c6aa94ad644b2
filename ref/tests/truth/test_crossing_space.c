/* Impacts of one contact that slides in space: against a closed form, and against the way by
 * events. Seen to fail: what friction does to the slip left out; a slip against its own friction
 * counted as one; what is imposed without its friction.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>

#include "problems/catalogue.h"
#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

enum { DIGITS = 25 };

static struct ref_truth *find_truth(struct model *m, double time) {
    struct ref_truth *truth;
    enum ref_status status = truths_try(ref_enclosure_truth, &truth, m, DIGITS, 1, &time);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    cr_expect(truth->grade == REF_GRADE_CERTIFIED);
    return truth;
}

/* The way by events has other formulas and no balls. */
static void compare(struct model *m, double time, const char *what) {
    struct ref_truth *other, *truth = find_truth(m, time);
    cr_assert(truths_try(ref_event_truth, &other, m, DIGITS + 8, 1, &time) == REF_OK,
              "%s", what);
    cr_expect(truths_contradiction(truth, other) <= 1, "%s", what);
}

#define FLOOR                                                                            \
    "contact floor { gap = y; slide = u; slide = c; restitution = 1/2; friction = 1/4 "  \
    "}\n"

/* A mass falls for 1/5 and strikes with 2; a slip of (3, 4) loses 1/4 (1 + 1/2) 2 of its 5. */
Test(crossing_space, a_mass_loses_mu_of_what_it_strikes_with) {
    struct model *m =
        testing_model("position x = 0, y = 1/5, z = 0\n"
                      "velocity u = 3, v = 0, c = 4\n"
                      "x' = u\ny' = v\nz' = c\nu' = 0\nv' = -10\nc' = 0\n" FLOOR);
    struct ref_truth *truth = find_truth(m, 0.3125);
    truths_expect_ratio(truth, 0, 1419, 1600, "x");
    truths_expect_ratio(truth, 1, 63, 1280, "y");
    truths_expect_ratio(truth, 2, 473, 400, "z");
    truths_expect_ratio(truth, 3, 51, 20, "u");
    truths_expect_ratio(truth, 4, -1, 8, "v");
    truths_expect_ratio(truth, 5, 17, 5, "c");
}

/* Struck at the start with 2, of a slip w goes (1/4 + w/100) (1 + 1/2) 2, whichever way it
 * points. */
Test(crossing_space, viscous_friction_goes_by_how_fast_it_slips) {
    static const struct {
        const char *velocity;
        int u, c; /* in hundredths */
    } cases[] = {{"velocity u = -3, v = -2, c = 4\n", -246, 328},
                 {"velocity u = 0, v = -2, c = 4\n", 0, 313}};
    for (int i = 0; i < 2; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "position x = 0, y = 0, z = 0\n%sx' = u\ny' = v\nz' = c\nu' = 0\n"
                 "v' = -10\nc' = 0\ncontact floor { gap = y; slide = u; slide = c; "
                 "restitution = 1/2; friction = 1/4; viscous_friction = 1/100 }\n",
                 cases[i].velocity);
        struct model *m = testing_model(text);
        struct ref_truth *truth = find_truth(m, 0.0625);
        truths_expect_ratio(truth, 3, cases[i].u, 100, "u");
        truths_expect_ratio(truth, 5, cases[i].c, 100, "c");
    }
}

/* What is struck turns the slip: masses that differ, a floor that is not normal to what strikes
 * it. */
Test(crossing_space, a_slip_turns_as_the_way_by_events_has_it) {
    compare(testing_model("position x = 0, y = 1/5, z = 0\nvelocity u = 3, v = 0, c = 4\n"
                          "x' = u\ny' = v\nz' = c\nmass u, u = 1/2\nmass v, v = 1\n"
                          "mass c, c = 3\nmass u, c = 1/3\nmass u, v = 1/5\nforce u = 0\n"
                          "force v = -10\nforce c = -x\n" FLOOR),
            0.5, "masses");
}

Test(crossing_space, a_rod_strikes_and_slides_across) {
    struct catalogue *c;
    struct diagnostic d;
    struct model *m;
    cr_assert(catalogue_open(&c, TEST_MODELS, &d) == PROBLEM_OK);
    cr_assert(catalogue_read(c, "rod_impact_generic", 0, NULL, &m, &d) == PROBLEM_OK,
              "%s", d.text);
    catalogue_free(c);
    compare(m, 1, "rod");
}

/* What is pushed along u by 1.8 and down by 1 sticks with the static friction 2; with a dynamic
 * friction that is less than the push it may slip as well. */
Test(crossing_space, what_sticks_and_might_slip_as_well_is_refused) {
    static const struct {
        const char *mass, *friction;
        enum ref_status status;
    } cases[] = {
        {"", "static_friction = 2; dynamic_friction = 1.7", REF_UNDECIDED},
        {"", "friction = 2", REF_OK},
        {"mass u, v = -9/1000\n", "friction = 2", REF_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[500];
        const double time = 0.5;
        struct ref_truth *truth;
        snprintf(text, sizeof text,
                 "position x = 0, y = 0, z = 0\nvelocity u = 0, v = 0, c = 0\n"
                 "x' = u\ny' = v\nz' = c\nmass u, u = 1\nmass v, v = 1\nmass c, c = 1\n"
                 "%sforce u = 1.8\nforce v = -1\nforce c = t/100\n"
                 "contact floor { gap = y; slide = u; slide = c; %s }\n",
                 cases[i].mass, cases[i].friction);
        struct model *m = testing_model(text);
        cr_expect(truths_try(ref_enclosure_truth, &truth, m, DIGITS, 1, &time) ==
                      cases[i].status,
                  "%s %s", cases[i].mass, cases[i].friction);
    }
}

/* What sticks may begin to slip where a mass jumps. The choice of modes refuses it before
 * anybody looks at what may slip: each of both would do. */
Test(crossing_space, what_sticks_where_a_mass_jumps_is_refused) {
    static const struct {
        const char *mass;
        enum ref_status status;
    } cases[] = {{"1 + step(x)", REF_UNDECIDED}, {"1 + step(x - 1)", REF_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[500];
        const double time = 0.5;
        struct ref_truth *truth;
        snprintf(text, sizeof text,
                 "position x = 0, y = 0, z = 0\nvelocity u = 0, v = 0, c = 0\n"
                 "x' = u\ny' = v\nz' = c\nmass u, u = %s\nmass v, v = 1\nmass c, c = 1\n"
                 "force u = 1/10\nforce v = -1\nforce c = t/100\n"
                 "contact floor { gap = y; slide = u; slide = c; friction = 2 }\n",
                 cases[i].mass);
        struct model *m = testing_model(text);
        cr_expect_eq(truths_try(ref_enclosure_truth, &truth, m, DIGITS, 1, &time),
                     cases[i].status, "%s", cases[i].mass);
    }
}
