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

#include "harness/studies/common/asymptotic.h"

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

/* Errors of Merson's method, of order 4, with n steps to a time, and what bounds rounding in one
 * step: of the double pendulum, whose local slope falls to 3.978 and rises again; of a node of the
 * truss, 3.990. */
static const double merson_floor[] = {2.87e-13 / 646, 1.42e-13 / 646};
static const struct {
    int n;
    double error[2];
} merson[] = {
    {6, {1.0816520337794e-05, 7.1222698620213e-08}},
    {7, {4.3759191994332e-06, 3.8399039385142e-08}},
    {8, {2.5552454944364e-06, 2.2508179923511e-08}},
    {10, {9.8258007023799e-07, 9.2304864787865e-09}},
    {12, {4.6053513129592e-07, 4.4586363970447e-09}},
    {14, {2.4494986468256e-07, 2.4104027587926e-09}},
    {17, {1.1155438885540e-07, 1.1109076916840e-09}},
    {20, {5.8046897386435e-08, 5.8084392102999e-10}},
    {24, {2.7991975067760e-08, 2.8059065433597e-10}},
    {29, {1.3160849490345e-08, 1.3183192677759e-10}},
    {34, {6.9859853261398e-09, 6.9859111009563e-11}},
    {40, {3.6591479328373e-09, 3.6507567260613e-11}},
    {48, {1.7715847053580e-09, 1.7622285033681e-11}},
    {57, {8.9409772237711e-10, 8.8689536406286e-12}},
    {68, {4.4294102178480e-10, 4.3848738664701e-12}},
    {81, {2.2068091803896e-10, 2.1754190251636e-12}},
    {96, {1.1215468082710e-10, 1.1082171427426e-12}},
    {114, {5.6541460328388e-11, 5.6226497038322e-13}},
    {136, {2.7975191604881e-11, 2.7704867535701e-13}},
    {161, {1.4282354604959e-11, 1.4765218183695e-13}},
    {192, {7.0547249124231e-12, 6.1276830521114e-14}},
    {228, {3.5514241048886e-12, 2.8303206689747e-14}},
    {272, {1.7307900853706e-12, -8.4014770666308e-16}},
    {323, {8.7218966439188e-13, 1.9909210061311e-15}},
    {384, {4.6622634050884e-13, 2.0531645517371e-14}},
    {457, {2.4192637489278e-13, 1.1316794412982e-14}},
    {543, {8.4468445637023e-14, -2.8151634112442e-14}},
    {646, {4.2549571993334e-14, -6.8908631908702e-15}},
};

enum { MERSON_LEVELS = sizeof merson / sizeof merson[0] };

/* `mirrored`: h^8 over the error, whose slope is as much above 4 as the error's is below. */
static struct ladder_point merson_point(int i, int k, bool mirrored) {
    struct ladder_point p = {.h = 0.25 / merson[i].n,
                             .error = merson[i].error[k],
                             .floor = merson_floor[k] * merson[i].n};
    const double factor = mirrored ? pow(p.h, 8) / (p.error * p.error) : 1;
    p.error *= factor;
    p.floor *= factor;
    return p;
}

/* Seen to fail: a narrower law that lies below the range's alone taken for none. */
Test(asymptotic, does_not_take_the_turn_of_a_slope_for_the_asymptotic_range) {
    const struct ladder_rule rule = {
        .min_points = 6, .max_corrections = 4, .accept = 0.002, .noise = 1e-15};
    gsl_set_error_handler_off();
    for (int k = 0; k < 4; k++) {
        struct ladder_point point[MERSON_LEVELS];
        for (int i = 0; i < MERSON_LEVELS; i++)
            point[i] = merson_point(i, k / 2, k % 2 == 1);
        struct ladder_order o = ladder_fit(MERSON_LEVELS, point, &rule);
        fprintf(stderr, "[%g, %g], K = %d, points %d .. %d\n", o.low, o.high,
                o.fit.corrections, o.first, o.last);
        cr_expect(o.found && o.low <= 4 && 4 <= o.high, "[%g, %g]", o.low, o.high);
    }
}

/* The same of x'' = -x^3 over one period, whose local slope falls from 4.7 to 4.02 where
 * rounding begins: two corrections describe that closely, to 3.993 -+ 0.002. */
static const double quartic[] = {
    1.2092274399437e-04, 5.8184719668640e-05, 3.1159729660214e-05, 1.1177969359712e-05,
    4.9152477694673e-06, 2.4792697781528e-06, 1.0597617370841e-06, 5.2510084336621e-07,
    2.4094187576170e-07, 1.0824564394863e-07, 5.5565116204296e-08, 2.8242778311454e-08,
    1.3281825064330e-08, 6.5480477091270e-09, 3.1780335236033e-09, 1.5563538256307e-09,
    7.7971622431276e-10, 3.8827086993146e-10, 1.9007408762206e-10, 9.6148869647566e-11,
    4.7290711389195e-11, 2.3689136008945e-11, 1.1704049702405e-11, 5.7797806680242e-12,
    2.8797647068094e-12, 1.5858286986174e-12, 6.0936987222815e-13, 2.5287996152494e-13};

Test(asymptotic, a_law_with_too_few_terms_is_no_failure) {
    const struct ladder_rule rule = {
        .min_points = 6, .max_corrections = 4, .accept = 0.002, .noise = 1e-15};
    const double span = 7.4163 / 4, floor = 2.87e-13 / 646;
    struct ladder_point point[MERSON_LEVELS];
    gsl_set_error_handler_off();
    for (int i = 0; i < MERSON_LEVELS; i++)
        point[i] = (struct ladder_point){
            .h = span / merson[i].n, .error = quartic[i], .floor = floor * merson[i].n};
    struct ladder_order o = ladder_fit(MERSON_LEVELS, point, &rule);
    cr_expect(o.found && o.high < 3.995, "[%g, %g]", o.low, o.high);
    cr_expect(ladder_judge(&o, 4, 0.005) == VERDICT_NOT_ASYMPTOTIC, "[%g, %g]", o.lowest,
              o.highest);
    cr_expect(ladder_judge(&o, 3, 0.005) == VERDICT_FAIL);
    cr_expect(ladder_judge(&o, 4, 0.1) == VERDICT_PASS);
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
    cr_assert(fit_confidence * found <= held + 4 * sqrt(0.01 * found));
}
