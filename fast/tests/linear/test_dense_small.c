/* Tests of dense_small.c, dense_factors.c and dense_panels.c: the same bits as dense.c's general
 * factorisation and solution.
 *
 * Seen to fail: >= for > in each pivot search; the fourth row's search left out; a multiplier's
 * row exchanged without it; two terms of a solve in another order; a product with the reciprocal
 * of a pivot; the singularity of the last pivot ignored; of 9 to 16 a panel's sum in another
 * order, and subtracted in two parts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/linear/dense.h"
#include "fast/tests/random.h"

/* Mostly ordinary numbers; also equal sizes, zeros, and the rare extremes. */
static double draw_entry(struct random *random) {
    static const double rare[] = {0, -0.0, 1e-310, 1e308, -1e308, INFINITY, NAN};
    switch (random_bits(random) % 16) {
    case 0: return rare[random_bits(random) % (sizeof rare / sizeof *rare)];
    case 1: return 0;
    case 2:
        return ldexp(random_between(random, -1, 1), (int)(random_bits(random) % 60) - 30);
    case 3:
    case 4:
    case 5: return random_bits(random) % 2 ? 0.7 : -0.7;
    default: return random_between(random, -1, 1);
    }
}

static bool same_bits(const double *x, const double *y, int n) {
    for (int i = 0; i < n; i++) {
        bool both_nan = isnan(x[i]) && isnan(y[i]);
        if (!both_nan && memcmp(&x[i], &y[i], sizeof *x) != 0)
            return false;
    }
    return true;
}

/* Factors of a, and x with a x = b, against the general way from the same matrix. */
static bool solves_alike(int n, double *a, double *general, const double *b, double *x) {
    int rows[16], general_rows[16];
    double general_x[16];
    const bool singular = fast_dense_factor(n, a, rows);
    const bool general_singular = fast_dense_factor_any(n, general, general_rows);
    fast_dense_solve(n, a, rows, b, x);
    fast_dense_solve_any(n, general, general_rows, b, general_x);
    return singular == general_singular && same_bits(a, general, n * n) &&
           same_bits(x, general_x, n) &&
           memcmp(rows, general_rows, (size_t)n * sizeof *rows) == 0;
}

Test(dense_small, every_order_has_the_bits_of_the_general_one) {
    struct random random = random_open();
    for (int trial = 0; trial < 400000; trial++) {
        const int n = 1 + trial % 4;
        double a[16], general[16], b[4], x[4];
        for (int i = 0; i < n * n; i++)
            a[i] = general[i] = draw_entry(&random);
        for (int i = 0; i < n; i++)
            b[i] = draw_entry(&random);
        const bool same = solves_alike(n, a, general, b, x);
        cr_assert(same, "seed %llu, trial %d, order %d", (unsigned long long)random.seed,
                  trial, n);
    }
}

/* Zeros, equal sizes, ordinary numbers. One entry that is no number leaves few that are, so that
 * there is at most one such. */
static void draw_system(struct random *random, int n, double *a, double *b) {
    static const double often[] = {0, 0, 0.7, -0.7};
    for (int i = 0; i < n * n; i++) {
        const uint64_t kind = random_bits(random) % 6;
        a[i] = kind < 4 && i % 2 ? often[kind] : random_between(random, -1, 1);
    }
    for (int i = 0; i < n; i++)
        b[i] = ldexp(random_between(random, -1, 1), (int)(random_bits(random) % 60) - 30);
    if (random_bits(random) % 8 == 0)
        a[random_bits(random) % (unsigned)(n * n)] = draw_entry(random);
}

Test(dense_small, orders_5_to_16_have_the_bits_of_the_general_one) {
    struct random random = random_open();
    int finite = 0;
    for (int trial = 0; trial < 60000; trial++) {
        double a[256], general[256], b[16], x[16];
        const int n = 5 + trial % 12;
        draw_system(&random, n, a, b);
        memcpy(general, a, (size_t)(n * n) * sizeof *a);
        const bool same = solves_alike(n, a, general, b, x);
        cr_assert(same, "seed %llu, trial %d, order %d", (unsigned long long)random.seed,
                  trial, n);
        finite += isfinite(x[0]) != 0;
    }
    cr_expect(finite > 55000, "%d", finite);
}

Test(dense_small, every_arrangement_of_equal_pivots_is_resolved_alike) {
    const double sizes[3] = {0, 1.5, 2.5};
    for (int n = 2; n <= 4; n++)
        for (int code = 0; code < 6 * 6 * 6 * 6; code++) {
            double a[16], general[16];
            int rows[4], general_rows[4];
            for (int i = 0, rest = code; i < n * n; i++, rest = rest / 6 + 7 * code + i)
                a[i] = general[i] = (rest % 2 ? 1 : -1) * sizes[rest / 2 % 3];
            bool singular = fast_dense_factor(n, a, rows);
            bool general_singular = fast_dense_factor_any(n, general, general_rows);
            bool same = singular == general_singular && same_bits(a, general, n * n) &&
                        memcmp(rows, general_rows, (size_t)n * sizeof *rows) == 0;
            cr_assert(same, "order %d, code %d", n, code);
        }
}
