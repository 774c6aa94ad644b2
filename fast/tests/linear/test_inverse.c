/* Tests of inverse.c for every order it is for.
 *
 * Seen to fail: an order without its case; columns as far apart as the order where
 * that is odd; the condition not looked at; a panel's products taken one by one, which
 * rounds otherwise; a column of the last few left out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/linear/dense.h"
#include "fast/linear/inverse.h"
#include "fast/tests/matrices.h"

enum { most = fast_largest_inverse };

Test(inverse, a_product_with_it_is_the_solution) {
    struct random random = random_open();
    for (int trial = 0; trial < 20 * most; trial++) {
        const int n = trial % most + 1;
        double a[most * most], lu[most * most], inverse[most * (most + 1)];
        double x[most], b[most], found[most];
        int permutation[most];
        for (int i = 0; i < n * n; i++)
            lu[i] = a[i] = random_between(&random, -1, 1) + (i % (n + 1) == 0 ? 3 : 0);
        for (int j = 0; j < n; j++)
            x[j] = random_between(&random, -1, 1);
        for (int i = 0; i < n; i++) {
            b[i] = 0;
            for (int j = 0; j < n; j++)
                b[i] += a[j * n + i] * x[j];
        }
        cr_assert(!fast_dense_factor(n, lu, permutation));
        cr_assert(fast_invert(n, lu, permutation, inverse), "order %d, seed %lu", n,
                  random.seed);
        fast_inverse_multiply(n, inverse, b, found);
        for (int i = 0; i < n; i++)
            cr_expect(fabs(found[i] - x[i]) <= 1e-12, "order %d, seed %lu: %g, not %g", n,
                      random.seed, found[i], x[i]);
    }
}

/* Rounding decides much in short runs. */
Test(inverse, its_columns_are_solutions_to_the_bit) {
    struct random random = random_open();
    for (int trial = 0; trial < 20 * most; trial++) {
        const int n = trial % most + 1, stride = fast_inverse_stride(n);
        double lu[most * most], inverse[most * most], unit[most] = {0}, x[most];
        int permutation[most];
        for (int i = 0; i < n * n; i++)
            lu[i] = random_between(&random, -1, 1);
        fast_dense_factor(n, lu, permutation);
        fast_invert(n, lu, permutation, inverse);
        for (int j = 0; j < n; j++) {
            unit[j] = 1;
            fast_dense_solve(n, lu, permutation, unit, x);
            unit[j] = 0;
            cr_expect(memcmp(x, inverse + j * stride, (size_t)n * sizeof *x) == 0,
                      "column %d of order %d, seed %lu", j, n, random.seed);
            cr_expect(n == stride || inverse[j * stride + n] == 0);
        }
    }
}

Test(inverse, a_nearly_singular_matrix_has_none) {
    const double small[] = {0, 1e-300, 1e-12};
    for (int i = 0; i < 3; i++) {
        double lu[4] = {1, 1, 1, 1 + small[i]}, inverse[4];
        int permutation[2];
        fast_dense_factor(2, lu, permutation);
        cr_expect(!fast_invert(2, lu, permutation, inverse), "%g", small[i]);
    }
    double nan[1] = {NAN}, inverse[2];
    const int permutation[1] = {0};
    cr_expect(!fast_invert(1, nan, permutation, inverse));
}
