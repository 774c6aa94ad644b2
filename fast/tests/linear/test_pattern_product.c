/* Tests of pattern_product.c.
 *
 * Seen to fail: rows left in the order in which they are met; a row met twice counted
 * twice; the factor squared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/linear/pattern.h"
#include "fast/tests/matrices.h"

enum { trials = 200, most_size = 10 };

static int random_size(struct random *random) {
    return (int)(random_bits(random) % (most_size + 1));
}

/* What the product of the patterns has at (i, j). */
static bool meets(const struct example *a, const struct example *b, int i, int j) {
    for (int k = 0; k < a->pattern.columns; k++)
        if (has_entry(&a->pattern, i, k) && has_entry(&b->pattern, k, j))
            return true;
    return false;
}

Test(pattern_product, a_product_has_the_entries_that_meet) {
    struct random random = random_open();
    static struct example a, b;
    for (int trial = 0; trial < trials; trial++) {
        const int n = random_size(&random), m = random_size(&random);
        const int l = random_size(&random);
        make_example(&a, &random, n, m, 0.4, keep_all);
        make_example(&b, &random, m, l, 0.4, keep_all);
        struct fast_pattern *product = fast_pattern_product(&a.pattern, &b.pattern);
        cr_assert(product != NULL && fast_pattern_fits(product, n, l), "seed %lu",
                  random.seed);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < l; j++)
                cr_expect(has_entry(product, i, j) == meets(&a, &b, i, j), "seed %lu",
                          random.seed);
    }
}

Test(pattern_product, places_are_where_the_entries_are) {
    struct random random = random_open();
    static struct example a, b;
    for (int trial = 0; trial < trials; trial++) {
        const int n = random_size(&random), m = random_size(&random);
        int place[most_rows * most_rows];
        make_example(&a, &random, n, m, 0.3, keep_all);
        make_example(&b, &random, n, m, 0.3, keep_all);
        struct fast_pattern *sum = fast_pattern_union(&a.pattern, &b.pattern);
        fast_pattern_places(&a.pattern, sum, place);
        for (int j = 0; j < m; j++)
            for (int e = a.start[j]; e < a.start[j + 1]; e++) {
                cr_expect(place[e] >= sum->start[j] && place[e] < sum->start[j + 1]);
                cr_expect_eq(sum->row[place[e]], a.row[e], "seed %lu", random.seed);
            }
    }
}

Test(pattern_product, multiplying_adds_a_multiple_of_the_product) {
    struct random random = random_open();
    static struct example a;
    for (int trial = 0; trial < trials; trial++) {
        const int n = random_size(&random), m = random_size(&random);
        double x[most_size], y[most_size], z[most_size], columns[most_size * most_size];
        make_example(&a, &random, n, m, 0.5, keep_all);
        for (int j = 0; j < m; j++)
            x[j] = random_between(&random, -1, 1);
        for (int i = 0; i < n; i++)
            y[i] = z[i] = random_between(&random, -1, 1);
        for (int j = 0; j < m; j++)
            for (int i = 0; i < n; i++)
                columns[j * n + i] = a.full[i][j];
        double kept[most_size];
        for (int i = 0; i < n; i++)
            kept[i] = z[i];
        fast_multiply_add(n, m, &a.pattern, a.value, 1.7, x, y);
        fast_multiply_add(n, m, NULL, columns, 1.7, x, z);
        for (int i = 0; i < n; i++) {
            double expected = kept[i];
            for (int j = 0; j < m; j++)
                expected += 1.7 * a.full[i][j] * x[j];
            cr_expect(fabs(y[i] - expected) <= 1e-14, "seed %lu", random.seed);
            cr_expect_eq(z[i], y[i], "rounded otherwise, seed %lu", random.seed);
        }
    }
}
