/* The large step, which only the estimate needs: from the linear model about the end of the
 * small ones, where f has just been evaluated. The two ends differ by the estimate itself, so
 * that the model's error is the estimate times the rate of convergence; where that is not
 * small, or has not been measured lately, large is iterated with f evaluated. With fixed
 * steps, where the estimate is a result, that is done always: a kink of f may lie between the
 * two ends; and in full Newton, whose rates say nothing about another iteration's J.
 *
 * Part of attempt_sized.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

/* large, and the estimate, from small by the linear model. */
static enum fast_status SIZED(model_large)(struct pair *integrator, double h) {
    struct fast_default *default_mode = integrator->default_mode;
    const struct fast_move move = {.h = h,
                                   .xn = integrator->state,
                                   .from = integrator->small,
                                   .rates = default_mode->end_rates,
                                   .x = integrator->large};
    if (CHAIN)
        default_mode->has_deviation = false;
    return SIZED(follow_on)(integrator, &default_mode->whole, &move, 0.5 * h,
                            integrator->middle, default_mode->end_rates,
                            &default_mode->estimate);
}

/* Iteration k = 1, 2, ...; last: the update before, at first |large - small|. On return that
 * of this one; *rate: their ratio. counts: as the estimator's share. */
static inline enum fast_status SIZED(iterate_large)(struct pair *integrator, double h,
                                                    int k, bool counts, double *last,
                                                    double *rate) {
    struct fast_default *default_mode = integrator->default_mode;
    double *large = integrator->large, update;
    const struct fast_move move = {
        .t = integrator->t + h, .h = h, .xn = integrator->state, .x = large};
    integrator->statistics.ee_newton_iters += counts;
    integrator->statistics.ee_derivative_evals += counts;
    enum fast_status status =
        SIZED(iterate)(integrator, &default_mode->whole, &move, &update);
    if (status != FAST_OK)
        return status;
    if (!isfinite(update))
        return FAST_NOT_FINITE;
    if (CHAIN)
        large = integrator->large; /* another array now */
    *rate = update < *last ? update / *last : 1;
    *last = update;
    if (SIZED(is_zero)(integrator, large))
        *rate = 0;
    if (k == 1)
        default_mode->whole_rate = *rate;
    if (!(CHAIN && default_mode->has_deviation))
        default_mode->estimate = SIZED(distance)(integrator, large, integrator->small);
    return FAST_OK;
}

/* large from the linear model about small, and by iterating it if need be; iterations count as
 * the estimator's share, or not. */
static inline enum fast_status SIZED(solve_large)(struct pair *integrator, double h,
                                                  bool counts) {
    struct fast_default *default_mode = integrator->default_mode;
    enum fast_status status = SIZED(model_large)(integrator, h);
    if (status != FAST_OK)
        return status;
    if (integrator->options.fixed_step || integrator->options.newton == FAST_FULL)
        default_mode->whole_rate = fast_unknown_rate;
    const bool measures = default_mode->whole_rate >= fast_unknown_rate;
    double last = default_mode->estimate,
           rate = fast_rate_of_whole * default_mode->worst_rate;
    if (rate < default_mode->whole_rate)
        rate = default_mode->whole_rate;
    for (int k = 1; !(fast_remaining_distance(rate, last) <= limit_of(default_mode));
         k++) {
        if (fast_large_has_failed(k - 1, FAST_MAX_NEWTON_ITERATIONS, rate))
            return FAST_NOT_CONVERGED;
        status = SIZED(iterate_large)(integrator, h, k, counts, &last, &rate);
        default_mode->extra += k > 1 || !measures;
        if (status != FAST_OK)
            return status;
        fast_tell(integrator, PAIR_DECISION_NEWTON, rate < 1, integrator->t + h, h,
                  fast_remaining_distance(rate, last), limit_of(default_mode));
    }
    return FAST_OK;
}
