/* Options: defaults, and what is in use where nobody has set anything.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/options.h"

#include <assert.h>
#include <math.h>
#include <string.h>

double integrator_option_number(enum integrator_method method, const char *name) {
    const struct integrator_option *o = integrator_option_table();
    while ((o->methods & 1u << method) == 0 || strcmp(o->name, name) != 0) {
        o++;
        assert(o->name != NULL);
    }
    return o->number;
}

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
        .time_scale =
            integrator_option_number(PROJECTED_RUNGE_KUTTA_MERSON, "time-scale"),
        .velocity_time_scale =
            integrator_option_number(BDF_VARIABLE_ORDER, "velocity-time-scale"),
        .restitution = CONTACT_POISSON,
        .induced = CONTACT_SIMULTANEOUS,
        .max_induced = (int)integrator_option_number(CONTACT_STEPPER, "max-induced"),
        .contact_projection = CONTACT_BILATERAL,
        .solver = CONTACT_METHOD_UNSET,
        .update = CONTACT_UPDATE_UNSET,
        .locates_impacts = CONTACT_UNSET,
        .max_impacts = (int)integrator_option_number(CONTACT_STEPPER, "max-impacts"),
        .accepts_unverified = true,
        .capture_velocity = NAN,
        .min_restitution_velocity = NAN,
        .transition_velocity = NAN,
        .min_significant_force = NAN,
        .threads = (int)integrator_option_number(CONTACT_STEPPER, "threads"),
        .length = integrator_option_number(CONTACT_STEPPER, "length"),
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
        options->min_significant_force =
            integrator_option_number(CONTACT_STEPPER, "min-significant-force");
}

void integrator_complete_options(struct integrator_options *options) {
    const enum integrator_family family = integrator_family(options->method);
    if (isnan(options->accuracy) && family != INTEGRATOR_PAIR)
        options->accuracy = integrator_option_number(
            family == INTEGRATOR_CONTACT ? CONTACT_STEPPER : PROJECTED_RUNGE_KUTTA_MERSON,
            "accuracy");
    if (isnan(options->max_step))
        options->max_step = family == INTEGRATOR_PAIR && !options->fixed_step
                                ? integrator_option_number(options->method, "max-step")
                                : INFINITY;
    options->step = isnan(options->step) ? 1 : fmin(options->step, options->max_step);
    complete_contacts(options);
}
