/* Differences of f by groups of columns: column j of the derivative is
 *
 *     (f(x + sum delta_k e_k) - f(x)) / delta_j   in the rows of column j,
 *
 * the sum being over j's group, and delta_j what x_j has really moved by.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/pair/base/difference.h"
#include "fast/pair/base/internal.h"

/* f := f where the group's components are moved to one side (1 or -1); the probe is x
 * again afterwards. */
static enum fast_status evaluate_beside(struct pair *integrator,
                                        const struct fast_difference *what, int group,
                                        int side, double t, const double *x, double *f) {
    const struct fast_groups *groups = what->groups;
    const int from = groups->start[group], to = groups->start[group + 1];
    double *probe = what->probe;
    for (int k = from; k < to; k++) {
        const int j = groups->column[k], i = what->first + j;
        probe[i] = x[i] + side * what->delta[j];
    }
    enum fast_status status = fast_evaluate(integrator, t, probe, f);
    for (int k = from; k < to; k++) {
        const int i = what->first + groups->column[k];
        probe[i] = x[i];
    }
    return status;
}

/* Column j of values from f on both sides of it. */
static void fill_column(const struct fast_difference *what, int j, double divisor,
                        const double *upper, const double *lower, double *values) {
    const struct fast_pattern *pattern = what->pattern;
    if (pattern == NULL) {
        double *column = values + (size_t)j * (size_t)what->rows;
        for (int i = 0; i < what->rows; i++)
            column[i] = (upper[i] - lower[i]) / divisor;
        return;
    }
    for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++) {
        const int i = pattern->row[e];
        values[e] = (upper[i] - lower[i]) / divisor;
    }
}

enum fast_status fast_difference(struct pair *integrator,
                                 const struct fast_difference *what, double t,
                                 const double *x, const double *base, double *values) {
    const struct fast_groups *groups = what->groups;
    const bool central = base == NULL;
    memcpy(what->probe, x, (size_t)integrator->nx * sizeof *x);
    for (int group = 0; group < groups->count; group++) {
        enum fast_status status =
            evaluate_beside(integrator, what, group, 1, t, x, what->upper);
        if (status == FAST_OK && central)
            status = evaluate_beside(integrator, what, group, -1, t, x, what->lower);
        if (status != FAST_OK)
            return status;
        for (int k = groups->start[group]; k < groups->start[group + 1]; k++) {
            const int j = groups->column[k];
            const double at = x[what->first + j], delta = what->delta[j];
            const double below = central ? at - delta : at;
            fill_column(what, j, (at + delta) - below, what->upper,
                        central ? what->lower : base, values);
        }
    }
    return FAST_OK;
}
