/* Tests of last_rows.c for every number of rows it is for.
 *
 * Seen to fail: the columns of r_y one off.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/linear/last_rows.h"
#include "fast/tests/random.h"

enum { most = 2 * fast_most_last_rows };

Test(last_rows, a_product_is_the_last_part_of_the_whole_one) {
    struct random random = random_open();
    for (int trial = 0; trial < 40; trial++)
        for (int rows = fast_least_last_rows; rows <= fast_most_last_rows; rows++) {
            const int order = 2 * rows;
            double a[most * most], b[most], found[fast_most_last_rows];
            for (int k = 0; k < order * order; k++)
                a[k] = random_between(&random, -1, 1);
            for (int j = 0; j < order; j++)
                b[j] = random_between(&random, -1, 1);
            fast_last_rows_multiply(rows, a, b, found);
            for (int i = 0; i < rows; i++) {
                double sum = 0;
                for (int j = 0; j < order; j++)
                    sum += a[j * order + rows + i] * b[j];
                cr_expect(fabs(found[i] - sum) <= 1e-14, "%d rows, seed %lu: %g, not %g",
                          rows, random.seed, found[i], sum);
            }
        }
}
