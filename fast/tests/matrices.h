/* Random matrices with patterns, beside the same as full ones, and the plainest
 * solution of linear equations.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_MATRICES_H
#define FAST_TESTS_MATRICES_H

#include <stdbool.h>

#include "fast/linear/matrix.h"
#include "fast/system.h"
#include "fast/tests/random.h"

enum { most_rows = 40 };

struct example {
    int start[most_rows + 1], row[most_rows * most_rows];
    double value[most_rows * most_rows];
    double full[most_rows][most_rows]; /* row, column */
    struct fast_pattern pattern;       /* refers to start and row */
    struct fast_matrix matrix;         /* refers to pattern and value */
};

/* rows x columns; (i, j) is in the pattern if keeps(i, j) and then with this chance.
 * Values are between -1 and 1. Does not move: it refers to itself. */
void make_example(struct example *example, struct random *random, int rows, int columns,
                  double chance, bool (*keeps)(int i, int j));
bool keep_all(int i, int j);
bool keep_tridiagonal(int i, int j);

/* Whether (i, j) is in a pattern. */
bool has_entry(const struct fast_pattern *pattern, int i, int j);

/* x := solution of (I - h A) x = b by Gauss-Jordan elimination with complete pivoting. */
void solve_plainly(int n, double h, double (*a)[most_rows], const double *b, double *x);

/* The largest |(I - h A) x - b| over the largest sum of the sizes of such a row's
 * terms. */
double relative_residual(int n, double h, double (*a)[most_rows], const double *b,
                         const double *x);

#endif
