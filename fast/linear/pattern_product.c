/* The pattern of a product (Gustavson 1978: column j of A B is the sum of the columns
 * of A that column j of B names), and sums and products of matrices whose patterns are
 * known.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdlib.h>

#include "fast/linear/pattern.h"
#include "fast/system.h"

/* The rows of column j of a b in the order they are met, written to row unless that is
 * NULL. mark[i] == j: row i has been met. */
static size_t gather_column(const struct fast_pattern *a, const struct fast_pattern *b,
                            int j, int *mark, int *row) {
    size_t length = 0;
    for (int d = b->start[j]; d < b->start[j + 1]; d++)
        for (int e = a->start[b->row[d]]; e < a->start[b->row[d] + 1]; e++) {
            int i = a->row[e];
            if (mark[i] == j)
                continue;
            mark[i] = j;
            if (row != NULL)
                row[length] = i;
            length++;
        }
    return length;
}

/* start[columns + 1] and, if row is not NULL, the rows; false if there are too many. */
static bool gather(const struct fast_pattern *a, const struct fast_pattern *b, int *mark,
                   int *start, int *row) {
    for (int i = 0; i < a->rows; i++)
        mark[i] = -1;
    start[0] = 0;
    for (int j = 0; j < b->columns; j++) {
        int *column = row != NULL ? row + start[j] : NULL;
        size_t length = gather_column(a, b, j, mark, column);
        if (length > (size_t)(INT_MAX - start[j]))
            return false;
        start[j + 1] = start[j] + (int)length;
    }
    return true;
}

/* Transposing twice sorts the columns. */
static struct fast_pattern *sort_columns(const struct fast_pattern *unsorted) {
    struct fast_pattern *transposed = fast_pattern_transpose(unsorted);
    if (transposed == NULL)
        return NULL;
    struct fast_pattern *sorted = fast_pattern_transpose(transposed);
    fast_pattern_free(transposed);
    return sorted;
}

/* NULL if n is 0 or there is no memory. */
static int *make_integers(size_t n) {
    return n > 0 && n <= (size_t)-1 / sizeof(int) ? malloc(n * sizeof(int)) : NULL;
}

struct fast_pattern *fast_pattern_product(const struct fast_pattern *a,
                                          const struct fast_pattern *b) {
    struct fast_pattern *product = NULL;
    int *row = NULL, *mark = make_integers((size_t)a->rows + 1);
    int *start = make_integers((size_t)b->columns + 1);
    if (mark != NULL && start != NULL && gather(a, b, mark, start, NULL))
        row = make_integers((size_t)start[b->columns] + 1);
    if (row != NULL && gather(a, b, mark, start, row)) {
        const struct fast_pattern unsorted = {a->rows, b->columns, start, row};
        product = sort_columns(&unsorted);
    }
    free(row);
    free(start);
    free(mark);
    return product;
}

void fast_pattern_places(const struct fast_pattern *part,
                         const struct fast_pattern *whole, int *place) {
    for (int j = 0; j < part->columns; j++) {
        int w = whole->start[j];
        for (int e = part->start[j]; e < part->start[j + 1]; e++) {
            while (whole->row[w] != part->row[e])
                w++;
            place[e] = w;
        }
    }
}

size_t fast_entries(int rows, int columns, const struct fast_pattern *pattern) {
    if (pattern == NULL)
        return (size_t)rows * (size_t)columns;
    return (size_t)pattern->start[columns];
}

/* y += A x for a full A, four columns at a time: an entry of y takes its terms in the columns'
 * order, and is in memory once for the four. */
static void multiply_full(size_t rows, int columns, const double *restrict a,
                          double factor, const double *x, double *restrict y) {
    int j = 0;
    for (; j + 4 <= columns; j += 4, a += 4 * rows) {
        const double *b = a + rows, *c = b + rows, *d = c + rows;
        const double xa = factor * x[j], xb = factor * x[j + 1];
        const double xc = factor * x[j + 2], xd = factor * x[j + 3];
        for (size_t i = 0; i < rows; i++)
            y[i] = y[i] + a[i] * xa + b[i] * xb + c[i] * xc + d[i] * xd;
    }
    for (; j < columns; j++, a += rows) {
        const double xj = factor * x[j];
        for (size_t i = 0; i < rows; i++)
            y[i] += a[i] * xj;
    }
}

void fast_multiply_add(int rows, int columns, const struct fast_pattern *pattern,
                       const double *values, double factor, const double *x, double *y) {
    if (pattern == NULL) {
        multiply_full((size_t)rows, columns, values, factor, x, y);
        return;
    }
    for (int j = 0; j < columns; j++) {
        const double xj = factor * x[j];
        for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
            y[pattern->row[e]] += *values++ * xj;
    }
}
