/* E-divisive: its statistic against the definition, and series of known truth.
 *
 * Broken on purpose and seen to fail: the weight a b / (a + b) left out, the sum inside a part
 * counted once instead of twice, permutations over the whole series instead of the segments, no
 * permutation counted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include <gsl/gsl_randist.h>

#include "harness/speed/history/divisive.h"
#include "harness/tests/history/simulated.h"

enum { most = 12, length = 60, where = 40 };

static double mean_distance(const double *x, int n, const double *y, int m, bool same) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            sum += fabs(x[i] - y[k]);
    return same ? sum / (n * (n - 1.0)) : sum / (n * (double)m);
}

/* Q of the two stretches x[0..a-1] and x[a..a+b-1], from the definition. */
static double plain_energy(const double *x, int a, int b) {
    double energy = 2 * mean_distance(x, a, x + a, b, false) -
                    mean_distance(x, a, x, a, true) -
                    mean_distance(x + a, b, x + a, b, true);
    return a * (double)b / (a + b) * energy;
}

Test(history_divisive, the_best_split_is_that_of_the_definition) {
    unsigned long seed;
    gsl_rng *random = simulated_random(81, &seed);
    for (int trial = 0; trial < 300; trial++) {
        int n = 4 + (int)gsl_rng_uniform_int(random, most - 3), at;
        int shortest = 2 + (int)gsl_rng_uniform_int(random, 2);
        double x[most], prefix[most * (most + 1)], best = -INFINITY;
        for (int i = 0; i < n; i++)
            x[i] = gsl_ran_gaussian(random, 1) + (i > n / 2 ? 1.7 : 0);
        for (int a = shortest; a + shortest <= n; a++)
            for (int b = shortest; a + b <= n; b++)
                best = fmax(best, plain_energy(x, a, b));
        double found = divisive_best(&at, x, n, shortest, prefix);
        if (n < 2 * shortest) {
            cr_assert(at == 0);
            continue;
        }
        cr_assert(isfinite(found) && fabs(found - best) < 1e-12 * (1 + fabs(best)),
                  "seed %lu, trial %d, n %d: %.17g, best %.17g", seed, trial, n, found,
                  best);
        cr_assert(at >= shortest && at <= n - shortest, "seed %lu: %d", seed, at);
    }
}

static int find(struct divisive_change *changes, const struct simulated *s,
                gsl_rng *random) {
    double x[length];
    const struct divisive_rule rule = divisive_usual(20261121);
    simulated_fill(x, s, random);
    return divisive_find(changes, x, s->n, &rule);
}

/* Raw times, between which the clock has moved at random: nothing is seen in them, where the
 * partition sees changes in most. At p <= 0.002 one in 500 is to be borne. */
Test(history_divisive, raw_times_without_a_change_keep_still) {
    unsigned long seed;
    gsl_rng *random = simulated_random(82, &seed);
    struct divisive_change changes[length];
    const struct simulated s = {length, 2e-3, 0, 0, 0, SIMULATED_CLOCK};
    int alarms = 0;
    for (int i = 0; i < 100; i++)
        alarms += find(changes, &s, random) > 0;
    cr_expect(alarms <= 1, "seed %lu: %d", seed, alarms);
}

Test(history_divisive, a_step_is_found_in_raw_times) {
    unsigned long seed;
    gsl_rng *random = simulated_random(83, &seed);
    struct divisive_change changes[length];
    const struct simulated s = {length, 2e-3, where, 0.06, 0, SIMULATED_CLOCK};
    int located = 0;
    for (int i = 0; i < 30; i++) {
        int k = find(changes, &s, random);
        for (int c = 0; c < k; c++)
            if (changes[c].first >= where - 2 && changes[c].first <= where + 2) {
                located++;
                cr_expect(changes[c].p > 0 && changes[c].p <= 0.002, "%g", changes[c].p);
            }
    }
    cr_expect(located >= 28, "seed %lu: %d of 30", seed, located);
}

/* From 0.3 at 20 and at `second` to other levels. */
static void expect_two_steps(unsigned long usual, int second, double to, double then) {
    double x[length];
    struct divisive_change changes[length];
    unsigned long seed;
    gsl_rng *random = simulated_random(usual, &seed);
    for (int i = 0; i < length; i++)
        x[i] = gsl_ran_gaussian(random, 0.01) + (i < 20 ? 0.3 : i < second ? to : then);
    const struct divisive_rule rule = divisive_usual(5);
    int k = divisive_find(changes, x, length, &rule);
    cr_assert(k == 2, "seed %lu: %d", seed, k);
    cr_expect(changes[0].first == 20 && changes[1].first == second);
}

Test(history_divisive, two_steps_are_found_in_their_order) {
    expect_two_steps(84, 45, 0.9, 0.6);
}

/* Beside a large step a small one is seen only if points stay in their segments. */
Test(history_divisive, a_small_step_is_found_beside_a_large_one) {
    expect_two_steps(86, 40, 9.3, 9.36);
}

Test(history_divisive, the_same_seed_gives_the_same_answer) {
    unsigned long seed;
    gsl_rng *random = simulated_random(85, &seed);
    double x[length];
    struct divisive_change one[length], other[length];
    const struct simulated s = {length, 2e-3, where, 0.03, 0, SIMULATED_CLOCK};
    const struct divisive_rule rule = divisive_usual(20261121);
    for (int trial = 0; trial < 5; trial++) {
        simulated_fill(x, &s, random);
        int k = divisive_find(one, x, length, &rule);
        cr_assert(divisive_find(other, x, length, &rule) == k);
        for (int c = 0; c < k; c++)
            cr_assert(one[c].first == other[c].first && one[c].p == other[c].p);
    }
}

Test(history_divisive, a_series_too_short_or_all_the_same_has_no_change) {
    const double same[] = {1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5};
    struct divisive_change changes[8];
    const struct divisive_rule rule = divisive_usual(1);
    cr_expect(divisive_find(changes, same, 8, &rule) == 0);
    cr_expect(divisive_find(changes, same, 5, &rule) == 0);
    cr_expect(divisive_find(changes, same, 0, &rule) == 0);
}
