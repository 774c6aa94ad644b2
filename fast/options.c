/* Options: defaults, ranges, and the accuracy that the options lead to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/internal.h"

/* Drake's VelocityImplicitEulerIntegrator: what an unset accuracy becomes, and the loosest
 * one. There is no tightest one. */
static const double default_accuracy = 0.1;
static const double loosest_accuracy = 0.5;

/* Drake's Simulator configuration. */
static const double default_max_step = 0.1;

struct fast_options fast_default_options(void) {
    struct fast_options options = {
        .method = FAST_VELOCITY_IMPLICIT_EULER,
        .mode = FAST_DEFAULT,
        .accuracy = NAN,
        .relative = NAN,
        .absolute = NAN,
        .max_step = default_max_step,
        .min_step = 0,
        .initial_step = NAN,
        .throw_on_min_step = true,
        .jacobian = FAST_FORWARD,
        .newton = FAST_REUSE,
    };
    return options;
}

static bool jacobian_is_known(enum fast_jacobian jacobian) {
    switch (jacobian) {
    case FAST_FORWARD:
    case FAST_CENTRAL:
    case FAST_EXACT: return true;
    }
    return false;
}

static bool newton_is_known(enum fast_newton newton) {
    switch (newton) {
    case FAST_REUSE:
    case FAST_FRESH:
    case FAST_FULL: return true;
    }
    return false;
}

enum fast_status fast_check_options(const struct fast_options *options) {
    bool accuracy_fits = isnan(options->accuracy) || options->accuracy >= 0;
    bool min_step_fits = options->min_step >= 0 && isfinite(options->min_step);
    bool max_step_fits = options->max_step > 0 && options->max_step >= options->min_step;
    if (!accuracy_fits || !min_step_fits || !max_step_fits)
        return FAST_BAD_OPTION;
    if (!jacobian_is_known(options->jacobian) || !newton_is_known(options->newton))
        return FAST_BAD_OPTION;
    return FAST_OK;
}

double fast_accuracy_in_use(double accuracy) {
    if (isnan(accuracy))
        return default_accuracy;
    return fmin(accuracy, loosest_accuracy);
}
