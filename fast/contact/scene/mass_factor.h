/* Factors L D L^T of a mass matrix, symmetric and positive definite: a block for each set of
 * velocities that it couples, dense where such sets are small and sparse where they are not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_MASS_FACTOR_H
#define FAST_MASS_FACTOR_H

#include <stdbool.h>

struct fast_pattern; /* fast/system.h */
struct mass_factor;

/* For matrices of this pattern, n x n, both triangles and the whole diagonal, which is not
 * kept. NULL: out of memory. */
struct mass_factor *mass_factor_alloc(const struct fast_pattern *pattern);
void mass_factor_free(struct mass_factor *factor); /* takes NULL */

/* Factors the matrix of these entries. False: it is not positive definite, or not finite, and
 * there are no factors. */
bool mass_factor_form(struct mass_factor *factor, const double *entries);

/* x[n] := M^-1 b[n]; x may be b. */
void mass_factor_solve(const struct mass_factor *factor, const double *b, double *x);

/* The same of the blocks first ... end - 1 alone, which no other touches; only where each has at
 * most 12 velocities. */
bool mass_factor_form_blocks(struct mass_factor *factor, int first, int end,
                             const double *entries);
void mass_factor_solve_blocks(const struct mass_factor *factor, int first, int end,
                              const double *b, double *x);

/* How many independent blocks there are, and block[n]: which one each velocity is in, by
 * their first members ascending. */
int mass_factor_blocks(const struct mass_factor *factor, const int **block);

#endif
