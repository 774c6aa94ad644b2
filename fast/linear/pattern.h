/* Patterns, and matrices whose values are the pattern's entries in the pattern's
 * order: by columns, rows ascending. A NULL pattern is a full one, and its values are
 * the whole matrix by columns, which is the same order. What makes a pattern returns
 * NULL when there is no memory for it, or it would have more entries than an int
 * counts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_PATTERN_H
#define FAST_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

struct fast_pattern; /* fast/system.h */

/* Whether pattern describes a rows x columns matrix: columns that begin at 0 and
 * follow one another, rows within range and ascending. NULL fits. */
bool fast_pattern_fits(const struct fast_pattern *pattern, int rows, int columns);

/* New patterns, each in one block that the caller frees. Operands are not NULL. */
struct fast_pattern *fast_pattern_copy(const struct fast_pattern *pattern);
struct fast_pattern *fast_pattern_identity(int n);
struct fast_pattern *fast_pattern_full(int rows, int columns);
struct fast_pattern *fast_pattern_transpose(const struct fast_pattern *pattern);
/* Of a + b, whose sizes are the same. */
struct fast_pattern *fast_pattern_union(const struct fast_pattern *a,
                                        const struct fast_pattern *b);
/* Of a b; a has as many columns as b has rows. */
struct fast_pattern *fast_pattern_product(const struct fast_pattern *a,
                                          const struct fast_pattern *b);
/* Takes NULL. */
void fast_pattern_free(struct fast_pattern *pattern);

/* place[e] := which entry of whole is entry e of part; whole has all of part's. */
void fast_pattern_places(const struct fast_pattern *part,
                         const struct fast_pattern *whole, int *place);

/* How many entries a rows x columns matrix of this pattern (NULL: full) has. */
size_t fast_entries(int rows, int columns, const struct fast_pattern *pattern);

/* y[rows] += factor A x[columns], A with this pattern (NULL: full); y is not x. */
void fast_multiply_add(int rows, int columns, const struct fast_pattern *pattern,
                       const double *values, double factor, const double *x, double *y);

#endif
