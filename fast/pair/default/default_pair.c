/* An attempt in default mode: half, half, large.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/pair/default/default_mode.h"

/* What the iteration may leave in a half step, as part of the accuracy. */
static const double kappa = 0.05;
/* If it has left more than this part of the estimate, which has come out
 * smaller than was foreseen, it goes on. */
static const double tolerable = 0.2;
/* The part of what the last step's suggests that the estimate is expected to reach. */
static const double cautious = 0.25;
/* A new J is formed when the old one's iterations beyond one for each half step
 * have cost as often as much as it did. */
static const double patience = 2;

static void keep_base(struct fast_default *thrift, const fast *integrator,
                      const double *x) {
    memcpy(thrift->base, x, (size_t)integrator->nx * sizeof *x);
    memcpy(thrift->base_rates, integrator->rates,
           (size_t)integrator->ny * sizeof(double));
    thrift->has_base = true;
}

/* f at the state, if it is to be known there. */
static enum fast_status find_base(fast *integrator) {
    struct fast_default *thrift = integrator->thrift;
    enum fast_status status = FAST_OK;
    if (thrift->knows_rates && (thrift->has_base || integrator->has_jacobian))
        return FAST_OK;
    status =
        fast_evaluate(integrator, integrator->t, integrator->state, integrator->rates);
    if (status == FAST_OK && !fast_all_finite((size_t)integrator->ny, integrator->rates))
        status = FAST_NOT_FINITE;
    if (status != FAST_OK)
        return status;
    keep_base(thrift, integrator, integrator->state);
    memcpy(thrift->start_rates, integrator->rates,
           (size_t)integrator->ny * sizeof(double));
    thrift->knows_rates = true;
    return FAST_OK;
}

/* Whether a step of h, which may be chosen, is too long for J: the large step's matrix tells.
 * In full Newton it is another J's before it is used. */
static enum fast_status check_length(fast *integrator, double h) {
    if (!integrator->controls_error || integrator->options.newton == FAST_FULL)
        return FAST_OK;
    const struct fast_statistics before = integrator->statistics;
    enum fast_status status = fast_factor_for(integrator, &integrator->thrift->whole, h);
    fast_count_estimator_share(&integrator->statistics, &before);
    return status;
}

/* J, the scale of errors and the rates for a step of h. */
static enum fast_status prepare(fast *integrator, double h) {
    struct fast_default *thrift = integrator->thrift;
    const bool fresh = integrator->options.newton == FAST_FRESH;
    const bool foresees = thrift->knows_rates && thrift->last_estimate > 0;
    const double growth = foresees ? h / thrift->last_h : 0;
    thrift->expected = cautious * growth * growth * thrift->last_estimate;
    enum fast_status status = find_base(integrator);
    if (status != FAST_OK)
        return status;
    const bool forms = thrift->has_base && (thrift->is_worn_out || fresh);
    if (!integrator->has_jacobian)
        fast_begin_rates(thrift);
    else if (forms && !fresh)
        fast_forget_rates(thrift);
    if (!integrator->has_jacobian || forms)
        status =
            fast_form_split(integrator, integrator->t, thrift->base, thrift->base_rates);
    fast_adapt_rates(thrift, h);
    thrift->has_base = false;
    thrift->cap =
        kappa *
        (fast_has_tolerances(integrator) ? 1 : integrator->statistics.accuracy_in_use);
    thrift->estimate = INFINITY;
    thrift->worst_rate = 0;
    fast_set_scale(integrator);
    return status == FAST_OK ? check_length(integrator, h) : status;
}

/* The second half step and large. *left: what the iterations have left in both halves. */
static enum fast_status complete(fast *integrator, double h,
                                 const struct fast_half_step *first, double *left) {
    struct fast_default *thrift = integrator->thrift;
    struct fast_half_step second = {.t0 = integrator->t + 0.5 * h,
                                    .h = 0.5 * h,
                                    .xn = integrator->middle,
                                    .rates_n = thrift->middle_rates,
                                    .x = integrator->small,
                                    .last = thrift->way};
    enum fast_status status = fast_solve_half(integrator, &second);
    if (status != FAST_OK)
        return status;
    thrift->is_worn_out = thrift->extra > patience * thrift->cost;
    if (thrift->is_worn_out || integrator->options.newton == FAST_FRESH)
        keep_base(thrift, integrator, thrift->before);
    const struct fast_statistics before = integrator->statistics;
    status = fast_solve_large(integrator, h);
    fast_count_estimator_share(&integrator->statistics, &before);
    *left = first->error + second.error;
    return status;
}

static enum fast_status solve(fast *integrator, double h) {
    struct fast_default *thrift = integrator->thrift;
    struct fast_half_step first = {.t0 = integrator->t,
                                   .h = 0.5 * h,
                                   .xn = integrator->state,
                                   .rates_n = thrift->start_rates,
                                   .x = integrator->middle,
                                   .foresees = true};
    double left;
    enum fast_status status = fast_guess_half(integrator, &first);
    if (status == FAST_OK)
        status = fast_solve_half(integrator, &first);
    if (status == FAST_OK)
        status = complete(integrator, h, &first, &left);
    if (status != FAST_OK || left <= tolerable * thrift->estimate)
        return status;
    thrift->cap = kappa * thrift->estimate;
    status = fast_solve_half(integrator, &first);
    return status == FAST_OK ? complete(integrator, h, &first, &left) : status;
}

enum fast_status fast_solve_pair(fast *integrator, double h) {
    struct fast_default *thrift = integrator->thrift;
    thrift->is_provisional = false;
    enum fast_status status = prepare(integrator, h);
    if (status == FAST_OK)
        status = solve(integrator, h);
    if (status != FAST_OK) {
        fast_doubt_rates(thrift);
        if (thrift->is_provisional)
            integrator->has_jacobian = false;
    }
    return status;
}
