/* Options: defaults, and what is in use where nobody has set anything.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/options.h"

#include <math.h>

/* Drake's Simulator configuration. */
static const double pair_max_step = 0.1;

/* Simbody 3.7's: of its integrators, of its time stepper, and the scale of a system's time. */
static const double projected_accuracy = 1e-3;
static const double contact_accuracy = 1e-2;
static const double usual_time_scale = 0.1;
/* 2^-52^(7/8): Simbody's SignificantReal. */
static const double significant_real = 0x1.6a09e667f3bcdp-46;

/* As many rounds as Simbody makes, and more impacts than a step of ordinary size has. */
enum { usual_rounds = 5, usual_impacts = 1000 };

enum integrator_family integrator_family(enum integrator_method method) {
    switch (method) {
    case FAST_VELOCITY_IMPLICIT_EULER:
    case FAST_IMPLICIT_EULER: return INTEGRATOR_PAIR;
    case BDF_VARIABLE_ORDER: return INTEGRATOR_BDF;
    case CONTACT_STEPPER: return INTEGRATOR_CONTACT;
    default: return INTEGRATOR_PROJECTED;
    }
}

struct integrator_options integrator_default_options(enum integrator_method method) {
    struct integrator_options options = {
        .method = method,
        .mode = FAST_DEFAULT,
        .step = NAN,
        .accuracy = NAN,
        .relative = NAN,
        .absolute = NAN,
        .initial_step = NAN,
        .min_step = 0,
        .max_step = NAN,
        .throw_on_min_step = true,
        .jacobian = FAST_FORWARD_DIFFERENCES,
        .newton = FAST_REUSE,
        .form = PROJECTED_GAMING,
        .constraint_tolerance = NAN,
        .projection = PROJECTED_LAZY,
        .norm = PROJECTED_ROOT_MEAN_SQUARE,
        .final_time = INFINITY,
        .interpolate = true,
        .project_interpolated = true,
        .time_scale = usual_time_scale,
        .velocity_time_scale = 1,
        .restitution = CONTACT_POISSON,
        .induced = CONTACT_SIMULTANEOUS,
        .max_induced = usual_rounds,
        .contact_projection = CONTACT_BILATERAL,
        .solver = CONTACT_METHOD_UNSET,
        .update = CONTACT_UPDATE_UNSET,
        .locates_impacts = CONTACT_UNSET,
        .max_impacts = usual_impacts,
        .accepts_unverified = true,
        .capture_velocity = NAN,
        .min_restitution_velocity = NAN,
        .transition_velocity = NAN,
        .min_significant_force = NAN,
        .threads = 1,
        .length = 1,
    };
    return options;
}

static void complete_contacts(struct integrator_options *options) {
    const bool is_faithful = options->mode == FAST_FAITHFUL;
    if (options->solver == CONTACT_METHOD_UNSET)
        options->solver = is_faithful ? CONTACT_PLUS : CONTACT_PROXIMAL;
    if (options->update == CONTACT_UPDATE_UNSET)
        options->update = is_faithful ? CONTACT_SEMI_EXPLICIT : CONTACT_TRAPEZOIDAL;
    if (options->locates_impacts == CONTACT_UNSET)
        options->locates_impacts = !is_faithful;
    if (isnan(options->min_significant_force))
        options->min_significant_force = significant_real;
}

void integrator_complete_options(struct integrator_options *options) {
    const enum integrator_family family = integrator_family(options->method);
    if (isnan(options->accuracy) && family != INTEGRATOR_PAIR)
        options->accuracy =
            family == INTEGRATOR_CONTACT ? contact_accuracy : projected_accuracy;
    if (isnan(options->max_step))
        options->max_step =
            family == INTEGRATOR_PAIR && !options->fixed_step ? pair_max_step : INFINITY;
    options->step = isnan(options->step) ? 1 : fmin(options->step, options->max_step);
    complete_contacts(options);
}
