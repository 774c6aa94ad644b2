/* The second opinion that a record tells, asked for again.
 *
 * Seen to fail: one that is not compared; a time that is not compared, and one over 16 instead
 * of 16 times less; a hasty one that is taken; the way not compared; no time taken for another
 * opinion.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/base/stopwatch.h"
#include "harness/tests/truth/truths.h"
#include "harness/truth/truth_opinion.h"
#include "harness/truth/truth_verify_opinion.h"
#include "problems/base/status.h"

static const double no_time = 1e-9;

/* What is told of truth_swing, or `told` in its place if it is there, within so many seconds;
 * `change` may be NULL. */
static enum truth_verified verify(struct truth_opinion told,
                                  void (*change)(struct truth_opinion *o), double seconds,
                                  struct diagnostic *text) {
    struct truth_case c = truth_case_of(truth_swing, 30);
    struct truth_record r = truth_case_solve(&c);
    struct truth_clock clock = truth_clock_start(stopwatch_seconds, 0, 0);
    cr_assert(r.status == REF_OK);
    if (!told.is_there)
        told = truth_opinion(r.truth, c.model, c.request.options.constants, &clock);
    if (change != NULL)
        change(&told);
    return truth_verify_opinion(&c.request, r.truth, &told, seconds, text);
}

static const struct truth_opinion as_it_is = {.is_there = false};

static void agree_less(struct truth_opinion *o) {
    o->digits_agreeing = 12;
}

static void lie_outside(struct truth_opinion *o) {
    o->inside = false;
}

Test(truth_verify_opinion, one_that_was_had_is_the_same_again) {
    struct diagnostic text = {""};
    cr_expect(verify(as_it_is, NULL, 0, &text) == TRUTH_AGAIN, "%s", text.text);
    cr_expect(verify(as_it_is, agree_less, 0, &text) == TRUTH_FALSE);
    cr_expect(strstr(text.text, "another one than is told") != NULL, "%s", text.text);
    cr_expect(verify(as_it_is, lie_outside, 0, &text) == TRUTH_FALSE);
    cr_expect(verify(as_it_is, NULL, no_time, &text) == TRUTH_NOT_VERIFIED);
    cr_expect(strstr(text.text, "no time") != NULL, "%s", text.text);
}

/* One of two seconds that is had at once, by a process that has taken more than a sixteenth of
 * that before. */
Test(truth_verify_opinion, what_was_taken_before_does_not_count) {
    struct diagnostic text = {""};
    const struct truth_opinion told = {
        .way = "taylor", .is_there = true, .why = "it would take longer than 2 s"};
    while (truth_clock_processor() < 0.2)
        continue;
    cr_expect(verify(told, NULL, 0, &text) == TRUTH_FALSE);
}

/* One is had at once. */
Test(truth_verify_opinion, one_that_was_not_had_has_to_have_a_reason) {
    static const struct {
        const char *way, *why;
        double seconds;
        enum truth_verified found;
    } cases[] = {
        {"taylor", "it would take longer than 1e+06 s", 0, TRUTH_FALSE},
        {"taylor", "its own precision does not suffice to tell", 0, TRUTH_FALSE},
        {"taylor", "it would take longer than 2 s", 1e-9, TRUTH_AGAIN},
        {"taylor", "it would take longer than 0.5 s", 1e-9, TRUTH_FALSE},
        {"events", "it would take longer than 2 s", 1e-9, TRUTH_FALSE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct diagnostic text = {""};
        const struct truth_opinion told = {
            .way = cases[i].way, .is_there = true, .why = cases[i].why};
        cr_expect(verify(told, NULL, cases[i].seconds, &text) == cases[i].found, "%zu",
                  i);
    }
}
