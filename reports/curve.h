/* The data behind a fitted order: logarithms of step sizes and of what was measured.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_CURVE_H
#define REPORTS_CURVE_H

#include "reports/results.h"

struct curve_point {
    double start; /* the time at which the step began; 0 when there is one start only */
    double x, y;  /* log10 of the step size and of the value */
    bool used;    /* in the fit */
};

/* Points by start, then by step size. Points whose value is zero, negative or no number
 * have no place in a logarithmic figure; those of a start at which nothing is used (the
 * value is zero there but for rounding) have none beside starts that are. */
struct curve {
    const struct report_result *result;
    int count;
    int starts; /* how many different ones are left */
    struct curve_point *point;
};

/* Reads the points {"h", "error" or "value", "used", "t"} of a result; the caller frees
 * with curve_free. False: out of memory. */
bool curve_read(struct curve *curve, const struct report_result *result);

/* The same with the points' members `across` as x and `up` as y. */
bool curve_read_members(struct curve *curve, const struct report_result *result,
                        const char *across, const char *up);
void curve_free(struct curve *curve);

/* The smallest and the largest x among the used points. False: there are none. */
bool curve_used_range(const struct curve *curve, double *low, double *high);

/* The straight line of slope `slope` nearest to the used points: y = slope x + *offset.
 * False: there are none. */
bool curve_offset(const struct curve *curve, double slope, double *offset);

/* The highest or the lowest value at x of the curves of all starts, between their points
 * by straight lines; NaN outside of all. */
double curve_value(const struct curve *curve, double x, bool highest);

#endif
