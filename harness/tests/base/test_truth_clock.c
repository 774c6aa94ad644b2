/* Time for the ways to a truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/base/truth_clock.h"

static double seconds;

static double now(void) {
    return seconds;
}

static struct truth_clock start(double limit, unsigned ways) {
    seconds = 100;
    return truth_clock_start(now, limit, ways);
}

Test(truth_clock, without_a_limit_nothing_is_stopped) {
    struct truth_clock c = start(0, 0);
    seconds = 1e9;
    cr_expect(!truth_clock_stops(&c, REF_BY_ENCLOSURE) && !truth_clock_is_over(&c) &&
              !c.stopped);
}

Test(truth_clock, a_way_leaves_time_for_the_next_and_the_last_one_gets_the_rest) {
    struct truth_clock c = start(10, 0);
    cr_expect(!truth_clock_stops(&c, REF_BY_ENCLOSURE));
    seconds = 105.9;
    cr_expect(!truth_clock_stops(&c, REF_BY_ENCLOSURE) && !c.stopped);
    seconds = 106.1;
    cr_expect(truth_clock_stops(&c, REF_BY_ENCLOSURE) && c.stopped);
    cr_expect(!truth_clock_stops(&c, REF_BY_TAYLOR), "3.9 s are left, 2.34 for this one");
    seconds = 108.5;
    cr_expect(truth_clock_stops(&c, REF_BY_TAYLOR));
    cr_expect(!truth_clock_stops(&c, REF_BY_COLLOCATION));
    seconds = 109.9;
    cr_expect(!truth_clock_stops(&c, REF_BY_COLLOCATION) && !truth_clock_is_over(&c));
    seconds = 110.1;
    cr_expect(truth_clock_stops(&c, REF_BY_COLLOCATION) && truth_clock_is_over(&c));
}

Test(truth_clock, the_last_way_that_may_be_tried_has_all_the_time) {
    struct truth_clock c = start(10, 1u << REF_BY_FORMULA | 1u << REF_BY_ENCLOSURE);
    cr_expect(!truth_clock_stops(&c, REF_BY_ENCLOSURE));
    seconds = 109.9;
    cr_expect(!truth_clock_stops(&c, REF_BY_ENCLOSURE));
    seconds = 110.1;
    cr_expect(truth_clock_stops(&c, REF_BY_ENCLOSURE));
}
