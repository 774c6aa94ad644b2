/* Error control: the step's size such that the error estimate stays below the accuracy. As
 * the estimate is of order h^2, a step (accuracy / err)^(1/2) times as long would just do.
 * Drake's CalcAdjustedStepSize and StepOnceErrorControlledAtMost.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/pair/default/default_mode.h"
#include "fast/pair/pair.h"

static const double safety = 0.9;
static const double least_shrinkage = 0.1, most_growth = 5;
static const double hysteresis_low = 0.9, hysteresis_high = 1.2;
/* What is left to a time is taken at once if it is this much longer than the step at most,
 * and does not count as the step's size if it is this much shorter. */
static const double stretch = 1.001, near_limit = 0.95;

static const double estimate_exponent = 1.0 / FAST_ERROR_ESTIMATE_ORDER;

/* What the power and a product may be off by, and far more. */
static const double power_margin = 1e-9;

static inline double smaller(double a, double b) {
    return a < b ? a : b;
}

/* The size where the error asks for h (square)^(1/2) and a bound decides, whatever the power
 * is to the last bit; NaN: none does. More than cap is as good as most_growth. */
static inline double find_without_power(double err, double limit, double h, double cap,
                                        double square) {
    const double most = hysteresis_high * hysteresis_high, more = 1 + power_margin;
    const double less = 1 - power_margin;
    if (square < less && err <= limit)
        return h;
    if (square > more && square < most * less)
        return h;
    if (square > most * more && square * h * h > cap * cap * more)
        return most_growth * h;
    return NAN;
}

/* The size that the error asks for, before any bounds but those of sense: neither a growth
 * nor a shrinkage by little. Beyond cap it need not be right. */
static inline double propose_step(double err, double limit, double h, double cap,
                                  bool *at_minimum, bool *shrinking) {
    const double square = safety * safety * (limit / err);
    double next = find_without_power(err, limit, h, cap, square);
    if (!isnan(next)) {
        *shrinking = square < 1;
        *at_minimum = *at_minimum && *shrinking;
        return next;
    }
    next = err == 0 ? most_growth * h : safety * h * pow(limit / err, estimate_exponent);
    if (next > h) {
        *at_minimum = false;
        if (next < hysteresis_high * h)
            next = h;
    }
    *shrinking = next < h;
    if (next < h)
        next = err <= limit ? h : smaller(next, hysteresis_low * h);
    return next;
}

/* fast_adjust_step, the working minimum being this. */
static inline enum fast_status adjust_step(const struct pair *integrator,
                                           double working_minimum, double err,
                                           double limit, double h, bool *at_minimum,
                                           bool *accepted, double *next) {
    const struct integrator_options *options = &integrator->options;
    bool shrinking;
    *accepted = false;
    *next = least_shrinkage * h;
    if (!isfinite(err))
        return FAST_OK;
    const double cap =
        smaller(options->max_step, most_growth * h); /* if that is NaN, too */
    double size = propose_step(err, limit, h, cap, at_minimum, &shrinking);
    *accepted = true;
    *next = h;
    if (shrinking && *at_minimum)
        return FAST_OK;
    if (size < least_shrinkage * h)
        size = least_shrinkage * h;
    if (size > cap)
        size = cap;
    if (size < working_minimum && size < h && options->throw_on_min_step)
        return FAST_BELOW_MIN_STEP;
    if (size <= working_minimum) {
        size = working_minimum;
        *at_minimum = true;
    }
    *next = size;
    *accepted = size >= h;
    return FAST_OK;
}

enum fast_status fast_adjust_step(const struct pair *integrator, double err, double limit,
                                  double h, bool *at_minimum, bool *accepted,
                                  double *next) {
    return adjust_step(integrator, pair_working_minimum(integrator), err, limit, h,
                       at_minimum, accepted, next);
}

bool fast_halving_may_help(const struct pair *integrator, enum fast_status status,
                           double h) {
    return status != FAST_CALLBACK && status != FAST_NO_MEMORY &&
           h >= pair_working_minimum(integrator);
}

/* After an attempt at *h that has ended with status: at the first of *h/2, *h/4, ... that
 * succeeds. */
static enum fast_status halve(struct pair *integrator, double minimum,
                              enum fast_status status, double *h) {
    struct pair_statistics *statistics = &integrator->statistics;
    while (status != FAST_OK && fast_halving_may_help(integrator, status, *h)) {
        *h *= 0.5;
        if (integrator->options.throw_on_min_step && *h < minimum)
            return status == FAST_NOT_FINITE ? status : FAST_BELOW_MIN_STEP;
        statistics->shrink_substep_failure++;
        statistics->substep_failures++;
        status = fast_attempt(integrator, *h);
    }
    return status;
}

/* *h cut or stretched to what is left, h_max, and to max_step. Whether it was cut for being
 * more than what is left. */
static inline bool limit_step(const struct pair *integrator, double h_max, double *h) {
    bool limited = h_max < near_limit * *h;
    if (limited || h_max < stretch * *h)
        *h = h_max;
    if (*h > integrator->options.max_step)
        *h = integrator->options.max_step;
    return limited;
}

/* Takes the attempt of h over. */
static inline enum fast_status accept(struct pair *integrator, double h, double h_max) {
    struct pair_statistics *statistics = &integrator->statistics;
    enum fast_status status = fast_accept(integrator, h);
    if (status != FAST_OK)
        return status;
    double smallest = statistics->smallest_adapted_step;
    if (isnan(smallest) || (h < smallest && h < h_max))
        statistics->smallest_adapted_step = h;
    return FAST_OK;
}

/* The error of the attempt, and what it may be. Default mode has measured it where it measures
 * as the error norm does; 0: or has not. */
static inline enum fast_status measure_error(struct pair *integrator, double *err,
                                             double *limit) {
    const struct fast_default *default_mode = integrator->default_mode;
    if (fast_has_tolerances(integrator)) {
        *err = fast_scaled_mean(integrator, integrator->deviation);
        *limit = 1;
        return FAST_OK;
    }
    *limit = integrator->statistics.accuracy_in_use;
    if (default_mode != NULL && default_mode->estimate > 0 &&
        integrator->weights_are_one && integrator->system.map == NULL) {
        *err = default_mode->estimate;
        return FAST_OK;
    }
    return fast_error_norm(integrator, integrator->small, integrator->deviation, err);
}

/* Judges the attempt of h that is in large and small. */
static inline enum fast_status judge(struct pair *integrator, double minimum, double h,
                                     bool *at_minimum, bool *accepted, double *next) {
    const double t = integrator->t;
    double err, limit;
    enum fast_status status = measure_error(integrator, &err, &limit);
    if (status != FAST_OK)
        return status;
    const bool is_default = integrator->default_mode != NULL;
    if (!isfinite(err) && h < (is_default ? minimum : fast_working_minimum(t, 0)))
        return FAST_NOT_FINITE; /* no shorter step is of help */
    status = adjust_step(integrator, minimum, err, limit, h, at_minimum, accepted, next);
    if (status != FAST_OK)
        return status;
    if (*accepted && integrator->default_mode != NULL &&
        integrator->default_mode->cautious > 0)
        *next = fast_limit_growth(integrator->default_mode, h, *next);
    fast_tell(integrator, PAIR_DECISION_ERROR, *accepted, t, h, err, limit);
    fast_tell(integrator, PAIR_DECISION_STEP, (*next > h) - (*next < h), t, h, *next, h);
    return FAST_OK;
}

/* What the first step of at most h_max tries: the target, which is max_step unless another
 * one is set. */
static double choose_first_step(const struct pair *integrator, double h_max) {
    double target = integrator->initial_target;
    if (isnan(target))
        target = integrator->options.max_step;
    return isnan(target) ? h_max : target;
}

enum fast_status fast_step_with_control(struct pair *integrator, double h_max,
                                        bool *whole) {
    struct pair_statistics *statistics = &integrator->statistics;
    const double ideal = statistics->ideal_next_step;
    const double minimum =
        fast_working_minimum(integrator->t, integrator->options.min_step);
    double h = isnan(ideal) ? choose_first_step(integrator, h_max) : ideal, next = h;
    bool at_minimum = false, accepted = false;
    integrator->controls_error = true;
    if (integrator->options.mode == FAST_FAITHFUL)
        fast_record_jump(
            integrator); /* the original asks for the state as if to change it */
    while (!accepted) {
        bool limited = limit_step(integrator, h_max, &h);
        enum fast_status status = fast_attempt(integrator, h);
        if (status != FAST_OK) {
            double part = h; /* so that h need not be in memory */
            status = halve(integrator, minimum, status, &part);
            h = part;
        }
        if (status == FAST_OK)
            status = judge(integrator, minimum, h, &at_minimum, &accepted, &next);
        if (status == FAST_OK && accepted)
            status = accept(integrator, h, h_max);
        if (status != FAST_OK)
            return status;
        *whole = h == h_max;
        if (accepted && !limited)
            statistics->ideal_next_step = next;
        if (!accepted) {
            statistics->shrink_error_control++;
            if (integrator->options.mode == FAST_DEFAULT)
                fast_after_rejected(integrator, h, FAST_OK);
            h = next;
        }
    }
    return FAST_OK;
}
