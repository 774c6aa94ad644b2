/* Intervals from several processes: their coverage on data whose law is known.
 *
 * Seen to fail: the normal's quantile for Student's; n - 1 degrees for odd n; se without
 * sqrt(pi/2); the values for their logarithms; a floor on the error of 1e-2; quantiles in which
 * what was left out is a number.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include <gsl/gsl_randist.h>

#include "harness/speed/measure/estimate.h"
#include "harness/tests/catalogue.h"

enum { simulations = 6000, most = 16 };

/* How often the interval holds the truth, and its mean half-width in logarithms. */
static double coverage(gsl_rng *random, int n, double sigma, double *half) {
    const double truth = 1.37;
    int held = 0;
    double x[most], sum = 0;
    for (int k = 0; k < simulations; k++) {
        for (int i = 0; i < n; i++)
            x[i] = truth * exp(gsl_ran_gaussian(random, sigma));
        struct estimate e = estimate_ratio(n, x);
        held += e.low <= truth && truth <= e.high;
        sum += log(e.high / e.low) / 2;
    }
    *half = sum / simulations;
    return (double)held / simulations;
}

Test(estimate, the_interval_holds_the_truth_in_95_of_100) {
    gsl_rng *random = seeded_random();
    const int size[] = {3, 4, 5, 6, 7, 8, 13, 16};
    for (int i = 0; i < 8; i++) {
        double half, held = coverage(random, size[i], 0.013, &half);
        cr_expect(held > 0.935 && held < 0.992, "n = %d: %g", size[i], held);
        cr_log_info("n = %d: %g, half-width %g\n", size[i], held, half / 0.013);
    }
}

Test(estimate, more_processes_and_quieter_ones_narrow_the_interval) {
    gsl_rng *random = seeded_random();
    double few, many, quiet;
    coverage(random, 4, 0.013, &few);
    coverage(random, 16, 0.013, &many);
    coverage(random, 16, 0.0013, &quiet);
    cr_expect(many < 0.5 * few, "%g %g", few, many);
    cr_expect(fabs(quiet / many - 0.1) < 0.01, "%g %g", quiet, many);
}

/* One process in eight on a bad page. */
Test(estimate, one_wild_value_does_not_move_it) {
    const double x[8] = {1.002, 0.998, 1.001, 0.999, 1.003, 0.997, 1.0005, 9.5};
    struct estimate e = estimate_ratio(8, x);
    cr_expect(fabs(e.value - 1) < 2e-3, "%g", e.value);
    cr_expect(e.low > 0.98 && e.high < 1.02, "%g %g", e.low, e.high);
}

Test(estimate, scaling_scales_it) {
    const double x[5] = {1.3, 1.1, 1.7, 1.2, 1.25};
    double y[5];
    for (int i = 0; i < 5; i++)
        y[i] = 1e6 / x[i];
    struct estimate e = estimate_ratio(5, x), f = estimate_ratio(5, y);
    cr_expect(fabs(e.value - 1.25) < 1e-12, "%g", e.value);
    cr_expect(fabs(f.value * e.value - 1e6) < 1e-6 * 1e6);
    cr_expect(fabs(f.low * e.high - 1e6) < 1e-6 * 1e6);
}

Test(estimate, equal_values_are_not_taken_for_certainty) {
    const double x[4] = {0.83, 0.83, 0.83, 0.83};
    struct estimate e = estimate_ratio(4, x);
    cr_expect(fabs(e.value - 0.83) < 1e-15);
    cr_expect(e.low < 0.83 && e.low > 0.8299 * 0.999 && e.high > 0.83 && e.high < 0.831);
}

Test(estimate, two_values_have_no_interval_and_bad_ones_no_value) {
    const double x[5] = {1.3, 1.1, 0, -1, NAN};
    struct estimate e = estimate_ratio(2, x);
    cr_expect(fabs(e.value - sqrt(1.3 * 1.1)) < 1e-12 && isnan(e.low) && isnan(e.high));
    for (int n = 3; n <= 5; n++)
        cr_expect(isnan(estimate_ratio(n, x).value));
    cr_expect(isnan(estimate_ratio(1, x + 3).value));
    cr_expect(isnan(estimate_ratio(1, x + 4).value));
    cr_expect(isnan(estimate_ratio(0, x).value));
}

/* Seen to fail: infinite numbers among those that are known. */
Test(estimate, takes_those_that_are_known) {
    const double x[] = {2, NAN, 3, INFINITY, 4};
    const double known[] = {2, 3, 4};
    const struct estimate e = estimate_known(5, x), f = estimate_ratio(3, known);
    cr_expect_float_eq(e.value, 3, 1e-14);
    cr_expect(e.low == f.low && e.value == f.value && e.high == f.high);
    cr_expect(isnan(estimate_known(1, x + 1).value));
}

/* Of 0, 10, .. 2000 without order, what is no number among them: every other one, over 10. */
Test(estimate, quantiles_are_of_what_is_there) {
    double number[202], quantile[ESTIMATE_QUANTILES];
    for (int i = 0; i <= 200; i++)
        number[i] = 10 * (i * 83 % 201);
    number[201] = number[57];
    number[57] = NAN;
    cr_assert(estimate_quantiles(quantile, 202, number, 10) == 101);
    for (int i = 0; i <= 100; i++)
        cr_expect(fabs(quantile[i] - 2 * i) < 1e-9);
    const double few[] = {7, NAN, 3};
    cr_expect(estimate_quantiles(quantile, 3, few, 1) == 2 && quantile[0] < 3.1);
    cr_expect(estimate_quantiles(quantile, 0, NULL, 1) == 0);
}
