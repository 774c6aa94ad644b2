/* Tests of groups.c.
 *
 * Seen to fail: rows marked for all groups alike (each column alone); a column not
 * marked; empty columns grouped.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "fast/linear/groups.h"
#include "fast/tests/matrices.h"

/* Every column with entries is in one group, and no group meets a row twice. */
static void expect_groups(const struct fast_groups *groups,
                          const struct fast_pattern *pattern, uint64_t seed) {
    int grouped[most_rows] = {0};
    cr_assert_not_null(groups);
    for (int g = 0; g < groups->count; g++) {
        int met[most_rows] = {0};
        cr_expect(groups->start[g + 1] > groups->start[g], "group %d is empty", g);
        for (int k = groups->start[g]; k < groups->start[g + 1]; k++) {
            const int j = groups->column[k];
            grouped[j]++;
            for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
                cr_expect_eq(met[pattern->row[e]]++, 0, "seed %lu", seed);
        }
    }
    for (int j = 0; j < pattern->columns; j++)
        cr_expect_eq(grouped[j], pattern->start[j + 1] > pattern->start[j], "seed %lu",
                     seed);
}

Test(groups, no_two_columns_of_a_group_have_a_common_row) {
    struct random random = random_open();
    static struct example a;
    for (int trial = 0; trial < 200; trial++) {
        const int n = (int)(random_bits(&random) % most_rows);
        const int m = (int)(random_bits(&random) % most_rows);
        make_example(&a, &random, n, m, random_between(&random, 0, 0.3), keep_all);
        struct fast_groups *groups = fast_groups_alloc(n, m, &a.pattern);
        expect_groups(groups, &a.pattern, random.seed);
    }
}

Test(groups, a_tridiagonal_matrix_takes_three) {
    struct random random = random_open();
    static struct example a;
    for (int n = 3; n < most_rows; n++) {
        make_example(&a, &random, n, n, 2, keep_tridiagonal);
        struct fast_groups *groups = fast_groups_alloc(n, n, &a.pattern);
        cr_expect_eq(groups->count, 3, "%d", n);
    }
}

Test(groups, without_a_pattern_each_column_is_alone) {
    for (int m = 0; m < 5; m++) {
        struct fast_groups *groups = fast_groups_alloc(3, m, NULL);
        cr_assert_eq(groups->count, m);
        for (int j = 0; j < m; j++)
            cr_expect(groups->column[j] == j && groups->start[j] == j);
        cr_expect_eq(groups->start[m], m);
    }
    fast_groups_free(NULL);
}
