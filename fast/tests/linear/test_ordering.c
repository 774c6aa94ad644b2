/* Tests of ordering.c.
 *
 * Seen to fail: parts numbered over one another; the order not reversed does not show
 * (it has the same bandwidth).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "fast/linear/ordering.h"
#include "fast/tests/matrices.h"

static bool is_permutation(int n, const int *place) {
    int seen[most_rows] = {0};
    for (int j = 0; j < n; j++)
        if (place[j] < 0 || place[j] >= n || seen[place[j]]++ > 0)
            return false;
    return true;
}

Test(ordering, an_order_is_a_permutation) {
    struct random random = random_open();
    static struct example a;
    for (int trial = 0; trial < 200; trial++) {
        const int n = (int)(random_bits(&random) % (most_rows + 1));
        int place[most_rows];
        make_example(&a, &random, n, n, random_between(&random, 0, 0.3), keep_all);
        cr_assert(fast_order(&a.pattern, place));
        cr_expect(is_permutation(n, place), "seed %lu", random.seed);
    }
}

/* Node i of a chain is row and column mixed[i]. */
static const int mixed[] = {5, 2, 9, 0, 7, 3, 8, 1, 6, 4};
enum { nodes = sizeof mixed / sizeof *mixed };

static bool are_neighbours(int i, int j) {
    int a = 0, b = 0;
    for (int k = 0; k < nodes; k++) {
        a = mixed[k] == i ? k : a;
        b = mixed[k] == j ? k : b;
    }
    return keep_tridiagonal(a, b);
}

Test(ordering, a_mixed_up_chain_is_put_in_order) {
    struct random random = random_open();
    static struct example a;
    int place[nodes], lower, upper;
    make_example(&a, &random, nodes, nodes, 2, are_neighbours);
    fast_bandwidth(&a.pattern, NULL, &lower, &upper);
    cr_expect(lower > 1 && upper > 1);
    cr_assert(fast_order(&a.pattern, place));
    fast_bandwidth(&a.pattern, place, &lower, &upper);
    cr_expect(lower == 1 && upper == 1, "%d %d", lower, upper);
}

Test(ordering, the_bandwidth_counts_from_the_diagonal) {
    const int start[] = {0, 1, 2, 4}, row[] = {2, 1, 0, 1}; /* (2,0) (1,1) (0,2) (1,2) */
    const struct fast_pattern pattern = {3, 3, start, row};
    const int place[] = {0, 2, 1}; /* (1,0) (2,2) (0,1) (2,1) */
    int lower, upper;
    fast_bandwidth(&pattern, NULL, &lower, &upper);
    cr_expect(lower == 2 && upper == 2);
    fast_bandwidth(&pattern, place, &lower, &upper);
    cr_expect(lower == 1 && upper == 1);
}

/* A centre with ever more neighbours that have one of their own each. */
static bool is_star(int i, int j) {
    return i == j || i == 0 || j == 0 || i == j + 20 || j == i + 20;
}

Test(ordering, a_centre_with_many_neighbours_is_ordered) {
    struct random random = random_open();
    static struct example a;
    int place[most_rows];
    make_example(&a, &random, most_rows, most_rows, 2, is_star);
    cr_assert(fast_order(&a.pattern, place));
    cr_expect(is_permutation(most_rows, place));
}
