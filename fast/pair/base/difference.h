/* Derivatives of f by differences, one evaluation for each group of columns that have
 * no row in common.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_DIFFERENCE_H
#define FAST_DIFFERENCE_H

#include "fast/linear/groups.h"
#include "fast/status.h"

struct pair; /* fast/pair/base/internal.h */

/* What is differenced: f's `rows` (= ny) components by the `columns` components of x that
 * begin with x[first]. */
struct fast_difference {
    int first, rows, columns;
    const struct fast_pattern *pattern; /* rows x columns; NULL: full */
    const struct fast_groups *groups;   /* of that pattern */
    const double *delta;                /* [columns] how far each component is moved */
    double *probe;         /* [nx] overwritten; none of the arguments below */
    double *upper, *lower; /* [rows] overwritten; lower for central differences only */
};

/* values := the derivatives at (t, x[nx]), in the pattern's order. base[rows]: f(t,
 * x), for forward differences; NULL: central ones. Each group costs one evaluation, or
 * two; they are counted as evaluations, not as a Jacobian's. On failure values are
 * part old, part new. */
enum fast_status fast_difference(struct pair *integrator,
                                 const struct fast_difference *what, double t,
                                 const double *x, const double *base, double *values);

#endif
