/* The thresholds of a run from its options (Simbody 3.7: SemiExplicitEulerTimeStepper).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/contact/internal.h"

static const double faithful_tolerance = 1e-3;
/* Of the scene's length. */
static const double default_tolerance = 1e-9;
/* A speed of so many constraint tolerances is what tolerances amount to. */
static const double tolerances_in_speed = 2;

static double or_zero(double x) {
    return isnan(x) ? 0 : x;
}

struct contact_thresholds
contact_find_thresholds(const struct integrator_options *options) {
    const bool is_faithful = options->mode == FAST_FAITHFUL;
    double tolerance = options->constraint_tolerance;
    if (isnan(tolerance))
        tolerance =
            is_faithful ? faithful_tolerance : default_tolerance * options->length;
    const double speed = tolerances_in_speed * tolerance;
    const double capture = fmax(or_zero(options->capture_velocity), speed);
    return (struct contact_thresholds){
        .accuracy = options->accuracy,
        .constraint_tolerance = tolerance,
        .capture_velocity = capture,
        .min_restitution_velocity =
            fmax(or_zero(options->min_restitution_velocity), capture),
        .transition_velocity = fmax(or_zero(options->transition_velocity), speed),
        .min_significant_force = options->min_significant_force,
    };
}
