/* Options: defaults, ranges, and the accuracy that the options lead to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/pair/pair.h"

/* Drake's VelocityImplicitEulerIntegrator. There is no tightest one. */
static const double loosest_accuracy = 0.5;

struct integrator_options pair_default_options(void) {
    struct integrator_options options =
        integrator_default_options(FAST_VELOCITY_IMPLICIT_EULER);
    integrator_complete_options(&options);
    return options;
}

bool fast_jacobian_is_known(enum pair_jacobian jacobian) {
    switch (jacobian) {
    case FAST_FORWARD_DIFFERENCES:
    case FAST_CENTRAL_DIFFERENCES:
    case FAST_EXACT_JACOBIAN: return true;
    }
    return false;
}

bool fast_newton_is_known(enum pair_newton newton) {
    switch (newton) {
    case FAST_REUSE:
    case FAST_FRESH:
    case FAST_FULL: return true;
    }
    return false;
}

static bool method_is_known(enum integrator_method method) {
    return method == FAST_VELOCITY_IMPLICIT_EULER || method == FAST_IMPLICIT_EULER;
}

static bool mode_is_known(enum fast_mode mode) {
    switch (mode) {
    case FAST_DEFAULT:
    case FAST_FAITHFUL: return true;
    }
    return false;
}

bool fast_accuracy_fits(double accuracy) {
    return isnan(accuracy) || accuracy >= 0;
}

bool fast_step_fits(double step) {
    return isnan(step) || step > 0;
}

bool fast_min_step_fits(double step) {
    return step >= 0 && isfinite(step);
}

bool fast_tolerances_fit(double relative, double absolute) {
    if (isnan(relative) && isnan(absolute))
        return true;
    return relative >= 0 && absolute >= 0 && isfinite(relative) && isfinite(absolute) &&
           relative + absolute > 0;
}

bool fast_steps_fit(const struct integrator_options *options, double initial_step) {
    if (isnan(options->max_step) && isnan(initial_step))
        return false;
    return !(options->max_step < options->min_step) &&
           !(initial_step < options->min_step) && !(initial_step > options->max_step);
}

enum fast_status fast_check_options(const struct integrator_options *options) {
    bool fits =
        method_is_known(options->method) && mode_is_known(options->mode) &&
        fast_jacobian_is_known(options->jacobian) &&
        fast_newton_is_known(options->newton) && fast_accuracy_fits(options->accuracy) &&
        fast_tolerances_fit(options->relative, options->absolute) &&
        fast_min_step_fits(options->min_step) && fast_step_fits(options->max_step) &&
        fast_step_fits(options->initial_step) &&
        fast_steps_fit(options, options->initial_step);
    return fits ? FAST_OK : FAST_BAD_OPTION;
}

double fast_accuracy_in_use(double accuracy) {
    if (isnan(accuracy))
        return integrator_option_number(FAST_VELOCITY_IMPLICIT_EULER, "accuracy");
    return fmin(accuracy, loosest_accuracy);
}
