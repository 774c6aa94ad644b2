/* From time to time: one attempt as it is (pair_step, pair_step_to), one step no further than
 * some times (pair_advance), or as many steps as it takes (pair_run).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/pair/pair.h"

static enum fast_status step_once(struct pair *integrator, double h) {
    integrator->controls_error = false;
    enum fast_status status = fast_attempt(integrator, h);
    if (status == FAST_OK)
        status = fast_accept(integrator, h);
    return status;
}

enum fast_status pair_step(struct pair *integrator, double h) {
    if (!integrator->is_initialized)
        return FAST_NOT_STARTED;
    if (h < 0 || !isfinite(integrator->t + h)) /* nor is it if h is NaN */
        return FAST_BAD_TIME;
    enum fast_status status = step_once(integrator, h);
    if (status == FAST_OK)
        fast_count_step(&integrator->statistics, h);
    return status;
}

/* t, which a step has led to but for rounding, or which is beyond it, becomes target. The
 * original evaluates anew after that, even if t is the same. */
static void set_time(struct pair *integrator, double target) {
    if (integrator->record != NULL && integrator->t != target)
        fast_record_time(integrator, target);
    integrator->t = target;
    if (integrator->record != NULL && integrator->options.mode == FAST_FAITHFUL)
        fast_record_jump(integrator);
}

enum fast_status pair_step_to(struct pair *integrator, double t_target) {
    if (!integrator->is_initialized)
        return FAST_NOT_STARTED;
    if (!integrator->options.fixed_step)
        return FAST_NOT_FIXED;
    enum fast_status status = pair_step(integrator, t_target - integrator->t);
    if (status == FAST_OK)
        set_time(integrator, t_target);
    return status;
}

/* A step of h, or of the first of h/2, h/4, ... that succeeds; *whole: it was h. */
static enum fast_status step_halving(struct pair *integrator, double h, bool *whole) {
    struct pair_statistics *statistics = &integrator->statistics;
    enum fast_status status = step_once(integrator, h);
    *whole = status == FAST_OK;
    while (status != FAST_OK && fast_halving_may_help(integrator, status, h)) {
        statistics->shrink_substep_failure++;
        statistics->substep_failures++;
        h *= 0.5;
        if (integrator->options.throw_on_min_step && h < pair_working_minimum(integrator))
            return status == FAST_NOT_FINITE ? status : FAST_BELOW_MIN_STEP;
        status = step_once(integrator, h);
    }
    return status;
}

/* One step, from which t comes out as target exactly if the step was whole. */
static inline enum fast_status step_towards(struct pair *integrator, double target,
                                            bool *whole) {
    const double t0 = integrator->t;
    enum fast_status status =
        integrator->options.fixed_step
            ? step_halving(integrator, target - t0, whole)
            : fast_step_with_control(integrator, target - t0, whole);
    if (status != FAST_OK)
        return status;
    fast_count_step(&integrator->statistics, integrator->t - t0);
    *whole = *whole || integrator->t >= target;
    if (*whole)
        set_time(integrator, target);
    return FAST_OK;
}

/* One step to target, or of max_step if target is further than `stretch` of it (*limited). */
static inline enum fast_status step_within(struct pair *integrator, double target,
                                           double stretch, bool *limited, bool *whole) {
    const double t = integrator->t, max_step = integrator->options.max_step;
    *limited = t + stretch * max_step < target; /* not if max_step is NaN */
    if (*limited) {
        target = t + max_step;
        if (target == t)
            return FAST_BELOW_MIN_STEP; /* max_step is lost in rounding t */
    }
    const bool is_open = target == INFINITY && !integrator->options.fixed_step;
    if (!isfinite(target - t) && !is_open) /* error control needs no end */
        return FAST_BAD_TIME;
    return step_towards(integrator, target, whole);
}

/* The earliest of the times, and what it is. */
static double choose_target(double publish, double update, double boundary,
                            enum pair_stop *stop) {
    double target = update;
    *stop = PAIR_REACHED_UPDATE_TIME;
    if (publish < target) {
        target = publish;
        *stop = PAIR_REACHED_PUBLISH_TIME;
    }
    if (boundary < target) {
        target = boundary;
        *stop = PAIR_REACHED_BOUNDARY_TIME;
    }
    return target;
}

enum fast_status pair_advance(struct pair *integrator, double publish, double update,
                              double boundary, enum pair_stop *stop) {
    const double t = integrator->t;
    if (!integrator->is_initialized)
        return FAST_NOT_STARTED;
    if (!(publish >= t && update >= t && boundary >= t)) /* nor if one is NaN */
        return FAST_BAD_TIME;
    enum pair_stop reached;
    const double target = choose_target(publish, update, boundary, &reached);
    const double stretch = reached == PAIR_REACHED_BOUNDARY_TIME ? 1 : FAST_STRETCH;
    bool limited, whole;
    enum fast_status status = step_within(integrator, target, stretch, &limited, &whole);
    if (status == FAST_OK && stop != NULL)
        *stop = whole && !limited ? reached : PAIR_TIME_HAS_ADVANCED;
    return status;
}

enum fast_status pair_run(struct pair *integrator, double t_final) {
    if (!integrator->is_initialized)
        return FAST_NOT_STARTED;
    if (!isfinite(t_final) || t_final < integrator->t)
        return FAST_BAD_TIME;
    enum fast_status status;
    bool limited, whole;
    do
        status = step_within(integrator, t_final, 1, &limited, &whole);
    while (status == FAST_OK && integrator->t < t_final);
    return status;
}
