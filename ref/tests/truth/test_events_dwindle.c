/* Truth by events where several contacts with friction bounce without end at once: known where
 * they are struck together or do not feel each other, against closed forms; refused elsewhere.
 * Seen to fail: all of them refused; each pair taken for one that does not feel the other;
 * contacts joined by a third one not seen; a contact that rested still taken for one that
 * bounces.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

enum { DIGITS = 14 };

static enum ref_status try_text(const char *text, double time, struct ref_truth **truth) {
    struct model *m = testing_model(text);
    return truths_try(ref_event_truth, truth, m, DIGITS, 1, &time);
}

static struct ref_truth *follow(const char *text, double time) {
    struct ref_truth *truth;
    enum ref_status status = try_text(text, time, &truth);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    return truth;
}

#define ROUGH "restitution = 1/2; friction = 1/5"

static const char rod[] =
    "position x = 0, y = 1/20, a = 0\nvelocity u = 1/10, v = 0, w = 0\n"
    "x' = u\ny' = v\na' = w\nmass u, u = 1\nmass v, v = 1\nmass w, w = 1/12\n"
    "force u = 0\nforce v = -10\nforce w = 0\n"
    "contact l { gap = y - sin(a)/2; slide = u; " ROUGH " }\n"
    "contact r { gap = y + sin(a)/2; slide = u; " ROUGH " }\n";

/* Falls for 1/10 s and hits the floor with v = 1, whose friction stops u = 1/10 < v/5 there. */
Test(events_dwindle, a_rod_falls_flat) {
    struct ref_truth *truth = follow(rod, 0.75);
    truths_expect_ratio(truth, 0, 1, 100, "x");
    for (int i = 1; i < 6; i++)
        truths_expect_ratio(truth, i, 0, 1, "what is at rest");
}

/* The first falls for 1/10 s, the second, thrown up, for 1/8 s; the bounces of both end at 3/10
 * s. */
#define BALLS(first, second, more)                                                       \
    "position x = 0, y = 1/20, p = 0, q = 1/32\n"                                        \
    "velocity u = 1/10, v = 0, r = 1/10, z = 3/8\nx' = u\ny' = v\np' = r\nq' = z\n"      \
    "u' = 0\nv' = -10\nr' = 0\nz' = -10\n"                                               \
    "contact a { gap = y; slide = " first "; " ROUGH " }\n"                              \
    "contact b { gap = q; slide = " second "; " ROUGH " }\n" more

/* Each stops in its first impact. */
Test(events_dwindle, each_ball_bounces_for_itself) {
    struct ref_truth *truth = follow(BALLS("u", "r", ""), 0.75);
    truths_expect_ratio(truth, 0, 1, 100, "x");
    truths_expect_ratio(truth, 1, 0, 1, "y");
    truths_expect_ratio(truth, 2, 1, 80, "p");
    truths_expect_ratio(truth, 3, 0, 1, "q");
}

/* Along rows that rub at both; between two blocks of which one lies on the other; between walls. */
static const char *const refused[] = {
    BALLS("u", "u + r", ""),
    BALLS("u", "r",
          "position h = 0\nvelocity k = 0\nh' = k\nk' = -10\n"
          "contact c { gap = h; slide = u - r; friction = 1/5 }\n"),
    "position x = 1/50, y = 43/100\nvelocity u = 7/10, v = -37/100\nx' = u\ny' = v\n"
    "u' = 190/137\nv' = -1340/137\nlet s = sin(3/10)\nlet c = cos(3/10)\n"
    "contact l { gap = y*s + x*c; slide = v*c - u*s; restitution = 2/5; friction = 1/2 "
    "}\n"
    "contact r { gap = y*s - x*c; slide = v*c + u*s; restitution = 2/5; friction = 1/2 "
    "}\n"};

Test(events_dwindle, contacts_that_feel_each_other_and_strike_in_turn_are_refused) {
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        struct ref_truth *truth;
        enum ref_status status = try_text(refused[k], 0.75, &truth);
        cr_expect(status == REF_ACCUMULATES, "%zu: %s", k, ref_status_text(status));
    }
}

/* The first one has come to rest and is lifted, from 2999/10000 on, s ago: y = 10 s^3/(6
 * (2999/10000)), while the second bounces. */
Test(events_dwindle, a_contact_that_rested_bounces_no_more) {
    struct ref_truth *truth =
        follow("position x = 0, y = 1/500, q = 1/20\nvelocity u = 1/10, v = 0, z = 0\n"
               "x' = u\ny' = v\nq' = z\nu' = 0\nv' = -10 + 10*t/(2999/10000)\nz' = -10\n"
               "contact a { gap = y; slide = u; " ROUGH " }\n"
               "contact b { gap = q; slide = u; " ROUGH " }\n",
               0.5);
    truths_expect_ratio(truth, 1, 8012006001, 179940000000, "y");
    truths_expect_ratio(truth, 2, 0, 1, "q");
}
