/* The ranges of the stepper's options, and what of them fits the system and the mode.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>

#include "fast/contact/internal.h"

static bool is_positive(double x) {
    return x > 0 && isfinite(x);
}

static bool is_unset_or_positive(double x) {
    return isnan(x) || is_positive(x);
}

static bool is_unset_or_not_negative(double x) {
    return isnan(x) || (x >= 0 && isfinite(x));
}

static bool choices_are_known(const struct integrator_options *options) {
    return (options->mode == FAST_DEFAULT || options->mode == FAST_FAITHFUL) &&
           (unsigned)options->restitution <= CONTACT_NO_RESTITUTION &&
           (unsigned)options->induced <= CONTACT_MIXED &&
           (unsigned)options->contact_projection <= CONTACT_NO_PROJECTION &&
           (unsigned)options->solver <= CONTACT_PROXIMAL &&
           (unsigned)options->update <= CONTACT_SEMI_EXPLICIT;
}

static bool steps_fit(const struct integrator_options *options) {
    const double min_step = isnan(options->min_step) ? 0 : options->min_step;
    const double max_step = isnan(options->max_step) ? INFINITY : options->max_step;
    return (!options->fixed_step || is_positive(options->step)) &&
           is_unset_or_positive(options->initial_step) && min_step >= 0 &&
           isfinite(min_step) && max_step > 0 && min_step <= max_step;
}

static bool thresholds_fit(const struct integrator_options *options) {
    return is_positive(options->accuracy) &&
           is_unset_or_positive(options->constraint_tolerance) &&
           is_unset_or_not_negative(options->capture_velocity) &&
           is_unset_or_not_negative(options->min_restitution_velocity) &&
           is_unset_or_not_negative(options->transition_velocity) &&
           options->min_significant_force >= 0 &&
           isfinite(options->min_significant_force) && is_positive(options->length);
}

/* Faithful mode has what Simbody has. */
static bool mode_fits(const struct integrator_options *options,
                      const struct integrator_system *system) {
    return options->mode != FAST_FAITHFUL ||
           (options->fixed_step && options->solver != CONTACT_PROXIMAL &&
            options->update == CONTACT_SEMI_EXPLICIT && system->joints == 0);
}

bool contact_options_fit(const struct integrator_options *options,
                         const struct integrator_system *system) {
    const int ny = system->nv + system->nz;
    for (int i = 0; options->units != NULL && i < ny; i++)
        if (!is_positive(options->units[i]))
            return false;
    return choices_are_known(options) && steps_fit(options) && thresholds_fit(options) &&
           options->max_induced >= 1 && options->max_impacts >= 1 &&
           options->threads >= 1 &&
           (options->custom_solver == NULL || options->custom_solver->solve != NULL) &&
           mode_fits(options, system);
}
