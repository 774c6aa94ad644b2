/* What is told within steps, component by component: a straight line from point to point errs as
 * h^2, and so does any rule within the steps of a method of first order. What is curved within a
 * step that itself errs as h^3 is meant to be better than a line.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONTROL_CURVE_H
#define HARNESS_CONTROL_CURVE_H

#include <stdbool.h>

#include "harness/studies/control/control_run.h"

enum { CURVE_SIZES = 5, CURVE_PLACES = 5, CURVE_POINTS = CURVE_PLACES + 2 };

/* Between what fits of h^2 and of h^3 give. */
static const double curve_least_power = 2.5;

/* Logarithms of sizes and of errors above rounding. */
struct curve_errors {
    int count;
    double log_size[CURVE_SIZES], log_error[CURVE_SIZES];
};

struct curve {
    int curved[CONTROL_ENTRIES]; /* steps in which it is no line */
    struct curve_errors within[CONTROL_ENTRIES], at_end[CONTROL_ENTRIES];
};

/* The states told in a step of size h, the step's own at both ends, and the solution there;
 * places are parts of h. */
void curve_note(struct curve *c, double h, const double place[CURVE_POINTS],
                double told[CURVE_POINTS][CONTROL_ENTRIES],
                double exact[CURVE_POINTS][CONTROL_ENTRIES]);

void curve_errors_note(struct curve_errors *e, double h, double error);

/* The power of h with which errors fall; NaN: fewer than two are above rounding. */
double curve_errors_power(const struct curve_errors *e);

/* The least power within steps of a component that is curved in steps that err as h^3 or less;
 * false: there is none, or its errors are of rounding. */
bool curve_find_power(const struct curve *c, double *power);

#endif
