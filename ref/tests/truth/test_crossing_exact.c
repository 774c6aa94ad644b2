/* The enclosure through contacts: values that can be worked out, what is refused by name, and
 * how far it reaches. Seen to fail: what closed contacts hold taken to have no kinks; refusals
 * for another reason.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

enum { DIGITS = 30, BITS = 300 };

static const struct exact {
    const char *what, *text;
    double time;
    int component;
    long numerator, denominator;
} exacts[] = {
    /* u = 3 stops after s = 3/(mu g) = 3/4 at u^2/(2 mu g) = 9/8 */
    {"slides to rest",
     "position x = 0, y = 0\nvelocity u = 3, v = 0\nx' = u\ny' = v\nu' = 0\nv' = -10\n"
     "contact floor { gap = y; slide = u; friction = 2/5 }\n",
     2, 0, 9, 8},
    /* drops 5/4 in 1/2 s to the floor and stays: 0; its impulse 5 stops 2/5 * 5 of u = 3 */
    {"lands and is braked",
     "position x = 0, y = 5/4\nvelocity u = 3, v = 0\nx' = u\ny' = v\nu' = 0\nv' = -10\n"
     "contact floor { gap = y; slide = u; friction = 2/5 }\n",
     2, 0, 13, 8}, /* 3/2, then 1/8 with u = 1 */
    /* lifts off when 10 - 20 t vanishes: y'' = 20 t - 10 from t = 1/2, y = 10 (t - 1/2)^3 / 3 */
    {"lifts off",
     "position y = 0\nvelocity v = 0\ny' = v\nv' = 20*t - 10\n"
     "contact floor { gap = y }\n",
     2, 0, 45, 4},
    /* sticks until 2 t = 1, then u' = 2 t - 1/2 from t = 1/2: t^2 - t/2 at t = 2, and 3/4 at 3/2 */
    {"breaks away, the dynamic friction being less",
     "position x = 0, y = 0\nvelocity u = 0, v = 0\nx' = u\ny' = v\nu' = 2*t\nv' = -10\n"
     "contact floor { gap = y; slide = u; static_friction = 1/10; dynamic_friction = "
     "1/20 }\n",
     2, 2, 3, 1},
    /* u' = 2 t - 1 from t = 1/2 */
    {"breaks away, friction being the same",
     "position x = 0, y = 0\nvelocity u = 0, v = 0\nx' = u\ny' = v\nu' = 2*t\nv' = -10\n"
     "contact floor { gap = y; slide = u; friction = 1/10 }\n",
     2, 2, 9, 4},
    /* u' = -2 - 1 to t = 1/3, then -2 + 1 */
    {"turns back",
     "position x = 0, y = 0\nvelocity u = 1, v = 0\nx' = u\ny' = v\nu' = -2\nv' = -10\n"
     "contact floor { gap = y; slide = u; friction = 1/10 }\n",
     2, 2, -5, 3},
    /* hit at x = 2.999 and back */
    {"a small disc, head-on",
     "position x = 0, y = 0\nvelocity u = 1, v = 0\nx' = u\ny' = v\nu' = 0\nv' = 0\n"
     "contact disc { gap = sqrt((x - 3)^2 + y^2) - 1/1000; restitution = 1 }\n",
     4, 0, 1998, 1000},
    /* at half its radius: the normal is at 30 degrees, the way back at 60 */
    {"a small disc, off its centre",
     "position x = 0, y = 1/2000\nvelocity u = 1, v = 0\nx' = u\ny' = v\nu' = 0\nv' = 0\n"
     "contact disc { gap = sqrt((x - 3)^2 + y^2) - 1/1000; restitution = 1 }\n",
     4, 2, -1, 2},
    /* masses 1 and 3: from u = 1 to (1 - 3 e)/4 and (1 + e)/4, e = 1/2 */
    {"two balls",
     "position x = 0, y = 2\nvelocity u = 1, w = 0\nx' = u\ny' = w\n"
     "mass u, u = 1\nmass w, w = 3\nforce u = 0\nforce w = 0\n"
     "contact both { gap = y - x - 1; restitution = 1/2 }\n",
     2, 3, 3, 8},
    /* pressed down to t = 1/2, then pulled up: y'' = 1 */
    {"a force that jumps lifts it off",
     "position x = 0\nvelocity u = 0\nx' = u\nu' = 2*step(t - 1/2) - 1\n"
     "contact floor { gap = x }\n",
     1, 0, 1, 8},
    /* sticks to t = 1/2, then 2 - 1 */
    {"a force that jumps lets it slide",
     "position x = 0, y = 0\nvelocity u = 0, v = 0\nx' = u\ny' = v\n"
     "u' = 2*step(t - 1/2)\nv' = -10\n"
     "contact floor { gap = y; slide = u; friction = 1/10 }\n",
     1, 0, 1, 8},
    {"rests without a force",
     "position x = 0\nvelocity u = 0\nx' = u\nu' = 0\ncontact a { gap = x }\n", 1, 0, 0,
     1},
    /* two balls at rest that touch are hit by a third one: together they get 2/3 of its
     * velocity, and the first comes back with 1/3 of it if that is elastic; with e = 1/2 it is
     * at rest */
    {"two balls that touch, elastic",
     "position x = 0, y = 1, z = 2\nvelocity u = 1, v = 0, w = 0\nx' = u\ny' = v\nz' = "
     "w\n"
     "u' = 0\nv' = 0\nw' = 0\ncontact a { gap = y - x - 1; restitution = 1 }\n"
     "contact b { gap = z - y - 1; restitution = 1 }\n",
     1, 2, 8, 3},
    {"two balls that touch",
     "position x = 0, y = 1, z = 2\nvelocity u = 1, v = 0, w = 0\nx' = u\ny' = v\nz' = "
     "w\n"
     "u' = 0\nv' = 0\nw' = 0\ncontact a { gap = y - x - 1; restitution = 1/2 }\n"
     "contact b { gap = z - y - 1; restitution = 1/2 }\n",
     1, 1, 3, 2},
    /* at the time of the impact itself: the velocity behind it */
    {"an impact at the time asked for",
     "position y = 1\nvelocity v = 0\ny' = v\nv' = -2\n"
     "contact floor { gap = y; restitution = 1/2 }\n",
     1, 1, 1, 1},
    /* each comes back */
    {"two at once, elastic",
     "position x = -1, y = -1\nvelocity u = 1, v = 1\nx' = u\ny' = v\nu' = 0\nv' = 0\n"
     "contact a { gap = -x; restitution = 1 }\ncontact b { gap = -y; restitution = 1 }\n",
     2, 0, -1, 1},
    /* down with 10 after 1 s, up with 5: 5/2 - 5/4 half a second later */
    {"a bar on two legs",
     "position y = 5, a = 0\nvelocity v = 0, w = 0\ny' = v\na' = w\nv' = -10\nw' = 0\n"
     "contact left { gap = y - sin(a); restitution = 1/2 }\n"
     "contact right { gap = y + 2*sin(a); restitution = 1/2 }\n",
     1.5, 0, 5, 4},
    /* both stay */
    {"a bar on two legs stays",
     "position y = 5, a = 0\nvelocity v = 0, w = 0\ny' = v\na' = w\nv' = -10\nw' = 0\n"
     "contact left { gap = y - sin(a) }\ncontact right { gap = y + sin(a) }\n",
     1.5, 0, 0, 1},
    /* a mirror image: 1/2 behind the impact at t = 1/2, which sends both back with 1/2 */
    {"a ball hit from both sides",
     "position x = -1, y = 0, z = 1\nvelocity u = 1, v = 0, w = -1\nx' = u\ny' = v\nz' = "
     "w\n"
     "u' = 0\nv' = 0\nw' = 0\ncontact a { gap = y - x - 1/2; restitution = 1/2 }\n"
     "contact b { gap = z - y - 1/2; restitution = 1/2 }\n",
     2.5, 2, 3, 2},
    /* a wall that moves with -1/2: u = 1 comes back with -1/2 - 3/2 e */
    {"a moving wall",
     "position x = 0\nvelocity u = 1\nx' = u\nu' = 0\n"
     "contact wall { gap = 2 - t/2 - x; restitution = 1/2 }\n",
     2, 1, -5, 4},
};

Test(crossing_exact, what_can_be_worked_out_is_inside) {
    for (size_t k = 0; k < sizeof exacts / sizeof *exacts; k++) {
        const struct exact *c = &exacts[k];
        struct model *m = testing_model(c->text);
        struct ref_truth *truth;
        enum ref_status status =
            truths_try(ref_enclosure_truth, &truth, m, DIGITS, 1, &c->time);
        cr_expect(status == REF_OK, "%s: %s", c->what, ref_status_text(status));
        if (status == REF_OK)
            truths_expect_ratio(truth, c->component, c->numerator, c->denominator,
                                c->what);
    }
}

static const struct refusal {
    const char *what, *text;
    enum ref_status status;
} refusals[] = {
    {"bounces that do not end as those before a kink in the mass",
     "position x = 0, y = 1/10\nvelocity u = 0, v = 0\nx' = u\ny' = v\n"
     "mass u, u = 1 + 2*step(t-1)\nmass v, v = 1\nforce u = 0\nforce v = 0\n"
     "contact a { gap = x + y - t^2/2; restitution = 1/2 }\n",
     REF_ACCUMULATES},
    {"grazed",
     "position x = -1, y = 1\nvelocity u = 1, v = 0\nx' = u\ny' = v\nu' = 0\nv' = 0\n"
     "contact disc { gap = x^2 + y^2 - 1; restitution = 1 }\n",
     REF_GRAZED},
    {"nearly two at once",
     "position x = -1, y = -1 - 1e-200\nvelocity u = 1, v = 1\nx' = u\ny' = v\nu' = "
     "0\nv' = 0\n"
     "contact a { gap = -x; restitution = 1 }\ncontact b { gap = -y; restitution = 1 }\n",
     REF_TOGETHER},
    {"a bar on two legs that turns",
     "position y = 5, a = 0\nvelocity v = 0, w = 1e-200\ny' = v\na' = w\nv' = -10\nw' = "
     "0\n"
     "contact left { gap = y - sin(a); restitution = 1/2 }\n"
     "contact right { gap = y + sin(a); restitution = 1/2 }\n",
     REF_TOGETHER},
    {"a bar on two legs that is turned",
     "position y = 5, a = 0\nvelocity v = 0, w = 0\ny' = v\na' = w\nv' = -10\nw' = "
     "1e-200*t\n"
     "contact left { gap = y - sin(a); restitution = 1/2 }\n"
     "contact right { gap = y + sin(a); restitution = 1/2 }\n",
     REF_TOGETHER},
    {"begins inside",
     "position x = -1\nvelocity u = 1\nx' = u\nu' = 0\ncontact a { gap = x }\n",
     REF_NO_MODE},
    {"slides up a ramp",
     "position x = -1, y = 0\nvelocity u = 1, v = 0\nx' = u\ny' = v\nu' = 0\nv' = -10\n"
     "contact floor { gap = y - max(x,0)/2 }\n",
     REF_KINKED_CONTACT},
    {"slides down a ramp",
     "position x = -1, y = 0\nvelocity u = 1, v = 0\nx' = u\ny' = v\nu' = 0\nv' = -10\n"
     "contact floor { gap = y + max(x,0)/2 }\n",
     REF_KINKED_CONTACT},
    {"slides over a step",
     "position x = -1, y = 0\nvelocity u = 1, v = 0\nx' = u\ny' = v\nu' = 0\nv' = -10\n"
     "contact floor { gap = y + step(x)/10 }\n",
     REF_KINKED_CONTACT},
    {"the floor jumps up",
     "position y = 0\nvelocity v = 0\ny' = v\nv' = -10\n"
     "contact floor { gap = y - step(t-1)/10 }\n",
     REF_KINKED_CONTACT},
    {"the belt jumps",
     "position x = 0, y = 0\nvelocity u = 0, v = 0\nx' = u\ny' = v\nu' = 0\nv' = -10\n"
     "contact floor { gap = y; slide = u - step(t-1); static_friction = 0.2; "
     "dynamic_friction = 0.1 }\n",
     REF_KINKED_CONTACT},
    {"the floor drops",
     "position y = 0\nvelocity v = 0\ny' = v\nv' = -10\n"
     "contact floor { gap = y + step(t-1)/10 }\n",
     REF_KINKED_CONTACT},
    {"the floor begins to rise",
     "position y = 0\nvelocity v = 0\ny' = v\nv' = -10\n"
     "contact floor { gap = y - max(t-1,0); restitution = 1/2 }\n",
     REF_KINKED_CONTACT},
    {"the floor begins to sink",
     "position y = 0\nvelocity v = 0\ny' = v\nv' = -10\n"
     "contact floor { gap = y + max(t-1,0) }\n",
     REF_KINKED_CONTACT},
};

Test(crossing_exact, what_cannot_be_proved_is_refused_by_name) {
    const double time = 4;
    for (size_t k = 0; k < sizeof refusals / sizeof *refusals; k++) {
        struct model *m = testing_model(refusals[k].text);
        struct ref_truth *truth;
        enum ref_status status =
            truths_try(ref_enclosure_truth, &truth, m, DIGITS, 1, &time);
        cr_expect(status == refusals[k].status, "%s: %s", refusals[k].what,
                  ref_status_text(status));
    }
}

/* A narrow hump in the force before the wall: the wall, which is not reached, changes nothing. */
static void note_reached(void *context, enum ref_way way, const struct ref_end *end) {
    (void)way;
    *(struct ref_end *)context = *end;
}

/* To the end of the bounces, 3 s after the first impact; to x = y = 1 at t = ln 2, long behind
 * the start of the step. */
Test(crossing_exact, where_the_certificate_ends_is_told_with_what_was_looked_at) {
    static const struct {
        const char *text;
        enum ref_status status;
        double from, to;
        enum ref_subject subject;
        int index;
    } cases[] = {
        {"position y = 1\nvelocity v = 0\nstate z = 1\ny' = v\nv' = -2\nz' = max(z, 0)\n"
         "contact floor { gap = y + 0*t; restitution = 1/2 }\n",
         REF_ACCUMULATES, 2.9, 3, REF_OF_GAP, 0},
        /* a pole at 1 + pi/2, long behind the surface: no contact's or surface's doing */
        {"state x = 0\nx' = 1 + max(x - 1, 0)^2\n", REF_NOT_SMOOTH, 2.57, 2.5708,
         REF_OF_SWITCH, -1},
        {"state x = 0, y = 0\nx' = 2 - x + step(x - 1)\ny' = 2 - y + step(y - 1)\n",
         REF_TOGETHER, 0.6931, 0.69314718055994531, REF_OF_SWITCH, 1},
        {"position x = 0, y = 0\nvelocity u = 0, v = -1\nx' = u\ny' = v\nu' = 0\nv' = 0\n"
         "contact left { gap = y; slide = u; friction = 1/2; restitution = 1 }\n"
         "contact right { gap = y; slide = u; friction = 1/2; restitution = 1 }\n",
         REF_UNDECIDED, -INFINITY, 0, REF_OF_GAP, 0},
    };
    mpfr_t time;
    mpfr_init2(time, BITS);
    mpfr_set_ui(time, 4, MPFR_RNDN);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct ref_end end = {.time = NAN};
        struct ref_truth *truth;
        struct model *m = testing_model(cases[k].text);
        const struct ref_truth_options options = {.digits = DIGITS,
                                                  .constants = EVAL_EXACT_CONSTANTS,
                                                  .context = &end,
                                                  .reached = note_reached};
        cr_expect(ref_enclosure_truth(&truth, m, 1, (const mpfr_t *)&time, &options) ==
                  cases[k].status);
        cr_expect(end.time >= cases[k].from && end.time < cases[k].to, "%g", end.time);
        cr_expect(end.known == (cases[k].index >= 0), "%zu", k);
        cr_expect(!end.known ||
                      (end.subject == cases[k].subject && end.index == cases[k].index),
                  "%zu: %d", k, end.index);
    }
}
