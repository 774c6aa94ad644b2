/* Ladders whose law, floor and pre-asymptotic part are known.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "harness/studies/asymptotic.h"

enum { LEVELS = 13, SIMULATIONS = 1000 };

static const struct ladder_rule FINE = {
    .min_points = 6, .max_corrections = 4, .accept = 0.0005, .noise = 1e-15};

/* h = 1/8, 1/12, 1/16, 1/24, .. , 1/512. */
static void fill_ladder(struct ladder_point *point, double (*law)(double h),
                        double floor) {
    gsl_set_error_handler_off();
    for (int i = 0; i < LEVELS; i++) {
        double h = 1.0 / ((i % 2 ? 12 : 8) * (1 << i / 2));
        point[i] = (struct ladder_point){.h = h, .error = law(h), .floor = floor};
    }
}

static int count_use(const struct ladder_point *point, enum ladder_use use) {
    int count = 0;
    for (int i = 0; i < LEVELS; i++)
        count += point[i].use == use;
    return count;
}

/* Global errors of implicit Euler on x' = -3x, x' = x and of a growing oscillation, and other
 * laws of first order, the last ones far from asymptotic at the coarse end. */
static double decay(double h) {
    return pow(1 + 3 * h, -1 / h) - exp(-3);
}

static double growth(double h) {
    return pow(1 - h, -1 / h) - exp(1);
}

static double exponential(double h) {
    return -expm1(-20 * h);
}

static double rational(double h) {
    return h / (1 - 7 * h + 130 * h * h);
}

static double sine(double h) {
    return sin(20 * h);
}

static double bent(double h) {
    return h * exp(5 * h) * (1 + 4000 * exp(-0.9 / h));
}

static double crossing(double h) {
    return -0.7 * h * (1 - 11 * h);
}

static double second_order(double h) {
    return 0.83 * h * h * (1 + 3 * h);
}

static double curved(double h) {
    return pow(h, 0.7) * exp(128 * h);
}

static double plateau(double h) {
    return 0.83 * h * (1 + 3 * h) + 1e-4;
}

Test(asymptotic, finds_first_order_to_a_thousandth_on_smooth_laws) {
    double (*const law[])(double) = {decay,    growth, exponential,
                                     rational, sine,   crossing};
    for (size_t k = 0; k < sizeof law / sizeof law[0]; k++) {
        struct ladder_point point[LEVELS];
        fill_ladder(point, law[k], 1e-15);
        struct ladder_order o = ladder_fit(LEVELS, point, &FINE);
        fprintf(stderr, "law %zu: [1 %+.1e, 1 %+.1e], K = %d, points %d .. %d\n", k,
                o.low - 1, o.high - 1, o.fit.corrections, o.first, o.last);
        cr_assert(o.found, "law %zu", k);
        cr_assert(fabs(o.low - 1) < 0.001, "law %zu", k);
        cr_assert(fabs(o.high - 1) < 0.001, "law %zu", k);
        cr_assert(6 <= count_use(point, LADDER_USED));
    }
}

Test(asymptotic, sees_that_another_order_is_another_order) {
    struct ladder_point point[LEVELS];
    fill_ladder(point, second_order, 1e-15);
    struct ladder_order o = ladder_fit(LEVELS, point, &FINE);
    cr_assert(o.found);
    cr_assert(fabs(o.fit.exponent - 2) < 0.001);
}

Test(asymptotic, leaves_out_the_coarse_points_that_do_not_follow_the_law) {
    struct ladder_point point[LEVELS];
    fill_ladder(point, bent, 1e-15);
    struct ladder_order o = ladder_fit(LEVELS, point, &FINE);
    cr_assert(o.found);
    cr_assert(fabs(o.fit.exponent - 1) < 0.001);
    cr_assert(point[0].use == LADDER_COARSE);
    cr_assert(point[LEVELS - 1].use == LADDER_USED);
}

Test(asymptotic, leaves_out_points_beyond_a_change_of_sign) {
    struct ladder_point point[LEVELS];
    fill_ladder(point, crossing, 1e-15);
    ladder_fit(LEVELS, point, &FINE);
    cr_assert(point[0].use == LADDER_SIGN);
    cr_assert(point[1].use != LADDER_SIGN, "crossing() changes at 1/11");
}

Test(asymptotic, leaves_out_the_floor_and_still_finds_the_order) {
    struct ladder_point point[LEVELS];
    const double floor = 1e-5;
    fill_ladder(point, decay, floor);
    for (int i = 0; i < LEVELS; i++)
        point[i].error += floor * cos(7.3 * i);
    struct ladder_rule rule = FINE;
    rule.accept = 0.02;
    struct ladder_order o = ladder_fit(LEVELS, point, &rule);
    cr_assert(o.found);
    cr_assert(fabs(o.fit.exponent - 1) < 0.05);
    cr_assert(o.low <= 1);
    cr_assert(1 <= o.high);
    cr_assert(0 < count_use(point, LADDER_FLOOR));
    for (int i = 0; i < LEVELS; i++) {
        if (fabs(point[i].error) < 50 * floor)
            cr_assert(point[i].use == LADDER_FLOOR, "point %d", i);
    }
}

Test(asymptotic, detects_a_floor_that_is_higher_than_was_estimated) {
    struct ladder_point point[LEVELS];
    fill_ladder(point, decay, 3e-7);
    for (int i = 8; i < LEVELS;
         i++) /* disturbed by a tenth: hundreds of times the estimate */
        point[i].error *= 1 + 0.1 * cos(7.3 * i);
    struct ladder_rule rule = FINE;
    rule.accept = 0.005;
    struct ladder_order o = ladder_fit(LEVELS, point, &rule);
    cr_assert(o.found);
    cr_assert(fabs(o.fit.exponent - 1) < 0.005);
    cr_assert(o.last <= 8);
    cr_assert(point[LEVELS - 1].use == LADDER_FLOOR);
}

Test(asymptotic, does_not_take_a_plateau_for_round_off) {
    struct ladder_point point[LEVELS];
    fill_ladder(point, plateau, 1e-13);
    struct ladder_order o = ladder_fit(LEVELS, point, &FINE);
    cr_assert(count_use(point, LADDER_FLOOR) == 0);
    if (o.found)
        cr_assert(0.001 < fmax(1 - o.low, o.high - 1));
}

Test(asymptotic, finds_nothing_where_there_is_no_law) {
    struct ladder_point point[LEVELS];
    fill_ladder(point, decay, 1e-15);
    for (int i = 0; i < LEVELS; i++)
        point[i].error *= 1 + 0.3 * cos(7.3 * i);
    struct ladder_order o = ladder_fit(LEVELS, point, &FINE);
    cr_assert(!o.found);
    cr_assert(o.fitted);
}

/* The finest points' slopes are 0.95 and more; the correction takes them to 0.7. */
Test(asymptotic, does_not_take_a_curve_for_straight_where_it_is_told_not_to) {
    struct ladder_point point[LEVELS];
    struct ladder_rule rule = FINE;
    fill_ladder(point, curved, 0);
    struct ladder_order order = ladder_fit(LEVELS, point, &rule);
    cr_expect(order.found && fabs(order.fit.exponent - 0.7) < 1e-6);
    rule.bend = 0.1;
    cr_expect(!ladder_fit(LEVELS, point, &rule).found);
    fill_ladder(point, decay, 0);
    cr_expect(ladder_fit(LEVELS, point, &rule).found);
}

Test(asymptotic, survives_ladders_without_usable_points) {
    struct ladder_point point[LEVELS];
    const double value[] = {0, NAN, INFINITY, 1e-20};
    for (int k = 0; k < 4; k++) {
        fill_ladder(point, decay, 1e-15);
        for (int i = 0; i < LEVELS; i++)
            point[i].error = value[k];
        struct ladder_order o = ladder_fit(LEVELS, point, &FINE);
        cr_assert(!o.found);
        cr_assert(!o.fitted);
        cr_assert(count_use(point, LADDER_USED) == 0);
    }
    struct ladder_order empty = ladder_fit(0, point, &FINE);
    cr_assert(!empty.found);
}

Test(asymptotic, holds_the_true_order_at_least_as_often_as_nominal) {
    const char *text = getenv("TEST_SEED");
    unsigned long seed = text ? strtoul(text, NULL, 10) : 20261121;
    fprintf(stderr, "TEST_SEED=%lu\n", seed);
    gsl_rng *random = gsl_rng_alloc(gsl_rng_taus2);
    gsl_rng_set(random, seed);
    struct ladder_rule rule = FINE;
    rule.accept = 0.01;
    int found = 0, held = 0;
    for (int k = 0; k < SIMULATIONS; k++) {
        struct ladder_point point[LEVELS];
        fill_ladder(point, decay, 1e-15);
        for (int i = 0; i < LEVELS; i++)
            point[i].error *= exp(gsl_ran_gaussian(random, 1e-4));
        struct ladder_order o = ladder_fit(LEVELS, point, &rule);
        found += o.found;
        held += o.found && o.low <= 1 && 1 <= o.high;
    }
    gsl_rng_free(random);
    fprintf(stderr, "found in %d of %d, held in %d\n", found, SIMULATIONS, held);
    cr_assert(SIMULATIONS / 2 < found);
    cr_assert(FIT_CONFIDENCE * found <= held + 4 * sqrt(0.01 * found));
}
