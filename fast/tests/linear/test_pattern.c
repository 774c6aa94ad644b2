/* Tests of pattern.c against full matrices of true and false.
 *
 * Seen to fail: a column longer than it is; starts not shifted back after transposing; an
 * entry of both operands taken twice.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <limits.h>

#include "fast/linear/pattern.h"
#include "fast/tests/matrices.h"

enum { trials = 200, most_size = 12 };

static int random_size(struct random *random) {
    return (int)(random_bits(random) % (most_size + 1)); /* 0, too */
}

Test(pattern, made_patterns_are_what_they_say) {
    struct random random = random_open();
    static struct example a, b;
    for (int trial = 0; trial < trials; trial++) {
        const int rows = random_size(&random), columns = random_size(&random);
        const double chance = random_between(&random, 0, 1.1);
        make_example(&a, &random, rows, columns, chance, keep_all);
        make_example(&b, &random, rows, columns, chance, keep_all);
        struct fast_pattern *copy = fast_pattern_copy(&a.pattern);
        struct fast_pattern *transposed = fast_pattern_transpose(&a.pattern);
        struct fast_pattern *sum = fast_pattern_union(&a.pattern, &b.pattern);
        struct fast_pattern *full = fast_pattern_full(rows, columns);
        cr_expect(fast_pattern_fits(copy, rows, columns), "seed %lu", random.seed);
        cr_expect(fast_pattern_fits(transposed, columns, rows), "seed %lu", random.seed);
        cr_expect(fast_pattern_fits(sum, rows, columns), "seed %lu", random.seed);
        cr_expect(fast_pattern_fits(full, rows, columns), "seed %lu", random.seed);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++) {
                const bool in_a = has_entry(&a.pattern, i, j);
                const bool in_b = has_entry(&b.pattern, i, j);
                cr_expect(has_entry(copy, i, j) == in_a, "seed %lu", random.seed);
                cr_expect(has_entry(transposed, j, i) == in_a, "seed %lu", random.seed);
                cr_expect(has_entry(sum, i, j) == (in_a || in_b), "seed %lu",
                          random.seed);
                cr_expect(has_entry(full, i, j), "seed %lu", random.seed);
            }
    }
}

Test(pattern, the_identity_has_the_diagonal) {
    for (int n = 0; n < 5; n++) {
        struct fast_pattern *identity = fast_pattern_identity(n);
        cr_assert(fast_pattern_fits(identity, n, n));
        cr_expect_eq(fast_entries(n, n, identity), (size_t)n);
        for (int j = 0; j < n; j++)
            cr_expect(has_entry(identity, j, j));
    }
}

Test(pattern, what_is_no_pattern_does_not_fit) {
    const int start[] = {0, 1, 3}, row[] = {1, 0, 2};
    const struct fast_pattern good = {3, 2, start, row};
    cr_expect(fast_pattern_fits(&good, 3, 2) && fast_pattern_fits(NULL, 3, 2));
    cr_expect(!fast_pattern_fits(&good, 2, 2) && !fast_pattern_fits(&good, 3, 1));
    const int late[] = {1, 1, 3}, back[] = {0, 2, 1}, far[] = {0, 1, INT_MAX};
    const int *const bad_starts[] = {late, back, far, NULL};
    for (int i = 0; i < 4; i++) {
        const struct fast_pattern bad = {3, 2, bad_starts[i], row};
        cr_expect(!fast_pattern_fits(&bad, 3, 2), "starts %d", i);
    }
    const int high[] = {1, 0, 3}, low[] = {1, -1, 2}, twice[] = {1, 2, 2},
              down[] = {1, 2, 0};
    const int *const bad_rows[] = {high, low, twice, down, NULL};
    for (int i = 0; i < 5; i++) {
        const struct fast_pattern bad = {3, 2, start, bad_rows[i]};
        cr_expect(!fast_pattern_fits(&bad, 3, 2), "rows %d", i);
    }
}

Test(pattern, more_entries_than_an_int_counts_are_refused) {
    cr_expect_null(fast_pattern_full(INT_MAX, 2));
    cr_expect_null(fast_pattern_full(50000, 50000));
}
