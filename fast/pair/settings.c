/* Changing settings between steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/pair/pair.h"

const struct integrator_options *pair_get_options(const struct pair *integrator) {
    return &integrator->options;
}

const struct integrator_system *pair_get_system(const struct pair *integrator) {
    return &integrator->system;
}

void fast_use_accuracy(struct pair *integrator, double accuracy) {
    integrator->statistics.accuracy_in_use = accuracy;
    integrator->newton_tolerance = fast_newton_tolerance(accuracy);
}

enum fast_status pair_set_accuracy(struct pair *integrator, double accuracy) {
    if (!fast_accuracy_fits(accuracy))
        return FAST_BAD_OPTION;
    bool clamps = isnan(accuracy) || integrator->options.mode == FAST_DEFAULT;
    integrator->options.accuracy = accuracy;
    fast_use_accuracy(integrator, clamps ? fast_accuracy_in_use(accuracy) : accuracy);
    return FAST_OK;
}

enum fast_status pair_set_tolerances(struct pair *integrator, double relative,
                                     double absolute) {
    if (!fast_tolerances_fit(relative, absolute))
        return FAST_BAD_OPTION;
    integrator->options.relative = relative;
    integrator->options.absolute = absolute;
    return FAST_OK;
}

enum fast_status pair_set_max_step(struct pair *integrator, double max_step) {
    if (!fast_step_fits(max_step))
        return FAST_BAD_OPTION;
    integrator->options.max_step = max_step;
    return FAST_OK;
}

enum fast_status pair_set_min_step(struct pair *integrator, double min_step) {
    if (!fast_min_step_fits(min_step))
        return FAST_BAD_OPTION;
    integrator->options.min_step = min_step;
    return FAST_OK;
}

enum fast_status pair_set_initial_step(struct pair *integrator, double initial_step) {
    if (!fast_step_fits(initial_step))
        return FAST_BAD_OPTION;
    integrator->options.initial_step = initial_step;
    integrator->initial_target = initial_step;
    return FAST_OK;
}

void pair_set_throw_on_min_step(struct pair *integrator, bool throws) {
    integrator->options.throw_on_min_step = throws;
}

void pair_set_fixed_step(struct pair *integrator, bool fixed) {
    integrator->options.fixed_step = fixed;
}

enum fast_status pair_set_jacobian(struct pair *integrator, enum pair_jacobian jacobian) {
    bool exact = jacobian == FAST_EXACT_JACOBIAN;
    if (!fast_jacobian_is_known(jacobian) ||
        (exact && integrator->system.jacobian == NULL))
        return FAST_BAD_OPTION;
    if (jacobian != integrator->options.jacobian)
        integrator->has_jacobian = false;
    integrator->options.jacobian = jacobian;
    return FAST_OK;
}

enum fast_status pair_set_newton(struct pair *integrator, enum pair_newton newton) {
    if (!fast_newton_is_known(newton))
        return FAST_BAD_OPTION;
    integrator->options.newton = newton;
    return FAST_OK;
}

static bool weights_fit(int n, const double *weights) {
    for (int i = 0; weights != NULL && i < n; i++)
        if (!(weights[i] >= 0) || !isfinite(weights[i]))
            return false;
    return true;
}

/* into := weights, or 1. Whether all are 1. */
static bool copy_weights(int n, const double *weights, double *into) {
    bool all_one = true;
    for (int i = 0; i < n; i++) {
        into[i] = weights != NULL ? weights[i] : 1;
        all_one = all_one && !(into[i] < 1) && !(into[i] > 1);
    }
    return all_one;
}

bool fast_take_weights(struct pair *integrator, const double *weights_v,
                       const double *weights_z) {
    const int nv = integrator->nv, nz = integrator->ny - nv;
    if (!weights_fit(nv, weights_v) || !weights_fit(nz, weights_z))
        return false;
    bool v_is_one = copy_weights(nv, weights_v, integrator->weights_v);
    bool z_is_one = copy_weights(nz, weights_z, integrator->weights_z);
    integrator->weights_are_one = v_is_one && z_is_one;
    integrator->scale_is_of_weights = false;
    integrator->options.weights_v = integrator->weights_v;
    integrator->options.weights_z = integrator->weights_z;
    return true;
}

enum fast_status pair_set_weights(struct pair *integrator, const double *weights_v,
                                  const double *weights_z) {
    if (!fast_take_weights(integrator, weights_v, weights_z))
        return FAST_BAD_OPTION;
    integrator->is_initialized = false;
    return FAST_OK;
}
