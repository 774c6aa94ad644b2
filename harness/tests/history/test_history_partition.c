/* Optimal partition: against all partitions, and on series of known truth.
 *
 * Broken on purpose and seen to fail: half the penalty, deviations of the outer
 * quarters only, segments one shorter, sqrt(2) left out, differences across splits kept.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include <gsl/gsl_randist.h>

#include "harness/speed/history/partition.h"
#include "harness/tests/history/simulated.h"

enum { most = 12, length = 60, where = 40 };

/* Sum of |x - median|, the least over all points as medians. */
static double plain_cost(const double *x, int n) {
    double least = INFINITY;
    for (int k = 0; k < n; k++) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += fabs(x[i] - x[k]);
        least = fmin(least, sum);
    }
    return least;
}

/* The cost of the partition that begins segments where bits are set; INFINITY: one is too
 * short. */
static double cost_of(const double *x, int n, unsigned bits, double penalty,
                      int shortest) {
    double cost = -penalty;
    for (int begin = 0, end; begin < n; begin = end) {
        for (end = begin + 1; end < n && !(bits >> end & 1u);)
            end++;
        if (end - begin < shortest && end - begin < n)
            return INFINITY;
        cost += plain_cost(x + begin, end - begin) + penalty;
    }
    return cost;
}

static unsigned bits_of(const int *first, int k) {
    unsigned bits = 0;
    for (int i = 0; i < k; i++)
        bits |= 1u << first[i];
    return bits;
}

Test(history_partition, no_other_partition_costs_less) {
    unsigned long seed;
    gsl_rng *random = simulated_random(71, &seed);
    int several = 0;
    for (int trial = 0; trial < 300; trial++) {
        int n = 1 + (int)gsl_rng_uniform_int(random, most), first[most];
        int shortest = 1 + (int)gsl_rng_uniform_int(random, 4);
        double penalty = gsl_rng_uniform(random) * 3, x[most], least = INFINITY;
        for (int i = 0; i < n; i++)
            x[i] = gsl_ran_gaussian(random, 1) + (i > n / 2 ? 1.7 : 0);
        int k = partition_find(first, x, n, penalty, shortest);
        cr_assert(k >= 1 && first[0] == 0, "seed %lu, trial %d: %d", seed, trial, k);
        for (unsigned bits = 1; bits < 1u << n; bits += 2)
            least = fmin(least, cost_of(x, n, bits, penalty, shortest));
        double found = cost_of(x, n, bits_of(first, k), penalty, shortest);
        cr_assert(isfinite(found) && fabs(found - least) < 1e-12,
                  "seed %lu, trial %d, n %d: %.17g, least %.17g", seed, trial, n, found,
                  least);
        several += k > 1;
    }
    cr_expect(several > 60, "%d", several);
}

Test(history_partition, of_equal_costs_the_fewest_segments_are_taken) {
    const double x[] = {1.25, 1.25, 1.25, 1.25, 1.25, 1.25};
    int first[6];
    cr_expect(partition_find(first, x, 6, 0, 1) == 1);
    cr_expect(partition_find(first, x, 0, 1, 3) == 0);
    cr_expect(partition_find(first, x, 2, 1, 3) == 1 && first[0] == 0);
}

Test(history_partition, the_scale_is_the_deviation_of_normal_noise) {
    unsigned long seed;
    gsl_rng *random = simulated_random(72, &seed);
    enum { many = 20000 };
    static double x[many];
    for (int i = 0; i < many; i++)
        x[i] = 8.1 + gsl_ran_gaussian(random, 0.37);
    double scale = partition_scale(x, many, NULL);
    cr_expect(isfinite(scale) && fabs(scale / 0.37 - 1) < 0.03, "seed %lu: %g", seed,
              scale);
}

Test(history_partition, differences_across_splits_do_not_count_as_noise) {
    const double x[] = {1, 1.5, 91, 191, 191.5};
    const bool split[] = {false, false, true, true, false};
    double scale = partition_scale(x, 5, split);
    cr_expect_float_eq(scale, 0.5 / 0.6745 / sqrt(2), 1e-12);
    cr_expect(partition_scale(x, 1, NULL) == 0 && partition_scale(x, 0, NULL) == 0);
}

/* How many segments, by the rule in use, and whether one begins within 2 of `where`. */
static int count_segments(const struct simulated *s, gsl_rng *random, int *located) {
    double x[length];
    int first[length];
    simulated_fill(x, s, random);
    double scale = partition_scale(x, s->n, NULL);
    int k = partition_find(first, x, s->n, PARTITION_PENALTY * scale, PARTITION_SHORTEST);
    for (int i = 1; i < k; i++)
        if (first[i] >= where - 2 && first[i] <= where + 2)
            ++*located;
    return k;
}

/* In how many of `series` another number of segments is found than there are; *located: in how
 * many the step is found in its place. */
static int count_wrong(struct simulated s, int series, unsigned long usual,
                       int *located) {
    unsigned long seed;
    gsl_rng *random = simulated_random(usual, &seed);
    int wrong = 0;
    *located = 0;
    for (int i = 0; i < series; i++)
        wrong += count_segments(&s, random, located) != (s.step_at > 0 ? 2 : 1);
    return wrong;
}

/* Of 2000 series of normal noise 1 has a false change, of those with stray values 48; the first
 * 400 of them are looked at here. */
Test(history_partition, noise_alone_gives_hardly_a_change) {
    int none, wrong;
    const struct simulated quiet = {length, 5e-4, 0, 0, 0, SIMULATED_NORMAL};
    const struct simulated stray = {length, 5e-4, 0, 0, 0, SIMULATED_STRAY};
    wrong = count_wrong(quiet, 400, 73, &none);
    cr_expect(wrong <= 1, "%d", wrong);
    wrong = count_wrong(stray, 400, 74, &none);
    cr_expect(wrong <= 12, "%d", wrong);
}

Test(history_partition, a_step_of_one_per_cent_is_found_at_its_place) {
    int located, wrong;
    const struct simulated s = {length, 1e-3, where, 0.01, 0, SIMULATED_NORMAL};
    wrong = count_wrong(s, 200, 75, &located);
    cr_expect(wrong <= 1 && located == 200, "%d, %d", wrong, located);
    const struct simulated back = {length, 1e-3, where, -0.01, 0, SIMULATED_STRAY};
    count_wrong(back, 200, 76, &located);
    cr_expect(located >= 196, "%d", located);
}

/* A drift has no change point; what is found in a strong one are steps that stand for it. */
Test(history_partition, a_drift_of_half_a_deviation_gives_hardly_a_change) {
    int none, wrong;
    const struct simulated s = {length, 1e-3, 0, 0, 5e-4, SIMULATED_NORMAL};
    wrong = count_wrong(s, 200, 77, &none);
    cr_expect(wrong <= 2, "%d", wrong);
    const struct simulated strong = {length, 1e-4, 0, 0, 2e-2, SIMULATED_NORMAL};
    wrong = count_wrong(strong, 20, 78, &none);
    cr_expect(wrong == 20, "%d", wrong);
}
