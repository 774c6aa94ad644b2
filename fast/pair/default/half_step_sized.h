/* A half step, by Newton's method from where the linear model at its start leads. Each
 * iterate is judged by what is left of the way to the solution,
 *
 *     rate / (1 - rate) |update|,   rate = |update| / |update before|
 *
 * (Hairer, Wanner: Solving Ordinary Differential Equations II, IV.8), the first with the
 * larger of its own rate and the one remembered. That is to be a small part of the step's own
 * error estimate, which the linear model foresees from the end of the first half step.
 *
 * Part of attempt_sized.h, after large_step_sized.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

/* Measures update number k, and remembers its rate. */
static inline void SIZED(judge)(struct pair *integrator, const double *x,
                                struct fast_progress *progress) {
    struct fast_default *default_mode = integrator->default_mode;
    progress->is_zero = SIZED(is_zero)(integrator, x);
    fast_judge_update(progress, &default_mode->half_rate);
}

/* y' at the end of the first half step, and small, the guess of the second, from there. */
static enum fast_status SIZED(foresee_small)(struct pair *integrator,
                                             const struct half_step *step) {
    struct fast_default *default_mode = integrator->default_mode;
    const struct fast_move move = {.h = step->h,
                                   .xn = step->x,
                                   .from = step->x,
                                   .rates = default_mode->middle_rates,
                                   .x = integrator->small};
    return SIZED(follow_on)(integrator, &default_mode->half, &move, step->h, step->xn,
                            default_mode->middle_rates, &default_mode->progress);
}

/* small, and large from there: the step's estimate. */
static enum fast_status SIZED(foresee_estimate)(struct pair *integrator,
                                                const struct half_step *step) {
    enum fast_status status = SIZED(foresee_small)(integrator, step);
    return status == FAST_OK ? SIZED(model_large)(integrator, 2 * step->h) : status;
}

/* Whether the first half step's iterate will do: by what the step before suggests, or else
 * by the estimate that is foreseen from it. */
static inline enum fast_status SIZED(look_ahead)(struct pair *integrator,
                                                 const struct half_step *step,
                                                 double error, double *limit) {
    struct fast_default *default_mode = integrator->default_mode;
    *limit = fast_smaller(default_mode->cap, fast_kappa * default_mode->expected);
    if (error <= *limit) {
        default_mode->estimate = default_mode->expected;
        return SIZED(foresee_small)(integrator, step);
    }
    *limit = default_mode->cap;
    if (!(error <= *limit))
        return FAST_OK;
    enum fast_status status = SIZED(foresee_estimate)(integrator, step);
    *limit = fast_smaller(default_mode->cap, fast_kappa * default_mode->estimate);
    return status;
}

/* x := where the linear model at the start leads. */
static enum fast_status SIZED(guess_half)(struct pair *integrator,
                                          struct half_step *step) {
    const struct fast_move move = {.h = step->h,
                                   .xn = step->xn,
                                   .from = step->xn,
                                   .rates = step->rates_n,
                                   .x = step->x};
    return SIZED(follow)(integrator, &integrator->default_mode->half, &move, &step->last);
}

/* J where f was last evaluated, and the guess of the model with it. */
static enum fast_status SIZED(begin_again)(struct pair *integrator,
                                           struct half_step *step,
                                           struct fast_progress *progress) {
    struct fast_default *default_mode = integrator->default_mode;
    const double astray = fast_scaled_distance(NQ + NY, default_mode->scale,
                                               default_mode->before, step->xn);
    enum fast_status status = fast_form_split(integrator, step->t0 + step->h,
                                              default_mode->before, integrator->rates);
    default_mode->is_provisional = true;
    fast_forget_rates(default_mode);
    if (status == FAST_OK)
        status = SIZED(guess_half)(integrator, step);
    if (status == FAST_OK && !(step->last >= least_part * astray))
        status = FAST_NOT_CONVERGED;
    *progress = (struct fast_progress){.last = step->last, .before = INFINITY};
    return status;
}

/* One iteration; *done: its result will do. */
static inline enum fast_status SIZED(go_on)(struct pair *integrator,
                                            struct half_step *step,
                                            struct fast_progress *progress, double *limit,
                                            bool *done) {
    struct fast_default *default_mode = integrator->default_mode;
    const struct fast_move move = find_iterate(step);
    progress->k++;
    enum fast_status status =
        SIZED(iterate)(integrator, &default_mode->half, &move, &progress->norm);
    if (status != FAST_OK)
        return status;
    if (CHAIN) /* another array now */
        step->x = step->foresees ? integrator->middle : integrator->small;
    if (!isfinite(progress->norm))
        return FAST_NOT_FINITE;
    SIZED(judge)(integrator, step->x, progress);
    *limit = fast_smaller(default_mode->cap, fast_kappa * default_mode->estimate);
    if (step->foresees)
        status = SIZED(look_ahead)(integrator, step, progress->error, limit);
    *done = progress->error <= *limit;
    fast_tell(integrator, PAIR_DECISION_NEWTON, *done, move.t, move.h, progress->error,
              *limit);
    return status;
}

/* Iterates x from what it is. */
static inline enum fast_status SIZED(solve_half)(struct pair *integrator,
                                                 struct half_step *step) {
    struct fast_default *default_mode = integrator->default_mode;
    const bool measures =
        default_mode->half_rate >= fast_unknown_rate; /* takes a second iteration */
    struct fast_progress progress = {.last = step->last, .before = INFINITY};
    bool may_begin_again = integrator->options.newton != FAST_FULL, done = false;
    while (progress.k < FAST_MAX_NEWTON_ITERATIONS) {
        double limit;
        enum fast_status status =
            SIZED(go_on)(integrator, step, &progress, &limit, &done);
        if (status != FAST_OK)
            return status;
        if (done)
            break;
        bool hopeless = is_hopeless(integrator, &progress, limit);
        if (hopeless && may_begin_again) {
            may_begin_again = false;
            status = SIZED(begin_again)(integrator, step, &progress);
            if (status != FAST_OK)
                return status;
            continue;
        }
        if (hopeless && (progress.k > 2 || (progress.k == 2 && progress.theta >= 1)))
            break;
        progress.last = progress.norm;
        progress.before = progress.theta;
    }
    step->last = progress.norm;
    step->error = progress.error;
    default_mode->worst_rate = fast_larger(default_mode->worst_rate, progress.theta);
    default_mode->extra += progress.k > 1 ? progress.k - 1 - measures : 0;
    return done ? FAST_OK : FAST_NOT_CONVERGED;
}
