/* What a gap may have done between two times, from its values alone, and at which cost.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include <criterion/criterion.h>

#include "fast/contact/sweep.h"

/* Gaps on the path from 0 to 1, in units of the tolerance that the sweep goes by. */
static const double tolerance = 1e-8;

static double (*gap_of)(double tau);
static long looks;

static enum fast_status find_gap(struct contact_stepper *c, double h, double tau, int i,
                                 double *gap) {
    (void)c;
    (void)h;
    (void)i;
    looks++;
    *gap = gap_of(tau);
    return FAST_OK;
}

static struct crossing follow(double (*gap)(double tau), double rate_begin) {
    struct contact_stepper c = {.options.length = 1,
                                .thresholds.constraint_tolerance = tolerance};
    gap_of = gap;
    looks = 0;
    const struct sweep sweep = {.c = &c,
                                .find_gap = find_gap,
                                .h = 1,
                                .end = 1,
                                .gap_begin = gap(0),
                                .rate_begin = rate_begin,
                                .gap_end = gap(1),
                                .speed = fabs(rate_begin)};
    struct crossing found;
    cr_assert(sweep_follow(&sweep, &found) == FAST_OK);
    return found;
}

static double valley(double from, double tau) {
    return from - tau * (1 - tau) + tau * tau * 0.01;
}

static double from_touching(double tau) {
    return valley(-tolerance / 2, tau);
}

static double from_zero(double tau) {
    return valley(0, tau);
}

static double from_open(double tau) {
    return valley(0.1, tau);
}

Test(contact_sweep, what_begins_open_or_touching_and_is_inside_on_the_way_has_crossed) {
    static double (*const gaps[])(double) = {from_open, from_zero, from_touching};
    for (int k = 0; k < 3; k++) {
        const struct crossing found = follow(gaps[k], -1);
        cr_expect(found.is_crossed && !found.is_unclear, "%d", k);
        cr_expect(found.gap_lo >= -tolerance && found.gap_hi < -tolerance, "%d", k);
        cr_expect(gaps[k](found.lo) == found.gap_lo, "%d", k);
        cr_expect(gaps[k](found.hi) == found.gap_hi, "%d", k);
        cr_expect(looks <= 16, "%d: %ld looks", k, looks);
    }
}

static double leaving(double tau) {
    return -3 * tolerance + tau * (1 + tau);
}

/* It was inside before the path: there is nothing that it can have crossed on it. */
Test(contact_sweep, what_is_inside_and_leaves_crosses_nothing) {
    const struct crossing found = follow(leaving, 1);
    cr_expect(!found.is_crossed && !found.is_unclear);
    cr_expect(looks <= 16, "%ld looks", looks);
}

static double resting(double tau) {
    return tolerance / 2 * cos(11 * tau);
}

Test(contact_sweep, what_rests_within_the_tolerance_is_clear_at_once) {
    const struct crossing found = follow(resting, 0);
    cr_expect(!found.is_crossed && !found.is_unclear);
    cr_expect(looks <= 16, "%ld looks", looks);
}

static double back_and_forth(double tau) {
    return 0.02 + 0.5 * (1 + cos(40 * tau));
}

/* Six valleys, each 0.02 above the surface: cleared by pieces, no valley passed over. */
Test(contact_sweep, valleys_that_stay_above_are_clear) {
    const struct crossing found = follow(back_and_forth, 0);
    cr_expect(!found.is_crossed && !found.is_unclear);
    cr_expect(looks <= 4096, "%ld looks", looks);
}
