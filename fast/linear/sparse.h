/* LU factors of sparse matrices by KLU (Davis, Palamadai Natarajan: Algorithm 907,
 * 2010), if the library is built with it. The analysis of a pattern serves any number
 * of factors, and must outlive them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_SPARSE_H
#define FAST_SPARSE_H

#include <stdbool.h>

#include "fast/status.h"

struct fast_pattern; /* fast/system.h */
struct fast_sparse_analysis;
struct fast_sparse_factors;

bool fast_sparse_is_available(void);

/* Of I - h A for matrices A of a square pattern of order 1 or more. NULL: out of
 * memory, or not available. */
struct fast_sparse_analysis *fast_sparse_analyse(const struct fast_pattern *pattern);
void fast_sparse_analysis_free(struct fast_sparse_analysis *analysis);
/* How many entries L and U are expected to have, and how many operations to take. */
double fast_sparse_entries(const struct fast_sparse_analysis *analysis);
double fast_sparse_operations(const struct fast_sparse_analysis *analysis);

/* Factors of the unit matrix, with room for those of I - h A whose pivots are
 * diagonal. NULL: out of memory. */
struct fast_sparse_factors *
fast_sparse_factors_alloc(const struct fast_sparse_analysis *analysis);
void fast_sparse_factors_free(struct fast_sparse_factors *factors);

/* Factors of unit I - h A, A's entries in their pattern's order: with the pivots chosen
 * last, or if these are bad with other ones, for which memory is allocated.
 * FAST_SINGULAR: a pivot is zero; FAST_NO_MEMORY: other pivots need more than there
 * is. */
enum fast_status fast_sparse_factor(struct fast_sparse_factors *factors, double unit,
                                    double h, const double *values);
/* Whether the matrix's determinant is negative. */
bool fast_sparse_turns(const struct fast_sparse_factors *factors);
/* x[n] := solution from the factors; x may be b. */
void fast_sparse_solve(struct fast_sparse_factors *factors, const double *b, double *x);

#endif
