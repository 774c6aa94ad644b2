/* Tests of constraint/complete.c against the pseudoinverse (B C)^+ = C^+ B^+ in long
 * double.
 *
 * Seen to fail: a reflection that cancels; the tolerance taken as absolute; columns
 * not exchanged; a sign in the second triangle; b not permuted, and not permuted back.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/tests/constrained.h"

enum { most_rows = 9, most_columns = 9, trials = 300 };

/* x[r] := (F^T F)^-1 F^T b for F[n * r] by columns. */
static void solve_least(int n, int r, const double *f, const long double *b,
                        long double *x) {
    long double gram[most_columns * most_columns];
    for (int j = 0; j < r; j++) {
        x[j] = 0;
        for (int k = 0; k < n; k++)
            x[j] += f[j * n + k] * b[k];
        for (int i = 0; i < r; i++) {
            gram[j * r + i] = 0;
            for (int k = 0; k < n; k++)
                gram[j * r + i] += (long double)f[i * n + k] * f[j * n + k];
        }
    }
    cr_assert(solve_long(r, gram, x));
}

/* The same for F^T x = b, the shortest: x[n] := F (F^T F)^-1 b. */
static void solve_shortest(int n, int r, const double *f, const long double *b,
                           long double *x) {
    long double gram[most_columns * most_columns], y[most_columns];
    for (int j = 0; j < r; j++) {
        y[j] = b[j];
        for (int i = 0; i < r; i++) {
            gram[j * r + i] = 0;
            for (int k = 0; k < n; k++)
                gram[j * r + i] += (long double)f[i * n + k] * f[j * n + k];
        }
    }
    cr_assert(solve_long(r, gram, y));
    for (int k = 0; k < n; k++) {
        x[k] = 0;
        for (int j = 0; j < r; j++)
            x[k] += f[j * n + k] * y[j];
    }
}

/* A = left right^T of rank r: left [rows * r], right [columns * r]. */
static void fill(struct complete *complete, int rows, int columns, int r,
                 const double *left, const double *right) {
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) {
            long double sum = 0;
            for (int k = 0; k < r; k++)
                sum += (long double)left[k * rows + i] * right[k * columns + j];
            complete->a[j * rows + i] = (double)sum;
        }
}

static void compare_with_pseudoinverse(struct random *random, struct complete *complete,
                                       int rows, int columns, int r) {
    double left[most_rows * most_columns], right[most_rows * most_columns];
    double b[most_columns], x[most_rows];
    long double wide[most_columns], y[most_columns], expected[most_rows];
    for (int i = 0; i < rows * r; i++)
        left[i] = random_between(random, -2, 2);
    for (int i = 0; i < columns * r; i++)
        right[i] = random_between(random, -2, 2);
    for (int i = 0; i < columns; i++)
        wide[i] = b[i] = random_between(random, -2, 2);
    fill(complete, rows, columns, r, left, right);
    complete_factor(complete, rows, columns, 1e-9, columns);
    cr_assert(complete->rank == r, "rank %d of %d x %d is %d, seed %llu", r, rows,
              columns, complete->rank, (unsigned long long)random->seed);
    complete_solve(complete, b, x);
    solve_least(columns, r, right, wide, y);
    solve_shortest(rows, r, left, y, expected);
    for (int i = 0; i < rows; i++)
        cr_assert(fabs(x[i] - (double)expected[i]) <= 1e-6 * (1 + fabs(x[i])),
                  "%d x %d, rank %d: %g is not %Lg, seed %llu", rows, columns, r, x[i],
                  expected[i], (unsigned long long)random->seed);
}

Test(constraint_complete,
     solutions_are_the_shortest_of_the_least_squares_whatever_the_rank) {
    struct random random = random_open();
    struct complete *complete = complete_alloc(most_rows, most_columns);
    for (int k = 0; k < trials; k++) {
        const int rows = 1 + (int)(random_bits(&random) % most_rows);
        const int columns = 1 + (int)(random_bits(&random) % most_columns);
        const int least = rows < columns ? rows : columns;
        compare_with_pseudoinverse(&random, complete, rows, columns,
                                   1 + (int)(random_bits(&random) % (uint64_t)least));
    }
}

Test(constraint_complete, columns_count_down_to_the_tolerance_times_the_longest) {
    struct complete *complete = complete_alloc(3, 3);
    const double matrix[9] = {0.0125, 0, 0, 0, 12.5, 0, 0, 0, 1.25e-5};
    const double tolerance[3] = {0.9e-6, 1.1e-6, 1.1e-3};
    for (int k = 0; k < 3; k++) {
        memcpy(complete->a, matrix, sizeof matrix);
        complete_factor(complete, 3, 3, tolerance[k], 3);
        cr_expect(complete->rank == 3 - k, "%g: %d", tolerance[k], complete->rank);
        memcpy(complete->a, matrix, sizeof matrix);
        complete_factor(complete, 3, 3, tolerance[k], 2);
        cr_expect(complete->rank == (k < 2 ? 2 : 1));
    }
}

Test(constraint_complete, a_matrix_of_zeros_has_the_solution_zero) {
    struct complete *complete = complete_alloc(4, 2);
    double b[2] = {1.37, -2}, x[4] = {7, 7, 7, 7};
    memset(complete->a, 0, 8 * sizeof(double));
    complete_factor(complete, 4, 2, 1e-9, 2);
    complete_solve(complete, b, x);
    cr_expect(complete->rank == 0);
    for (int i = 0; i < 4; i++)
        cr_expect(x[i] == 0);
}

Test(constraint_complete, the_basis_is_orthonormal_and_spans_what_can_be_reached) {
    struct random random = random_open();
    struct complete *complete = complete_alloc(5, 4);
    double left[10], right[8], y[4], b[4], reached[4], again[4];
    for (int i = 0; i < 10; i++)
        left[i] = random_between(&random, -2, 2);
    for (int i = 0; i < 8; i++)
        right[i] = random_between(&random, -2, 2);
    fill(complete, 5, 4, 2, left, right);
    complete_factor(complete, 5, 4, 1e-9, 4);
    cr_assert(complete->rank == 2);
    for (int i = 0; i < 4; i++) /* in the range of A^T: combinations of right's columns */
        reached[i] = 1.37 * right[i] - 0.83 * right[4 + i];
    complete_restrict(complete, reached, y);
    complete_prolong(complete, y, again);
    for (int i = 0; i < 4; i++)
        cr_expect(fabs(again[i] - reached[i]) < 1e-12, "%g %g", again[i], reached[i]);
    const double unit[2] = {0.6, -0.8};
    complete_prolong(complete, unit, b);
    complete_restrict(complete, b, y);
    cr_expect(fabs(b[0] * b[0] + b[1] * b[1] + b[2] * b[2] + b[3] * b[3] - 1) < 1e-14);
    cr_expect(fabs(y[0] - 0.6) < 1e-14 && fabs(y[1] + 0.8) < 1e-14);
}
