/* Beginning, wholly or in part: which of the settings, the results so far and the matrices
 * each way of beginning keeps is what Drake's IntegratorBase::Initialize, Reset and
 * ResetStatistics keep.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/linear/vector.h"
#include "fast/pair/default/default_mode.h"
#include "fast/pair/pair.h"

static void drop_matrices(struct pair *integrator) {
    integrator->has_jacobian = false;
    integrator->jacobian_is_fresh = false;
    integrator->second_half_failed = false;
    fast_wait(integrator, FAST_SOON);
}

static void clear_error_estimate(struct pair *integrator) {
    for (int i = 0; i < integrator->nx; i++)
        integrator->error_estimate[i] = 0;
}

static enum fast_status check_state(const struct pair *integrator, double t,
                                    const double *x) {
    if (!isfinite(t))
        return FAST_BAD_TIME;
    return fast_all_finite((size_t)integrator->nx, x) ? FAST_OK : FAST_NOT_FINITE;
}

static void take_state(struct pair *integrator, double t, const double *x) {
    integrator->t = t;
    for (int i = 0; i < integrator->nx; i++)
        integrator->state[i] = x[i];
    integrator->has_state = true;
    fast_record_jump(integrator);
    fast_after_jump(integrator);
}

enum fast_status pair_set_state(struct pair *integrator, double t, const double *x) {
    enum fast_status status = check_state(integrator, t, x);
    if (status == FAST_OK)
        take_state(integrator, t, x);
    return status;
}

/* pair_initialize, with a target for the first step, after everything has been checked. */
static void initialize(struct pair *integrator, double target) {
    const struct integrator_options *options = &integrator->options;
    pair_reset_statistics(integrator);
    fast_use_accuracy(integrator, fast_accuracy_in_use(options->accuracy));
    clear_error_estimate(integrator);
    drop_matrices(integrator);
    integrator->initial_target = isnan(target) ? options->max_step : target;
    integrator->is_initialized = true;
}

enum fast_status pair_initialize(struct pair *integrator) {
    if (!integrator->has_state)
        return FAST_NOT_STARTED;
    if (!fast_steps_fit(&integrator->options, integrator->initial_target))
        return FAST_BAD_OPTION;
    initialize(integrator, integrator->initial_target);
    return FAST_OK;
}

/* What comes from the steps so far. */
static void forget_steps(struct pair *integrator) {
    integrator->statistics.previous_step = NAN;
    integrator->statistics.ideal_next_step = NAN;
    clear_error_estimate(integrator);
}

enum fast_status pair_start(struct pair *integrator, double t, const double *x) {
    const struct integrator_options *options = &integrator->options;
    enum fast_status status = check_state(integrator, t, x);
    if (status == FAST_OK && !fast_steps_fit(options, options->initial_step))
        status = FAST_BAD_OPTION;
    if (status != FAST_OK)
        return status;
    take_state(integrator, t, x);
    forget_steps(integrator);
    fast_record_clear(integrator);
    initialize(integrator, options->initial_step);
    return FAST_OK;
}

void pair_reset(struct pair *integrator) {
    struct integrator_options *options = &integrator->options;
    options->fixed_step = false;
    options->min_step = 0;
    options->max_step = NAN;
    fast_take_weights(integrator, NULL, NULL);
    pair_reset_statistics(integrator);
    fast_use_accuracy(integrator, NAN);
    forget_steps(integrator);
    drop_matrices(integrator);
    fast_record_free(integrator);
    integrator->is_initialized = false;
}

bool pair_is_initialized(const struct pair *integrator) {
    return integrator->is_initialized;
}

void pair_reset_statistics(struct pair *integrator) {
    fast_clear_statistics(&integrator->statistics);
}

void pair_count_evaluations(struct pair *integrator, long evaluations) {
    integrator->statistics.derivative_evals += evaluations;
    integrator->statistics.ee_derivative_evals += evaluations;
}
