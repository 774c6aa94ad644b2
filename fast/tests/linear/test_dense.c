/* Tests of dense.c, for every order up to 40 and so through the small kernels, too.
 *
 * Seen to fail: the last of equal pivots; no pivoting; b not permuted, and permuted the
 * other way; U's diagonal as in L; a sign in the elimination; rows exchanged right of the
 * pivot only.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "fast/linear/dense.h"
#include "fast/tests/random.h"

enum { most = 40 };

/* A = [[1, 2, 4], [4, 8, 2], [2, 8, 6]]: rows 1, 2, 0 become the pivots, and in quarters
 * everything is exact. */
static const double known[9] = {1, 4, 2, 2, 8, 8, 4, 2, 6};

Test(dense, a_matrix_with_known_factors_is_factored) {
    double a[9];
    int permutation[3];
    memcpy(a, known, sizeof a);
    cr_expect(!fast_dense_factor_any(3, a, permutation));
    const double factors[9] = {4, 0.5, 0.25, 8, 4, 0, 2, 5, 3.5};
    const int rows[3] = {1, 2, 0};
    for (int i = 0; i < 9; i++)
        cr_expect(a[i] == factors[i], "entry %d is %g", i, a[i]);
    for (int i = 0; i < 3; i++)
        cr_expect(permutation[i] == rows[i], "row %d is %d", i, permutation[i]);
}

Test(dense, a_system_with_a_known_solution_is_solved) {
    double a[9], x[3];
    const double b[3] = {-1, -32, -38}; /* A (7, -8, 2)' */
    int permutation[3];
    memcpy(a, known, sizeof a);
    fast_dense_factor_any(3, a, permutation);
    fast_dense_solve_any(3, a, permutation, b, x);
    cr_expect(x[0] == 7 && x[1] == -8 && x[2] == 2, "%g %g %g", x[0], x[1], x[2]);
}

Test(dense, the_first_of_equal_pivots_wins) {
    double a[4] = {-3, 3, 1, 2};
    int permutation[2];
    fast_dense_factor_any(2, a, permutation);
    cr_expect(permutation[0] == 0 && permutation[1] == 1);
    cr_expect(a[0] == -3 && a[1] == -1 && a[2] == 1 && a[3] == 3);
}

Test(dense, a_zero_pivot_is_reported_and_survived) {
    int permutation[5];
    for (int n = 1; n <= 5; n++)
        for (int zero = 0; zero < n; zero++) {
            double a[25] = {0};
            for (int i = 0; i < n; i++)
                a[i * n + i] = i == zero ? 0 : 1.5;
            cr_expect(fast_dense_factor(n, a, permutation), "order %d, %d", n, zero);
            for (int i = 0; i < n * n; i++)
                cr_expect(isfinite(a[i]), "order %d, %d", n, zero);
            a[zero * n + zero] = 1e-300;
            cr_expect(!fast_dense_factor(n, a, permutation), "order %d, %d", n, zero);
        }
}

/* Random entries, of random sizes by rows when `rough`. */
static void draw_matrix(struct random *random, int n, bool rough, double *a) {
    for (int i = 0; i < n; i++) {
        double size = rough ? exp2(random_between(random, -30, 30)) : 1;
        for (int j = 0; j < n; j++)
            a[j * n + i] = size * random_between(random, -1, 1);
    }
}

/* The largest |b - A x| over what Gaussian elimination grants it row by row: n eps times
 * |L| |U| |x| (Higham: Accuracy and Stability of Numerical Algorithms, theorem 9.4: with a
 * factor 3 n / 2 eps at most to first order). */
static double residual_over_bound(int n, const double *a, const double *lu,
                                  const int *permutation, const double *b,
                                  const double *x) {
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double residual = -b[permutation[i]], bound = 0;
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k <= i && k <= j; k++)
                sum += fabs((k == i ? 1 : lu[k * n + i]) * lu[j * n + k]);
            residual += a[j * n + permutation[i]] * x[j];
            bound += sum * fabs(x[j]);
        }
        worst = fmax(worst, fabs(residual) / (3 * n * DBL_EPSILON * bound));
    }
    return worst;
}

Test(dense, solutions_have_small_residuals) {
    struct random random = random_open();
    double a[most * most], lu[most * most], b[most], x[most];
    int permutation[most];
    for (int n = 1; n <= most; n++)
        for (int trial = 0; trial < 40; trial++) {
            draw_matrix(&random, n, trial % 2 == 1, a);
            for (int i = 0; i < n; i++)
                b[i] = random_between(&random, -1, 1);
            memcpy(lu, a, sizeof a);
            cr_expect(!fast_dense_factor(n, lu, permutation));
            fast_dense_solve(n, lu, permutation, b, x);
            double ratio = residual_over_bound(n, a, lu, permutation, b, x);
            cr_expect(isfinite(ratio) && ratio <= 1, "seed %llu, order %d, trial %d: %g",
                      (unsigned long long)random.seed, n, trial, ratio);
        }
}

Test(dense, multipliers_are_at_most_one) {
    struct random random = random_open();
    double a[most * most];
    int permutation[most];
    for (int n = 2; n <= most; n++) {
        draw_matrix(&random, n, true, a);
        fast_dense_factor(n, a, permutation);
        for (int j = 0; j < n; j++)
            for (int i = j + 1; i < n; i++)
                cr_expect(fabs(a[j * n + i]) <= 1, "seed %llu, order %d",
                          (unsigned long long)random.seed, n);
    }
}
