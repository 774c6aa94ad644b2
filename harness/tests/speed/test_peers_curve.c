/* Curves of cost over error, with numbers made by hand.
 *
 * Seen to fail: with points kept that are beside better ones, with the larger of the largest
 * errors, with costs linear between points.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/peers/peers_curve.h"

#include <math.h>

#include <criterion/criterion.h>

static void check(double value, double expected, const char *what) {
    cr_expect(isfinite(value) && fabs(value / expected - 1) < 1e-12,
              "%s: %.17g, not %.17g", what, value, expected);
}

/* cost = 7 / sqrt(error), in no order, with one that is beside the others too dear, one that is
 * twice, and two that are no numbers. */
Test(peers_curve, keeps_the_cheapest_way_to_each_error) {
    struct peers_point point[] = {{1e-4, 700}, {1e-2, 70},   {NAN, 1},   {1e-3, 900},
                                  {1e-2, 80},  {1e-6, 7000}, {1e-5, -1}, {1e-6, 7000}};
    const int count = peers_curve_tidy(point, 8);
    cr_assert(count == 3, "%d", count);
    cr_expect(point[0].error == 1e-2 && point[0].cost == 70);
    cr_expect(point[1].error == 1e-4 && point[1].cost == 700);
    cr_expect(point[2].error == 1e-6 && point[2].cost == 7000);
    check(peers_curve_cost(point, count, 1e-3), 7 / sqrt(1e-3), "between");
    check(peers_curve_cost(point, count, 1e-2), 70, "at the first");
    check(peers_curve_cost(point, count, 1e-6), 7000, "at the last");
    cr_expect(isnan(peers_curve_cost(point, count, 2e-2)));
    cr_expect(isnan(peers_curve_cost(point, count, 0.5e-6)));
    cr_expect(peers_curve_tidy(point, 0) == 0);
}

/* a: 7 e^-1/2 from 1e-2 to 1e-6; b: 13 e^-1/4 from 1e-3 to 1e-7: both from 1e-3 to 1e-6, and the
 * mean of ln(b/a) = ln(13/7) + ln(e)/4 over levels even in ln e is that at the middle. */
Test(peers_curve, compares_costs_at_errors_that_both_reach) {
    struct peers_point a[] = {{1e-2, 70}, {1e-6, 7000}}, b[2];
    double level[PEERS_LEVELS];
    for (int i = 0; i < 2; i++)
        b[i] = (struct peers_point){i ? 1e-7 : 1e-3, 13 / pow(i ? 1e-7 : 1e-3, 0.25)};
    cr_assert(peers_curve_levels(level, a, 2, b, 2) == 0);
    check(level[0], 1e-3, "the largest");
    check(level[PEERS_LEVELS / 2], pow(10, -4.5), "the middle");
    check(level[PEERS_LEVELS - 1], 1e-6, "the smallest");
    check(peers_curve_ratio(level, a, 2, b, 2), 13. / 7 * pow(10, -4.5 / 4), "b over a");
    check(peers_curve_ratio(level, b, 2, a, 2), 7. / 13 * pow(10, 4.5 / 4), "a over b");
}

Test(peers_curve, has_no_levels_where_errors_do_not_meet) {
    struct peers_point a[] = {{1e-2, 70}, {1e-3, 90}}, b[] = {{1e-4, 1}, {1e-5, 2}};
    double level[PEERS_LEVELS];
    cr_expect(peers_curve_levels(level, a, 2, b, 2) != 0);
    cr_expect(peers_curve_levels(level, b, 2, a, 2) != 0);
    cr_expect(peers_curve_levels(level, a, 2, b, 0) != 0);
}
