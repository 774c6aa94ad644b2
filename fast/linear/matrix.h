/* Sums of parts into a larger matrix whose pattern has room for them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_MATRIX_H
#define FAST_MATRIX_H

struct fast_pattern; /* fast/system.h */

/* A matrix with its pattern (NULL: full), of which values are the entries in order. */
struct fast_matrix {
    int rows, columns;
    const struct fast_pattern *pattern;
    double *values;
};

void fast_matrix_clear(const struct fast_matrix *matrix);

/* Column `column` of whole += factor times column j of part, part's row 0 being whole's
 * row `row`. Whole has room for what part's pattern has there. */
void fast_matrix_add_column(const struct fast_matrix *whole, int row, int column,
                            double factor, const struct fast_matrix *part, int j);

/* whole += part, whose entry (0, 0) belongs at (row, column). */
void fast_matrix_add(const struct fast_matrix *whole, int row, int column,
                     const struct fast_matrix *part);

/* whole += a (factor b), whose entry (0, 0) belongs at (row, column). */
void fast_matrix_add_product(const struct fast_matrix *whole, int row, int column,
                             const struct fast_matrix *a, double factor,
                             const struct fast_matrix *b);

#endif
