/* An attempt in default mode: half, half, large.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/pair/default/default_mode.h"

static void keep_base(struct fast_default *default_mode, const struct pair *integrator,
                      const double *x) {
    memcpy(default_mode->base, x, (size_t)integrator->nx * sizeof *x);
    memcpy(default_mode->base_rates, integrator->rates,
           (size_t)integrator->ny * sizeof(double));
    default_mode->has_base = true;
}

/* f at the state, if it is to be known there. */
static enum fast_status find_base(struct pair *integrator) {
    struct fast_default *default_mode = integrator->default_mode;
    enum fast_status status = FAST_OK;
    if (default_mode->knows_rates && (default_mode->has_base || integrator->has_jacobian))
        return FAST_OK;
    status =
        fast_evaluate(integrator, integrator->t, integrator->state, integrator->rates);
    if (status == FAST_OK && !fast_all_finite((size_t)integrator->ny, integrator->rates))
        status = FAST_NOT_FINITE;
    if (status != FAST_OK)
        return status;
    keep_base(default_mode, integrator, integrator->state);
    memcpy(default_mode->start_rates, integrator->rates,
           (size_t)integrator->ny * sizeof(double));
    default_mode->knows_rates = true;
    return FAST_OK;
}

/* Whether a step of h, which may be chosen, is too long for J: the large step's matrix tells.
 * In full Newton it is another J's before it is used. */
static enum fast_status check_length(struct pair *integrator, double h) {
    if (!integrator->controls_error || integrator->options.newton == FAST_FULL)
        return FAST_OK;
    const struct pair_statistics before = integrator->statistics;
    enum fast_status status =
        fast_factor_for(integrator, &integrator->default_mode->whole, h);
    fast_count_estimator_share(&integrator->statistics, &before);
    return status;
}

/* J, the scale of errors and the rates for a step of h. */
static enum fast_status prepare(struct pair *integrator, double h) {
    struct fast_default *default_mode = integrator->default_mode;
    const bool fresh = integrator->options.newton == FAST_FRESH;
    const bool foresees = default_mode->knows_rates && default_mode->last_estimate > 0;
    const double growth = foresees ? h / default_mode->last_h : 0;
    default_mode->expected =
        fast_expected_part * growth * growth * default_mode->last_estimate;
    enum fast_status status = find_base(integrator);
    if (status != FAST_OK)
        return status;
    const bool forms = default_mode->has_base && (default_mode->is_worn_out || fresh);
    if (!integrator->has_jacobian)
        fast_begin_rates(default_mode);
    else if (forms && !fresh)
        fast_forget_rates(default_mode);
    if (!integrator->has_jacobian || forms)
        status = fast_form_split(integrator, integrator->t, default_mode->base,
                                 default_mode->base_rates);
    fast_adapt_rates(default_mode, h);
    default_mode->has_base = false;
    default_mode->cap =
        fast_kappa *
        (fast_has_tolerances(integrator) ? 1 : integrator->statistics.accuracy_in_use);
    default_mode->estimate = INFINITY;
    default_mode->worst_rate = 0;
    fast_set_scale(integrator);
    return status == FAST_OK ? check_length(integrator, h) : status;
}

/* The second half step and large. *left: what the iterations have left in both halves. */
static enum fast_status complete(struct pair *integrator, double h,
                                 const struct fast_half_step *first, double *left) {
    struct fast_default *default_mode = integrator->default_mode;
    struct fast_half_step second = {.t0 = integrator->t + 0.5 * h,
                                    .h = 0.5 * h,
                                    .xn = integrator->middle,
                                    .rates_n = default_mode->middle_rates,
                                    .x = integrator->small,
                                    .last = default_mode->progress};
    enum fast_status status = fast_solve_half(integrator, &second);
    if (status != FAST_OK)
        return status;
    default_mode->is_worn_out = default_mode->extra > fast_most_wear * default_mode->cost;
    if (default_mode->is_worn_out || integrator->options.newton == FAST_FRESH)
        keep_base(default_mode, integrator, default_mode->before);
    const struct pair_statistics before = integrator->statistics;
    status = fast_solve_large(integrator, h);
    fast_count_estimator_share(&integrator->statistics, &before);
    *left = first->error + second.error;
    return status;
}

static enum fast_status solve_substeps(struct pair *integrator, double h) {
    struct fast_default *default_mode = integrator->default_mode;
    struct fast_half_step first = {.t0 = integrator->t,
                                   .h = 0.5 * h,
                                   .xn = integrator->state,
                                   .rates_n = default_mode->start_rates,
                                   .x = integrator->middle,
                                   .foresees = true};
    double left;
    enum fast_status status = fast_guess_half(integrator, &first);
    if (status == FAST_OK)
        status = fast_solve_half(integrator, &first);
    if (status == FAST_OK)
        status = complete(integrator, h, &first, &left);
    if (status != FAST_OK || left <= fast_tolerable_part * default_mode->estimate)
        return status;
    default_mode->cap = fast_kappa * default_mode->estimate;
    status = fast_solve_half(integrator, &first);
    return status == FAST_OK ? complete(integrator, h, &first, &left) : status;
}

enum fast_status fast_solve_pair(struct pair *integrator, double h) {
    struct fast_default *default_mode = integrator->default_mode;
    default_mode->is_provisional = false;
    enum fast_status status = prepare(integrator, h);
    if (status == FAST_OK)
        status = solve_substeps(integrator, h);
    if (status != FAST_OK) {
        fast_doubt_rates(default_mode);
        if (default_mode->is_provisional)
            integrator->has_jacobian = false;
    }
    return status;
}
