/* Tests of band.c against dense.c, whose values it is to give to the bit, and against the
 * plainest solution.
 *
 * Seen to fail: b not exchanged; the reach of exchanged rows forgotten; the tridiagonal
 * solution without U's second diagonal; the last of equal pivots.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "fast/linear/band.h"
#include "fast/linear/dense.h"
#include "fast/tests/matrices.h"

/* A band matrix in a full frame and in a band's. */
struct pair {
    struct fast_band band;
    double dense[most_rows * most_rows], banded[most_rows * 3 * most_rows];
    int permutation[most_rows], pivot[most_rows];
};

static int lower_width, upper_width;

static bool keep_band(int i, int j) {
    return i - j <= lower_width && j - i <= upper_width;
}

/* I - h A in both frames; A may be anything. */
static void fill(struct pair *pair, const struct example *a, int n, double h) {
    memset(pair->banded, 0, sizeof pair->banded);
    pair->band = (struct fast_band){n, lower_width, upper_width};
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            const double entry = (i == j) - h * a->full[i][j];
            pair->dense[j * n + i] = entry;
            if (keep_band(i, j))
                pair->banded[fast_band_column(&pair->band, j) + (size_t)i] = entry;
        }
}

static void expect_equal_solutions(struct pair *pair, struct random *random, int n) {
    double b[most_rows] = {0}, x[most_rows], y[most_rows];
    for (int i = 0; i < n; i++)
        b[i] = random_between(random, -1, 1);
    fast_dense_solve_any(n, pair->dense, pair->permutation, b, x);
    fast_band_solve(&pair->band, pair->banded, pair->pivot, b, y);
    for (int i = 0; i < n; i++)
        cr_expect(x[i] == y[i], "order %d, width %d %d, seed %lu: %a is %a", n,
                  lower_width, upper_width, random->seed, y[i], x[i]);
    fast_band_solve(&pair->band, pair->banded, pair->pivot, b, b);
    cr_expect(memcmp(b, y, (size_t)n * sizeof *b) == 0, "in place");
}

/* h = 0.3: no exchanges; 100: many. Up to order 8, as dense.c sums panels of 8. */
Test(band, factors_and_solutions_are_those_of_dense_ones) {
    struct random random = random_open();
    static struct example a;
    static struct pair pair;
    for (int trial = 0; trial < 600; trial++) {
        const int n = 1 + (int)(random_bits(&random) % 8);
        lower_width = (int)(random_bits(&random) % (uint64_t)n);
        upper_width = (int)(random_bits(&random) % (uint64_t)n);
        if (trial % 3 == 0)
            lower_width = upper_width = 1;
        make_example(&a, &random, n, n, 0.9, keep_band);
        fill(&pair, &a, n, trial % 2 == 0 ? 0.3 : 100);
        bool singular = fast_dense_factor_any(n, pair.dense, pair.permutation);
        cr_expect(fast_band_factor(&pair.band, pair.banded, pair.pivot) == singular);
        if (!singular)
            expect_equal_solutions(&pair, &random, n);
    }
}

Test(band, solutions_are_right_for_any_width) {
    struct random random = random_open();
    static struct example a;
    static struct pair pair;
    for (int trial = 0; trial < 200; trial++) {
        const int n = 1 + (int)(random_bits(&random) % most_rows);
        double b[most_rows] = {0}, x[most_rows];
        lower_width = (int)(random_bits(&random) % (uint64_t)n);
        upper_width = (int)(random_bits(&random) % (uint64_t)n);
        make_example(&a, &random, n, n, 2, keep_band);
        fill(&pair, &a, n, trial % 2 == 0 ? 0.3 : 100);
        cr_assert(!fast_band_factor(&pair.band, pair.banded, pair.pivot));
        for (int i = 0; i < n; i++)
            b[i] = random_between(&random, -1, 1);
        fast_band_solve(&pair.band, pair.banded, pair.pivot, b, x);
        double residual = relative_residual(n, trial % 2 == 0 ? 0.3 : 100, a.full, b, x);
        cr_expect(isfinite(residual) && residual <= 8 * n * DBL_EPSILON,
                  "order %d, width %d %d, seed %lu: %g", n, lower_width, upper_width,
                  random.seed, residual);
    }
}

Test(band, the_first_of_equal_pivots_wins) {
    const struct fast_band band = {2, 1, 1};
    double a[8] = {0};
    int pivot[2];
    a[fast_band_column(&band, 0)] = -3, a[fast_band_column(&band, 0) + 1] = 3;
    a[fast_band_column(&band, 1)] = 1, a[fast_band_column(&band, 1) + 1] = 2;
    cr_expect(!fast_band_factor(&band, a, pivot));
    cr_expect(pivot[0] == 0 && a[fast_band_column(&band, 0)] == -3);
}

/* The second difference with ends held: x_i = i (n + 1 - i) / 2 solves it for b = 1. */
Test(band, a_string_under_its_weight_hangs_as_known) {
    enum { n = 30 };
    const struct fast_band band = {n, 1, 1};
    double a[n * 4] = {0}, b[n], x[n];
    int pivot[n];
    for (int j = 0; j < n; j++) {
        double *column = a + fast_band_column(&band, j);
        column[j] = 2;
        if (j > 0)
            column[j - 1] = -1;
        if (j < n - 1)
            column[j + 1] = -1;
        b[j] = 1;
    }
    cr_assert(!fast_band_factor(&band, a, pivot));
    fast_band_solve(&band, a, pivot, b, x);
    for (int i = 1; i <= n; i++)
        cr_expect(fabs(x[i - 1] - i * (n + 1 - i) / 2.0) <= 1e-11, "%d: %g", i, x[i - 1]);
}

Test(band, a_zero_pivot_is_reported) {
    const struct fast_band band = {3, 1, 1};
    double a[12] = {0};
    int pivot[3];
    a[fast_band_column(&band, 0)] = a[fast_band_column(&band, 2) + 2] = 1;
    cr_expect(fast_band_factor(&band, a, pivot));
}
