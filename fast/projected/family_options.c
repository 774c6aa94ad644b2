/* Options of the projected methods: ranges (Simbody 3.7's), and what follows from them. Whether
 * a system's parts fit together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/system/check.h"
#include "fast/projected/internal.h"
#include "fast/linear/pattern.h"

/* How many constraint tolerances the accuracy is, and how many first steps the time
 * scale. */
static const double tolerances_in_accuracy = 10;
static const double first_steps_in_time_scale = 10;

struct integrator_options projected_default_options(void) {
    struct integrator_options options =
        integrator_default_options(PROJECTED_SEMI_EXPLICIT_EULER_2);
    integrator_complete_options(&options);
    return options;
}

static bool all_are(int n, const double *x, bool zero_fits) {
    for (int i = 0; x != NULL && i < n; i++)
        if (!(isfinite(x[i]) && (x[i] > 0 || (zero_fits && x[i] == 0))))
            return false;
    return true;
}

static bool is_positive(double x) {
    return x > 0 && isfinite(x);
}

static bool choices_are_known(const struct integrator_options *options) {
    return integrator_family(options->method) == INTEGRATOR_PROJECTED &&
           (unsigned)options->method < INTEGRATOR_METHODS &&
           (unsigned)options->form <= PROJECTED_GAMING &&
           (unsigned)options->projection <= PROJECTED_OFF &&
           (unsigned)options->norm <= PROJECTED_INFINITY &&
           (options->mode == FAST_DEFAULT || options->mode == FAST_FAITHFUL);
}

static bool tolerances_fit(const struct integrator_options *options) {
    if (!is_positive(options->accuracy))
        return false;
    if (!isnan(options->constraint_tolerance) &&
        !is_positive(options->constraint_tolerance))
        return false;
    if (isnan(options->relative) && isnan(options->absolute))
        return true;
    return options->mode == FAST_DEFAULT && options->relative >= 0 &&
           isfinite(options->relative) && is_positive(options->absolute);
}

static bool steps_fit(const struct integrator_options *options) {
    if (!options->fixed_step && !projected_find_formula(options).has_estimate)
        return false;
    return (!options->fixed_step || is_positive(options->step)) &&
           (isnan(options->initial_step) || is_positive(options->initial_step)) &&
           options->min_step >= 0 && isfinite(options->min_step) &&
           options->max_step > 0 && options->min_step <= options->max_step &&
           !isnan(options->final_time) && options->step_limit >= 0 &&
           is_positive(options->time_scale) && is_positive(options->velocity_time_scale);
}

enum fast_status projected_check_options(const struct integrator_options *options,
                                         const struct integrator_system *system) {
    const int nv = system->nv, nz = system->nz;
    bool fits = choices_are_known(options) && tolerances_fit(options) &&
                steps_fit(options) && all_are(nv, options->weights_v, true) &&
                all_are(nz, options->weights_z, true) &&
                all_are(nv + nz, options->units, false) &&
                all_are(system->joints, options->joint_units, false);
    return fits ? FAST_OK : FAST_BAD_OPTION;
}

static bool quaternions_fit(const struct integrator_system *system) {
    const int count = system->quaternions;
    if (count < 0 || count > system->nq / 4 || (count > 0 && system->quaternion == NULL))
        return false;
    for (int i = 0; i < 4 * count; i++) {
        const int here = system->quaternion[i];
        if (here < 0 || here >= system->nq)
            return false;
        for (int j = 0; j < i; j++)
            if (system->quaternion[j] == here)
                return false;
    }
    return true;
}

enum fast_status projected_check_system(const struct integrator_system *system) {
    const int rows = system->joints, holonomic = system->holonomic, nv = system->nv;
    if (fast_check_system(system) != FAST_OK || !quaternions_fit(system))
        return FAST_BAD_SYSTEM;
    if (holonomic < 0 || rows < holonomic || (rows > 0 && nv == 0))
        return FAST_BAD_SYSTEM;
    if (rows > 0 && (system->dynamics == NULL || system->velocity == NULL))
        return FAST_BAD_SYSTEM;
    if (holonomic > 0 && system->position == NULL)
        return FAST_BAD_SYSTEM;
    for (int j = 0; j < nv && system->masses != NULL; j++)
        if (!(system->masses[j] > 0) || !isfinite(system->masses[j]))
            return FAST_BAD_SYSTEM;
    bool fits =
        rows == 0 || (fast_pattern_fits(system->joint_pattern, rows, nv) &&
                      fast_pattern_fits(system->position_pattern, holonomic, nv) &&
                      fast_pattern_fits(system->response_pattern, nv, rows));
    return fits ? FAST_OK : FAST_BAD_SYSTEM;
}

double projected_tolerance(const struct integrator_options *options) {
    return isnan(options->constraint_tolerance)
               ? options->accuracy / tolerances_in_accuracy
               : options->constraint_tolerance;
}

double projected_first_step(const struct integrator_options *options) {
    if (options->fixed_step)
        return options->step;
    double step = isnan(options->initial_step)
                      ? options->time_scale / first_steps_in_time_scale
                      : options->initial_step;
    return fmin(fmax(step, options->min_step), options->max_step);
}
