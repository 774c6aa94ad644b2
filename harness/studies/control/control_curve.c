/* Powers of errors within steps, component by component.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/control/control_curve.h"

#include <math.h>

#include "harness/base/numbers/fit.h"

/* Errors below this are of rounding. */
static const double least_error = 1e-13;

/* Each point is off the line between its neighbours by at least this, and by this part of what
 * the one that is furthest is. */
static const double least_off = 1e-9, least_part = 0.02;

/* It is curved when it is in so many steps. */
enum { STEPS_CURVED = 3 };

void curve_errors_note(struct curve_errors *e, double h, double error) {
    if (!(error > least_error))
        return;
    e->log_size[e->count] = log(h);
    e->log_error[e->count++] = log(error);
}

double curve_errors_power(const struct curve_errors *e) {
    return e->count < 2 ? NAN : fit_line(e->log_size, e->log_error, e->count).slope;
}

static bool is_curved(const double place[CURVE_POINTS],
                      double told[CURVE_POINTS][CONTROL_ENTRIES], int i) {
    double least = INFINITY, most = 0;
    for (int k = 1; k + 1 < CURVE_POINTS; k++) {
        const double part = (place[k] - place[k - 1]) / (place[k + 1] - place[k - 1]);
        const double line = told[k - 1][i] + part * (told[k + 1][i] - told[k - 1][i]);
        const double off = fabs(told[k][i] - line) / fmax(1, fabs(line));
        least = fmin(least, off);
        most = fmax(most, off);
    }
    return least > least_off && least > least_part * most;
}

void curve_note(struct curve *c, double h, const double place[CURVE_POINTS],
                double told[CURVE_POINTS][CONTROL_ENTRIES],
                double exact[CURVE_POINTS][CONTROL_ENTRIES]) {
    for (int i = 0; i < CONTROL_ENTRIES; i++) {
        double error = 0;
        for (int k = 1; k + 1 < CURVE_POINTS; k++)
            error = fmax(error, fabs(told[k][i] - exact[k][i]));
        const int last = CURVE_POINTS - 1;
        c->curved[i] += is_curved(place, told, i);
        curve_errors_note(&c->within[i], h, error);
        curve_errors_note(&c->at_end[i], h, fabs(told[last][i] - exact[last][i]));
    }
}

bool curve_find_power(const struct curve *c, double *power) {
    *power = INFINITY;
    for (int i = 0; i < CONTROL_ENTRIES; i++) {
        const double own = curve_errors_power(&c->within[i]);
        const double of_step = curve_errors_power(&c->at_end[i]);
        const bool is_meant =
            c->curved[i] >= STEPS_CURVED && !(of_step < curve_least_power);
        if (is_meant && own < *power)
            *power = own;
    }
    return isfinite(*power);
}
