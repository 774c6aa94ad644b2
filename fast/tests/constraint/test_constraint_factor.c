/* Tests of constraint/dense_factor.c, sparse_factor.c and least_degree.c, through
 * constraint/gram.c, against elimination in long double.
 *
 * Seen to fail: a sign in the elimination; rows left out but used; any positive pivot;
 * infinity as a pivot; D forgotten; terms listed twice over; weights and R's entries
 * forgotten.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/tests/constrained.h"
#include "fast/constraint/dense_factor.h"
#include "fast/linear/pattern.h"

enum { most = 12, trials = 300 };

/* S, diagonally dominant, with so many of its entries. */
static void make_definite(struct random *random, int n, double density, double *s) {
    memset(s, 0, (size_t)(n * n) * sizeof *s);
    for (int j = 0; j < n; j++)
        for (int i = j + 1; i < n; i++)
            if (random_between(random, 0, 1) < density) {
                const double entry = random_between(random, -2, 2);
                s[j * n + i] = s[i * n + j] = entry;
                s[j * n + j] += fabs(entry);
                s[i * n + i] += fabs(entry);
            }
    for (int j = 0; j < n; j++)
        s[j * n + j] += random_between(random, 0.1, 1);
}

static void solve_exactly(int n, const double *s, const double *b, long double *x) {
    long double a[most * most];
    for (int i = 0; i < n * n; i++)
        a[i] = s[i];
    for (int i = 0; i < n; i++)
        x[i] = b[i];
    cr_assert(solve_long(n, a, x));
}

static void diagonal_of(int n, const double *s, double *scale) {
    for (int i = 0; i < n; i++)
        scale[i] = s[i * n + i];
}

Test(constraint_factor, solutions_are_those_of_elimination) {
    struct random random = random_open();
    for (int k = 0; k < trials; k++) {
        const int n = 1 + (int)(random_bits(&random) % most);
        double s[most * most], b[most], scale[most], inverses[most], x[most];
        bool left_out[most] = {false};
        long double expected[most];
        make_definite(&random, n, 0.7, s);
        for (int i = 0; i < n; i++)
            b[i] = random_between(&random, -2, 2);
        solve_exactly(n, s, b, expected);
        diagonal_of(n, s, scale);
        cr_assert(dense_factor_form(n, s, scale, 1e-10, false, left_out, inverses));
        dense_factor_solve(n, s, inverses, b, x);
        for (int i = 0; i < n; i++)
            cr_assert(fabs(x[i] - (double)expected[i]) < 1e-11, "order %d: %g not %Lg", n,
                      x[i], expected[i]);
    }
}

/* The square pattern of s, with its diagonal. */
static struct fast_pattern *pattern_of(int n, const double *s) {
    int start[most + 1] = {0}, row[most * most], entries = 0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            if (s[j * n + i] != 0)
                row[entries++] = i;
        start[j + 1] = entries;
    }
    const struct fast_pattern pattern = {n, n, start, row};
    return fast_pattern_copy(&pattern);
}

static void put(const struct sparse_factor *factor, int n, const double *s,
                double *entries, double *scale) {
    for (int j = 0; j < n; j++) {
        scale[factor->place[j]] = s[j * n + j];
        for (int i = j; i < n; i++)
            if (s[j * n + i] != 0)
                entries[sparse_factor_find(factor, i, j)] = s[j * n + i];
    }
}

Test(constraint_factor, sparse_solutions_are_those_of_elimination) {
    struct random random = random_open();
    for (int k = 0; k < trials; k++) {
        const int n = 1 + (int)(random_bits(&random) % most);
        double s[most * most], entries[most * most], b[most], scale[most];
        double inverses[most], x[most];
        bool left_out[most] = {false};
        long double expected[most];
        make_definite(&random, n, random_between(&random, 0, 1), s);
        for (int i = 0; i < n; i++)
            b[i] = random_between(&random, -2, 2);
        solve_exactly(n, s, b, expected);
        struct fast_pattern *pattern = pattern_of(n, s);
        struct sparse_factor *factor = sparse_factor_alloc(pattern);
        cr_assert(factor != NULL);
        put(factor, n, s, entries, scale);
        cr_assert(
            sparse_factor_form(factor, entries, scale, 1e-10, false, left_out, inverses));
        sparse_factor_solve(factor, inverses, b, x);
        for (int i = 0; i < n; i++)
            cr_assert(fabs(x[i] - (double)expected[i]) < 1e-11,
                      "order %d: %g not %Lg, seed %llu", n, x[i], expected[i],
                      (unsigned long long)random.seed);
    }
}

/* A pattern with a full diagonal and links (first[k], second[k]). */
static struct fast_pattern *linked(int n, int links, const int *first,
                                   const int *second) {
    struct fast_pattern *whole = fast_pattern_identity(n);
    for (int k = 0; k < links; k++) {
        int *start = calloc((size_t)n + 1, sizeof *start);
        int row[1] = {first[k]};
        for (int j = second[k] + 1; j <= n; j++)
            start[j] = 1;
        const struct fast_pattern one = {n, n, start, row};
        struct fast_pattern *across = fast_pattern_transpose(&one);
        struct fast_pattern *more = fast_pattern_union(whole, &one);
        fast_pattern_free(whole);
        whole = fast_pattern_union(more, across);
    }
    return whole;
}

/* A star's centre last and a tree's leaves first: L then has just the links. */
Test(constraint_factor, trees_are_factored_without_new_entries) {
    enum { n = 60 };
    int first[n], second[n];
    for (int shape = 0; shape < 3; shape++) {
        for (int k = 1; k < n; k++) {
            first[k - 1] = k;
            second[k - 1] = shape == 0 ? 0 : shape == 1 ? k - 1 : (k - 1) / 2;
        }
        struct fast_pattern *pattern = linked(n, n - 1, first, second);
        struct sparse_factor *factor = sparse_factor_alloc(pattern);
        cr_assert(factor != NULL);
        cr_expect(factor->start[n] == n - 1, "shape %d: %d entries", shape,
                  factor->start[n]);
        bool is_taken[n] = {false};
        for (int j = 0; j < n; j++) {
            cr_assert(factor->place[j] >= 0 && factor->place[j] < n);
            cr_expect(!is_taken[factor->place[j]]);
            is_taken[factor->place[j]] = true;
        }
    }
}

/* Each node of a ring that is eliminated has two neighbours, down to the last two. */
Test(constraint_factor, a_ring_is_factored_with_two_entries_a_column) {
    enum { n = 40 };
    int first[n], second[n];
    for (int k = 0; k < n; k++)
        first[k] = k, second[k] = (k + 1) % n;
    struct fast_pattern *pattern = linked(n, n, first, second);
    struct sparse_factor *factor = sparse_factor_alloc(pattern);
    cr_assert(factor != NULL);
    cr_expect(factor->start[n] == 2 * (n - 2) + 1, "%d", factor->start[n]);
}

/* Rows 0, 1 and their sum: whichever comes last has no pivot. */
static const double dependent[9] = {2, 1, 3, 1, 3, 4, 3, 4, 7};

Test(constraint_factor, a_small_pivot_is_refused_or_its_row_left_out) {
    double s[9], scale[3], inverses[3], x[3];
    const double b[3] = {4, 7, 11}; /* S (1, 2, 0) */
    bool left_out[3] = {false};
    memcpy(s, dependent, sizeof s);
    diagonal_of(3, s, scale);
    cr_expect(!dense_factor_form(3, s, scale, 1e-12, false, left_out, inverses));
    memcpy(s, dependent, sizeof s);
    cr_expect(dense_factor_form(3, s, scale, 1e-12, true, left_out, inverses));
    cr_expect(!left_out[0] && !left_out[1] && left_out[2]);
    dense_factor_solve(3, s, inverses, b, x);
    cr_expect(fabs(x[0] - 1) < 1e-14 && fabs(x[1] - 2) < 1e-14 && x[2] == 0);
}

Test(constraint_factor, a_small_pivot_of_a_sparse_matrix_is_refused_or_its_row_left_out) {
    double entries[9], scale[3], inverses[3], x[3], image[3] = {0};
    const double b[3] = {4, 7, 11};
    bool left_out[3] = {false};
    struct fast_pattern *pattern = fast_pattern_full(3, 3);
    struct sparse_factor *factor = sparse_factor_alloc(pattern);
    cr_assert(factor != NULL);
    put(factor, 3, dependent, entries, scale);
    cr_expect(
        !sparse_factor_form(factor, entries, scale, 1e-12, false, left_out, inverses));
    cr_expect(
        sparse_factor_form(factor, entries, scale, 1e-12, true, left_out, inverses));
    cr_expect(!left_out[0] && !left_out[1] && left_out[2]);
    sparse_factor_solve(factor, inverses, b, x);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            image[i] += dependent[j * 3 + i] * x[j];
    for (int i = 0; i < 3; i++)
        cr_expect(fabs(image[i] - b[i]) < 1e-13, "%g", image[i]);
}

Test(constraint_factor, a_row_that_is_marked_is_left_out) {
    const double s[9] = {2, 1, 0, 1, 3, 0.5, 0, 0.5, 4};
    for (int row = 0; row < 3; row++) {
        double entries[9] = {0}, scale[3], inverses[3], x[3];
        const double b[3] = {0.7, -1.1, 2.3};
        bool left_out[3] = {false};
        struct fast_pattern *pattern = fast_pattern_full(3, 3);
        struct sparse_factor *factor = sparse_factor_alloc(pattern);
        cr_assert(factor != NULL);
        put(factor, 3, s, entries, scale);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j <= i; j++)
                entries[sparse_factor_find(factor, i, j)] = s[j * 3 + i];
        left_out[factor->place[row]] = true;
        cr_assert(
            sparse_factor_form(factor, entries, scale, 1e-12, true, left_out, inverses));
        sparse_factor_solve(factor, inverses, b, x);
        for (int i = 0; i < 3; i++) {
            double image = 0;
            for (int j = 0; j < 3; j++)
                image += s[j * 3 + i] * x[j];
            cr_expect(i == row ? x[i] == 0 : fabs(image - b[i]) < 1e-14);
        }
    }
}

Test(constraint_factor, what_is_no_number_is_refused_always) {
    const double bad[2] = {NAN, INFINITY};
    for (int k = 0; k < 2; k++) {
        double s[4] = {1.3, 0.2, 0.2, bad[k]}, scale[2] = {1.3, 1}, inverses[2];
        bool left_out[2] = {false, false};
        cr_expect(!dense_factor_form(2, s, scale, 1e-12, true, left_out, inverses));
    }
}

/* S against sums written out; full and with a pattern, dense and sparse. */
static void compare_products(struct random *random, int rows, int columns,
                             double density) {
    double g[most * most] = {0}, r[most * most] = {0}, w[most], s[most * most];
    double g_values[most * most], r_values[most * most];
    int g_start[most + 1] = {0}, g_row[most * most], r_start[most + 1] = {0};
    int r_row[most * most], entries = 0;
    for (int j = 0; j < columns; j++) {
        for (int i = 0; i < rows; i++)
            if (random_between(random, 0, 1) < density) {
                g_row[entries] = i;
                g_values[entries++] = g[j * rows + i] = random_between(random, -2, 2);
            }
        g_start[j + 1] = entries;
        w[j] = random_between(random, 0.1, 2);
    }
    entries = 0;
    for (int i = 0; i < rows; i++) { /* R = W G^T, so that S is symmetric */
        for (int j = 0; j < columns; j++)
            if (g[j * rows + i] != 0) {
                r_row[entries] = j;
                r_values[entries++] = r[i * columns + j] = w[j] * g[j * rows + i];
            }
        r_start[i + 1] = entries;
    }
    const struct fast_pattern matrix = {rows, columns, g_start, g_row};
    const struct fast_pattern response = {columns, rows, r_start, r_row};
    for (int kind = 0; kind < 4; kind++) {
        const bool is_weighted = kind % 2, is_full = kind / 2;
        struct gram *gram = gram_alloc(rows, columns, is_full ? NULL : &matrix,
                                       is_full ? NULL : &response, is_weighted);
        cr_assert(gram != NULL);
        if (is_weighted)
            gram_form_weighted(gram, is_full ? g : g_values, w);
        else
            gram_form_response(gram, is_full ? g : g_values, is_full ? r : r_values);
        gram_copy(gram, s);
        for (int i = 0; i < rows; i++)
            for (int k = 0; k < rows; k++) {
                double sum = 0;
                for (int j = 0; j < columns; j++)
                    sum += g[j * rows + i] * r[k * columns + j];
                cr_assert(fabs(s[k * rows + i] - sum) < 1e-12,
                          "kind %d, %d x %d: (%d, %d) is %g, not %g", kind, rows, columns,
                          i, k, s[k * rows + i], sum);
            }
    }
}

Test(constraint_factor, products_are_the_sums_they_stand_for) {
    struct random random = random_open();
    for (int k = 0; k < trials; k++) {
        const int rows = 1 + (int)(random_bits(&random) % most);
        const int columns = 1 + (int)(random_bits(&random) % most);
        compare_products(&random, rows, columns, random_between(&random, 0.05, 1));
    }
}

Test(constraint_factor, a_chain_has_sparse_factors_and_work_that_grows_as_its_length) {
    double work[2];
    for (int k = 0; k < 2; k++) {
        struct chain chain;
        cr_assert(chain_open(&chain, k == 0 ? 100 : 10000));
        struct gram *gram = gram_alloc(chain.points, 2 * chain.points, chain.matrix,
                                       chain.response, false);
        cr_assert(gram != NULL && gram->sparse != NULL);
        work[k] = sparse_factor_operations(gram->sparse) +
                  gram->begin[gram->sparse->first[chain.points]];
        cr_expect(gram->sparse->start[chain.points] == chain.points - 1);
    }
    cr_expect(fabs(work[1] / work[0] - 100) < 2, "%g", work[1] / work[0]);
}
