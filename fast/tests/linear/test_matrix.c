/* Tests of matrix.c.
 *
 * Seen to fail: a part put at (column, row); the factor left out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/linear/matrix.h"
#include "fast/linear/pattern.h"
#include "fast/tests/matrices.h"

enum { size = 12, part_rows = 5, inner = 4, part_columns = 6, row = 3, column = 2 };

/* whole, with a pattern or without, += part at (row, column) or a (1.3 b) there. */
static void expect_sums(struct random *random, bool full) {
    static struct example part, a, b;
    double kept[size][size], values[size * size];
    struct fast_matrix whole = {size, size, NULL, values};
    struct fast_pattern *everywhere = fast_pattern_full(size, size);
    make_example(&part, random, part_rows, part_columns, 0.6, keep_all);
    make_example(&a, random, part_rows, inner, 0.6, keep_all);
    make_example(&b, random, inner, part_columns, 0.6, keep_all);
    whole.pattern = full ? NULL : everywhere;
    fast_matrix_clear(&whole);
    for (int i = 0; i < size * size; i++)
        kept[i % size][i / size] = values[i] += random_between(random, -1, 1);
    fast_matrix_add(&whole, row, column, &part.matrix);
    fast_matrix_add_product(&whole, row, column, &a.matrix, 1.3, &b.matrix);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            double expected = kept[i][j];
            const int r = i - row, c = j - column;
            if (r >= 0 && r < part_rows && c >= 0 && c < part_columns) {
                expected += part.full[r][c];
                for (int k = 0; k < inner; k++)
                    expected += 1.3 * a.full[r][k] * b.full[k][c];
            }
            cr_expect(fabs(values[j * size + i] - expected) <= 1e-14, "seed %lu",
                      random->seed);
        }
}

Test(matrix, parts_and_products_are_added_where_they_belong) {
    struct random random = random_open();
    for (int trial = 0; trial < 50; trial++)
        expect_sums(&random, trial % 2 == 0);
}

Test(matrix, a_part_finds_its_rows_in_a_sparse_whole) {
    const int start[] = {0, 2, 3}, rows[] = {0, 3, 2};
    const struct fast_pattern pattern = {4, 2, start, rows};
    const int part_start[] = {0, 1}, part_row[] = {1};
    const struct fast_pattern part_pattern = {2, 1, part_start, part_row};
    double values[3] = {0.5, 0.25, 4}, value = 3;
    const struct fast_matrix whole = {4, 2, &pattern, values};
    const struct fast_matrix part = {2, 1, &part_pattern, &value};
    fast_matrix_add_column(&whole, 2, 0, 2, &part, 0);
    cr_expect(values[0] == 0.5 && values[1] == 6.25 && values[2] == 4);
    fast_matrix_clear(&whole);
    cr_expect(values[0] == 0 && values[1] == 0 && values[2] == 0);
}
