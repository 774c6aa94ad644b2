/* Random matrices with patterns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/tests/matrices.h"

bool keep_all(int i, int j) {
    (void)i, (void)j;
    return true;
}

bool keep_tridiagonal(int i, int j) {
    return i - j <= 1 && j - i <= 1;
}

void make_example(struct example *example, struct random *random, int rows, int columns,
                  double chance, bool (*keeps)(int i, int j)) {
    int entries = 0;
    memset(example, 0, sizeof *example);
    for (int j = 0; j < columns; j++) {
        for (int i = 0; i < rows; i++) {
            if (!keeps(i, j) || random_between(random, 0, 1) >= chance)
                continue;
            example->row[entries] = i;
            example->value[entries] = random_between(random, -1, 1);
            example->full[i][j] = example->value[entries++];
        }
        example->start[j + 1] = entries;
    }
    example->pattern = (struct fast_pattern){rows, columns, example->start, example->row};
    example->matrix =
        (struct fast_matrix){rows, columns, &example->pattern, example->value};
}

bool has_entry(const struct fast_pattern *pattern, int i, int j) {
    for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
        if (pattern->row[e] == i)
            return true;
    return false;
}

static long double entry_of(double h, double (*a)[most_rows], int i, int j) {
    return (i == j) - (long double)h * a[i][j];
}

void solve_plainly(int n, double h, double (*a)[most_rows], const double *b, double *x) {
    long double m[most_rows][most_rows + 1];
    bool used[most_rows] = {false};
    int row_of[most_rows] = {0};
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            m[i][j] = entry_of(h, a, i, j);
        m[i][n] = b[i];
    }
    for (int step = 0; step < n; step++) {
        int p = -1, q = -1;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n && !used[i]; j++)
                if (p < 0 || fabsl(m[i][j]) > fabsl(m[p][q]))
                    p = i, q = j;
        used[p] = true;
        row_of[q] = p;
        for (int i = 0; i < n; i++) {
            const long double factor = i == p ? 0 : m[i][q] / m[p][q];
            for (int j = 0; j <= n; j++)
                m[i][j] -= factor * m[p][j];
            if (i != p)
                m[i][q] = 0;
        }
    }
    for (int j = 0; j < n; j++)
        x[j] = (double)(m[row_of[j]][n] / m[row_of[j]][j]);
}

double relative_residual(int n, double h, double (*a)[most_rows], const double *b,
                         const double *x) {
    long double worst = 0, largest = 0;
    for (int i = 0; i < n; i++) {
        long double sum = -b[i], size = fabs(b[i]);
        for (int j = 0; j < n; j++) {
            sum += entry_of(h, a, i, j) * x[j];
            size += fabsl(entry_of(h, a, i, j) * x[j]);
        }
        worst = fabsl(sum) <= worst ? worst : fabsl(sum);
        largest = size <= largest ? largest : size;
    }
    return largest > 0 ? (double)(worst / largest) : 0;
}
