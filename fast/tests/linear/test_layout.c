/* Tests of layout.c and choice.c: every kind solves what the plainest solution solves.
 *
 * Seen to fail: h with the wrong sign; the diagonal added to the wrong entry of an ordered
 * band; the result left in that order; old values left in a band; an inverse kept over new
 * factors; KLU's zero pivots not looked for, and the growth of its pivots neither; an exchange
 * of rows, or of columns, not counted in the determinant's sign.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/linear/dense.h"
#include "fast/linear/layout.h"
#include "fast/tests/matrices.h"

static const enum fast_layout_kind kinds[] = {
    FAST_LAYOUT_DENSE, FAST_LAYOUT_BAND, FAST_LAYOUT_ORDERED_BAND, FAST_LAYOUT_SPARSE};
enum { kind_count = 4 };

static bool is_there(enum fast_layout_kind kind) {
    return kind != FAST_LAYOUT_SPARSE || fast_sparse_is_available();
}

static void expect_solution(struct fast_factors *factors, struct random *random,
                            struct example *a, int n, double h) {
    double b[most_rows] = {0}, x[most_rows], y[most_rows];
    for (int i = 0; i < n; i++)
        b[i] = random_between(random, -1, 1);
    fast_factors_solve(factors, b, x);
    solve_plainly(n, h, a->full, b, y);
    double residual = relative_residual(n, h, a->full, b, x);
    /* KLU takes pivots down to a thousandth of the largest one for sparsity's sake. */
    const bool sparse = factors->layout->kind == FAST_LAYOUT_SPARSE;
    cr_expect(isfinite(residual) && residual <= (sparse ? 1e-10 : 1e-12),
              "order %d, seed %lu: residual %g", n, random->seed, residual);
    for (int i = 0; i < n; i++)
        cr_expect(fabs(x[i] - y[i]) <= 1e-7 * (1 + fabs(y[i])),
                  "order %d, seed %lu: %g, not %g", n, random->seed, x[i], y[i]);
}

/* Two factorisations with each, since the second must not see the first. */
static void expect_kind_to_solve(enum fast_layout_kind kind, struct random *random,
                                 struct example *a, int n, int solutions) {
    struct fast_layout *layout;
    struct fast_factors *factors;
    cr_assert(fast_layout_alloc_kind(&layout, n, &a->pattern, kind) == FAST_OK);
    cr_assert(fast_factors_alloc(&factors, layout) == FAST_OK);
    const double hs[] = {3.7, 0.4};
    for (int k = 0; k < 2; k++) {
        enum fast_status status = fast_factors_form(factors, hs[k], a->value);
        cr_expect(status == FAST_OK, "kind %d, order %d, seed %lu: %s", kind, n,
                  random->seed, fast_status_text(status));
        for (int i = 0; i < solutions; i++)
            expect_solution(factors, random, a, n, hs[k]);
    }
}

Test(layout, every_kind_solves) {
    struct random random = random_open();
    static struct example a;
    for (int trial = 0; trial < 60; trial++) {
        const int n = (int)(random_bits(&random) % (most_rows + 1));
        make_example(&a, &random, n, n, random_between(&random, 0, 0.4), keep_all);
        for (int k = 0; k < kind_count; k++)
            if (is_there(kinds[k]) && (n > 0 || kinds[k] != FAST_LAYOUT_SPARSE))
                expect_kind_to_solve(kinds[k], &random, &a, n, 2);
    }
}

/* Whether the determinant of I - h A is negative, by elimination with rows exchanged. */
static bool turns_plainly(int n, double h, double (*a)[most_rows]) {
    long double m[most_rows][most_rows];
    bool negative = false;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = (i == j) - (long double)h * a[i][j];
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k; i < n; i++)
            pivot = fabsl(m[i][k]) > fabsl(m[pivot][k]) ? i : pivot;
        for (int j = 0; j < n; j++) {
            const long double entry = m[k][j];
            m[k][j] = m[pivot][j];
            m[pivot][j] = entry;
        }
        negative = negative != ((pivot != k) != (m[k][k] < 0));
        for (int i = k + 1; i < n; i++)
            for (int j = n - 1; j >= k; j--)
                m[i][j] -= m[i][k] / m[k][k] * m[k][j];
    }
    return negative;
}

Test(layout, every_kind_knows_the_sign_of_the_determinant) {
    struct random random = random_open();
    static struct example a;
    int negative = 0;
    for (int trial = 0; trial < 200; trial++) {
        const int n = 1 + (int)(random_bits(&random) % 20);
        const double h = random_between(&random, 0.5, 5);
        make_example(&a, &random, n, n, random_between(&random, 0.1, 0.9), keep_all);
        const bool turns = turns_plainly(n, h, a.full);
        negative += turns;
        for (int k = 0; k < kind_count; k++) {
            struct fast_layout *layout;
            struct fast_factors *factors;
            if (!is_there(kinds[k]))
                continue;
            cr_assert(fast_layout_alloc_kind(&layout, n, &a.pattern, kinds[k]) ==
                      FAST_OK);
            cr_assert(fast_factors_alloc(&factors, layout) == FAST_OK);
            cr_assert(fast_factors_form(factors, h, a.value) == FAST_OK);
            cr_expect(fast_factors_turn(factors) == turns,
                      "kind %d, order %d, seed %lu, trial %d", (int)kinds[k], n,
                      random.seed, trial);
        }
    }
    cr_expect(negative > 50 && negative < 150, "%d", negative);
}

/* After how many solutions the result is not the factors' to the bit; 0: never. */
static int find_other_rounding(struct random *random, enum fast_patience patience) {
    enum { order = 7, most = 6000 };
    static struct example a;
    struct fast_layout *layout;
    struct fast_factors *factors;
    double b[order], x[order], y[order];
    int found = 0;
    make_example(&a, random, order, order, 1, keep_all);
    cr_assert(fast_layout_alloc_kind(&layout, order, &a.pattern, FAST_LAYOUT_DENSE) ==
              FAST_OK);
    cr_assert(fast_factors_alloc(&factors, layout) == FAST_OK);
    fast_factors_wait(factors, patience);
    cr_assert(fast_factors_form(factors, 0.37, a.value) == FAST_OK);
    for (int k = 1; k <= most && found == 0; k++) {
        for (int i = 0; i < order; i++)
            b[i] = random_between(random, -1, 1);
        fast_factors_solve(factors, b, x);
        fast_dense_solve(order, factors->lu, factors->permutation, b, y);
        found = memcmp(x, y, sizeof x) != 0 ? k : 0;
    }
    return found;
}

Test(layout, an_inverse_waits_as_long_as_it_is_told_to) {
    struct random random = random_open();
    const int at_once = find_other_rounding(&random, FAST_AT_ONCE);
    const int soon = find_other_rounding(&random, FAST_SOON);
    const int late = find_other_rounding(&random, FAST_LATE);
    cr_expect(at_once > 7 && at_once < 20, "%d", at_once);
    cr_expect(soon > 32 + 4 * 7 && soon < 100, "%d", soon);
    cr_expect(late > 4096 && late < 4200, "%d", late);
    cr_expect(find_other_rounding(&random, FAST_NEVER) == 0);
}

/* Long enough for the inverse to be taken in place of the factors. */
Test(layout, small_ones_solve_often) {
    struct random random = random_open();
    static struct example a;
    for (int n = 1; n <= 17; n++) {
        make_example(&a, &random, n, n, 0.8, keep_all);
        expect_kind_to_solve(FAST_LAYOUT_DENSE, &random, &a, n, 150);
    }
}

Test(layout, without_a_pattern_values_are_the_matrix_by_columns) {
    struct random random = random_open();
    static struct example a;
    struct fast_layout *layout;
    struct fast_factors *factors;
    for (int n = 1; n < most_rows; n++) {
        make_example(&a, &random, n, n, 2, keep_all); /* all entries, by columns */
        cr_assert(fast_layout_alloc(&layout, n, NULL) == FAST_OK);
        cr_expect(layout->kind == FAST_LAYOUT_DENSE);
        cr_assert(fast_factors_alloc(&factors, layout) == FAST_OK);
        cr_assert(fast_factors_form(factors, 0.21, a.value) == FAST_OK);
        expect_solution(factors, &random, &a, n, 0.21);
    }
}

/* A = 1 and h = 1 in the last place only. */
Test(layout, a_singular_matrix_is_reported_and_left_behind) {
    static struct example a;
    struct random random = random_open();
    for (int k = 0; k < kind_count; k++) {
        struct fast_layout *layout;
        struct fast_factors *factors;
        double b[5] = {1, 1, 1, 1, 1}, x[5];
        if (!is_there(kinds[k]))
            continue;
        make_example(&a, &random, 5, 5, 2, keep_tridiagonal);
        for (int e = 0; e < a.start[5]; e++)
            a.value[e] = e == a.start[5] - 1;
        cr_assert(fast_layout_alloc_kind(&layout, 5, &a.pattern, kinds[k]) == FAST_OK);
        cr_assert(fast_factors_alloc(&factors, layout) == FAST_OK);
        cr_expect(fast_factors_form(factors, 1, a.value) == FAST_SINGULAR, "kind %d", k);
        fast_factors_solve(factors, b, x);
        cr_expect(!isfinite(x[4]), "kind %d: %g", k, x[4]);
        cr_expect(fast_factors_form(factors, 0.5, a.value) == FAST_OK, "kind %d", k);
        fast_factors_solve(factors, b, x);
        cr_expect(x[4] == 2 && x[0] == 1, "kind %d: %g %g", k, x[4], x[0]);
    }
}

/* A = [[0, 1], [1, 0]] over and over, h = 1e8: pivots on the diagonal are 1 beside
 * 1e8, and lose all digits but eight; a chain of them needs others. */
Test(layout, every_kind_changes_its_pivots_when_it_must) {
    static struct example a;
    struct random random = random_open();
    for (int k = 0; k < kind_count; k++) {
        struct fast_layout *layout;
        struct fast_factors *factors;
        if (!is_there(kinds[k]))
            continue;
        make_example(&a, &random, 20, 20, 2, keep_tridiagonal);
        cr_assert(fast_layout_alloc_kind(&layout, 20, &a.pattern, kinds[k]) == FAST_OK);
        cr_assert(fast_factors_alloc(&factors, layout) == FAST_OK);
        for (int j = 0; j < 20; j++)
            for (int e = a.start[j]; e < a.start[j + 1]; e++)
                if (a.row[e] == j)
                    a.value[e] = a.full[j][j] = 1e-9;
        cr_expect(fast_factors_form(factors, 1e9 + 1, a.value) == FAST_OK);
        double b[20], x[20];
        for (int i = 0; i < 20; i++)
            b[i] = random_between(&random, -1, 1);
        fast_factors_solve(factors, b, x);
        double residual = relative_residual(20, 1e9 + 1, a.full, b, x);
        cr_expect(isfinite(residual) && residual <= 1e-9, "kind %d: %g", k, residual);
    }
}

static struct fast_layout *choose_for(int n, int width) {
    struct fast_layout *layout;
    int *start = calloc((size_t)n + 1, sizeof *start);
    int *row = calloc((size_t)n * (size_t)(2 * width + 1), sizeof *row), entries = 0;
    cr_assert(start != NULL && row != NULL);
    for (int j = 0; j < n; j++) {
        for (int i = j > width ? j - width : 0; i <= j + width && i < n; i++)
            row[entries++] = i;
        start[j + 1] = entries;
    }
    const struct fast_pattern pattern = {n, n, start, row};
    cr_assert(fast_layout_alloc(&layout, n, &pattern) == FAST_OK);
    return layout;
}

Test(layout, what_is_narrow_is_a_band_and_what_is_small_or_wide_is_dense) {
    const struct {
        int n, width;
        enum fast_layout_kind kind;
    } cases[] = {{4, 1, FAST_LAYOUT_DENSE},
                 {50, 1, FAST_LAYOUT_BAND},
                 {1000, 2, FAST_LAYOUT_BAND},
                 {30, 29, FAST_LAYOUT_DENSE}};
    for (int i = 0; i < 4; i++) {
        struct fast_layout *layout = choose_for(cases[i].n, cases[i].width);
        cr_expect(layout->kind == cases[i].kind, "%d: %d", i, layout->kind);
    }
}

/* A grid of 30 x 30 with its five-point neighbours: as a band 60 wide, sparse at best. */
static bool are_neighbours(int i, int j) {
    return i == j || abs(i - j) == 30 || (abs(i - j) == 1 && i / 30 == j / 30);
}

Test(layout, a_grid_is_sparse_where_that_can_be_had) {
    enum { n = 900 };
    static int start[n + 1], row[5 * n];
    int entries = 0;
    for (int j = 0; j < n; j++) {
        for (int i = j > 30 ? j - 30 : 0; i <= j + 30 && i < n; i++)
            if (are_neighbours(i, j))
                row[entries++] = i;
        start[j + 1] = entries;
    }
    const struct fast_pattern pattern = {n, n, start, row};
    enum fast_layout_kind kind;
    cr_assert(fast_choose_layout(n, &pattern, &kind) == FAST_OK);
    cr_expect(kind ==
                  (fast_sparse_is_available() ? FAST_LAYOUT_SPARSE : FAST_LAYOUT_BAND),
              "%d", kind);
}

Test(layout, what_cannot_be_is_refused) {
    struct fast_layout *layout;
    struct fast_factors *factors;
    cr_assert(fast_layout_alloc(&layout, 2147483647, NULL) == FAST_OK);
    cr_expect(fast_factors_alloc(&factors, layout) == FAST_NO_MEMORY);
    cr_expect_null(factors);
    fast_layout_free(layout);
    fast_layout_free(NULL);
    fast_factors_free(NULL);
}
