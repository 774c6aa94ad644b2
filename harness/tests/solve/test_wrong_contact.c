/* What is wrong with contacts, or goes wrong at them, through the program: a message that names
 * the contact and the time, the right exit status, and the state before.
 *
 * Seen to fail: a failure that names no contact; penetration without its gap; options of the
 * solver let through in MPFR.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/halfstep.h"
#include "harness/tests/results_of.h"
#include "harness/tests/scratch.h"

#define STEPPER "--method contact-stepper --step 1/64 --until 2 "

/* A weight above a floor, and what holds it or not. */
#define WEIGHT                                                                           \
    "position y = 1.37\n"                                                                \
    "velocity v = 0\n"                                                                   \
    "y' = v\n"                                                                           \
    "v' = -9.81\n"
#define FLOOR "contact floor { gap = y }\n"

static struct program_outcome run(const char *text, const char *rest) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "mine.model", text);
    return halfstep_run("solve %s --json %s", path, rest);
}

Test(wrong_contact, what_cannot_be_is_refused_before_any_step) {
    static const struct {
        const char *text, *rest, *message;
    } refused[] = {
        {WEIGHT FLOOR, "--method velocity-implicit-euler --step 0.1 --until 1",
         "has contacts, which velocity-implicit-euler does not take; methods that do: "
         "contact-stepper"},
        {WEIGHT FLOOR, "--method bdf --accuracy 1e-3 --until 1", "has contacts"},
        {WEIGHT FLOOR, "--method runge-kutta-merson --accuracy 1e-3 --until 1",
         "has contacts"},
        {WEIGHT "contact floor { gap = y; restitution = 1.37 }\n", STEPPER,
         "restitution lies between 0 and 1"},
        {WEIGHT "contact floor { gap = y; restitution = -0.5 }\n", STEPPER,
         "restitution lies between 0 and 1"},
        {WEIGHT "contact floor { gap = y; slide = v; friction = -0.3 }\n", STEPPER,
         "friction is not negative"},
        {WEIGHT "contact floor { gap = sqrt(y - 2) }\n", STEPPER, "finite"},
        {WEIGHT FLOOR, STEPPER "--option restitution=1.2", "can only be poisson|newton"},
        {WEIGHT FLOOR, STEPPER "--option capture-velocity=-1", "zero or positive"},
        {WEIGHT FLOOR, STEPPER "--option units=1,1",
         "units has 2 numbers, but 'mine' has 1 velocities and other states"},
        {WEIGHT FLOOR, STEPPER "--option mode=faithful --option solver=proximal",
         "solver=proximal has no meaning"},
        {WEIGHT FLOOR, "--method contact-stepper --until 1", "solve needs --step H"},
        {WEIGHT FLOOR,
         "--method contact-stepper --until 1 --accuracy 1e-3 --arithmetic mpfr:100",
         "works in double only"},
        {WEIGHT FLOOR, STEPPER "--arithmetic mpfr:100 --option solver=pgs",
         "'solver' has no meaning in mpfr"},
        {WEIGHT "contact shelf { gap = y - 1.5 }\n" FLOOR,
         STEPPER "--arithmetic mpfr:100",
         "contact 'shelf': the initial values penetrate a contact: its gap is -0.1"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct program_outcome o = run(refused[i].text, refused[i].rest);
        cr_expect(o.status == 2, "%s: exit status %d", refused[i].message, o.status);
        cr_expect(strstr(o.err, refused[i].message) != NULL, "'%s' said '%s'",
                  refused[i].message, o.err);
        cr_expect(o.out[0] == '\0', "printed '%s'", o.out);
    }
}

static double first(const json_t *document, const char *part) {
    const json_t *state = json_object_get(document, "state");
    const json_t *value = json_array_get(json_object_get(state, part), 0);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* The document of a run that fails, and what it says. */
static json_t *fail(const char *text, const char *rest, const char *says) {
    struct program_outcome o = run(text, rest);
    cr_expect(o.status == 1, "%s: exit status %d: %s", says, o.status, o.err);
    json_t *document = json_loads(o.out, 0, NULL);
    cr_assert(document != NULL, "%s", o.err);
    cr_expect_str_eq(text_in(document, "status"), "failed");
    cr_expect(strncmp(text_in(document, "why"), says, strlen(says)) == 0,
              "said '%s', not '%s'", text_in(document, "why"), says);
    cr_expect(strstr(o.err, says) != NULL, "%s", o.err);
    return document;
}

static const char *const modes[] = {STEPPER, STEPPER "--option mode=faithful "};

/* Faithful mode goes on, as the original does. */
Test(wrong_contact, penetration_at_the_start_is_told_with_the_gap) {
    json_t *document =
        fail(WEIGHT "contact shelf { gap = y - 1.5 }\n" FLOOR, STEPPER,
             "contact 'shelf': the initial values penetrate a contact: its gap is -0.1");
    cr_expect(json_number_value(json_object_get(document, "t")) == 0);
    cr_expect(first(document, "q") == 1.37 && first(document, "v") == 0);
    cr_expect(strstr(text_in(document, "why"), "at t = 0") != NULL);
}

Test(wrong_contact, a_gap_that_is_no_number_any_more_leaves_the_state_before) {
    for (int i = 0; i < 2; i++) {
        json_t *document = fail(WEIGHT "contact floor { gap = y + 9 }\n"
                                       "contact lid { gap = 99 - y + sqrt(0.3 - t) }\n",
                                modes[i], "contact 'lid': ");
        const double t = json_number_value(json_object_get(document, "t"));
        const double last = 19.0 / 64;
        cr_expect(t == last, "%.17g", t);
        cr_expect(strstr(text_in(document, "why"), "not finite at t = 0.29") != NULL);
        cr_expect(fabs(first(document, "v") + 9.81 * t) <= 1e-14);
    }
}

/* A ceiling comes down onto a floor. */
Test(wrong_contact, contacts_that_exclude_each_other_are_contradictory) {
    json_t *document = fail("position y = 0\n"
                            "velocity v = 0\n"
                            "y' = v\n"
                            "v' = -9.81\n"
                            "contact floor { gap = y }\n"
                            "contact ceiling { gap = 0.7 - y - t }\n",
                            STEPPER, "contact '");
    const double t = json_number_value(json_object_get(document, "t"));
    cr_expect(isfinite(t) && t <= 0.7 && t >= 0.7 - 2.0 / 64, "%.17g", t);
    cr_expect(strstr(text_in(document, "why"), "contradict") != NULL, "%s",
              text_in(document, "why"));
    cr_expect(fabs(first(document, "q")) <= 1e-9);
}

/* A guide that leads the weight through the floor. */
Test(wrong_contact, a_joint_that_leads_through_a_contact_contradicts_it) {
    json_t *document = fail("position x = 0, y = 0.7\n"
                            "velocity u = 0, v = -1\n"
                            "x' = u\n"
                            "y' = v\n"
                            "u' = 0\n"
                            "v' = -9.81\n"
                            "joint lift = y + t - 0.7\n"
                            "contact floor { gap = y }\n",
                            STEPPER, "");
    const double t = json_number_value(json_object_get(document, "t"));
    const char *why = text_in(document, "why");
    cr_expect(isfinite(t) && t <= 0.7 && t >= 0.7 - 2.0 / 64, "%.17g", t);
    cr_expect(strstr(why, "contradict") != NULL, "%s", why);
    cr_expect(strstr(why, "'floor'") != NULL || strstr(why, "'lift'") != NULL, "%s", why);
}

/* Long steps, and bounces that hardly die away. */
Test(wrong_contact, impacts_that_accumulate_are_told_with_contact_and_time) {
    json_t *document =
        fail(WEIGHT "contact floor { gap = y; restitution = 0.95 }\n",
             "--method contact-stepper --step 20 --until 40 --option "
             "max-impacts=20 ",
             "contact 'floor': impacts accumulate: more than max-impacts, 20,");
    cr_expect(json_number_value(json_object_get(document, "t")) == 0);
    cr_expect(first(document, "q") == 1.37 && first(document, "v") == 0);
}
