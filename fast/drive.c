/* From time to time: one attempt as it is (fast_step), or as many steps of at most max_step
 * as it takes, each halved while it fails (fast_run).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/internal.h"

enum fast_status fast_step(fast *integrator, double h) {
    if (!integrator->started)
        return FAST_NOT_STARTED;
    if (h < 0 || !isfinite(integrator->t + h)) /* nor is it if h is NaN */
        return FAST_BAD_TIME;
    enum fast_status status = fast_attempt(integrator, h);
    if (status == FAST_OK)
        fast_count_step(&integrator->statistics, h);
    return status;
}

/* Whether an attempt that has failed so may succeed with a shorter step: not if a callback
 * gave up, nor if there were no equations to solve. */
static bool halving_may_help(const fast *integrator, enum fast_status status, double h) {
    return status != FAST_CALLBACK && h >= fast_working_minimum(integrator);
}

/* A step of h, or of the first of h/2, h/4, ... that succeeds; *whole: it was h. */
static enum fast_status step_halving(fast *integrator, double h, bool *whole) {
    struct fast_statistics *statistics = &integrator->statistics;
    enum fast_status status = fast_attempt(integrator, h);
    *whole = status == FAST_OK;
    while (status != FAST_OK && halving_may_help(integrator, status, h)) {
        statistics->shrink_substep_failure++;
        statistics->substep_failures++;
        h *= 0.5;
        if (integrator->options.throw_on_min_step && h < fast_working_minimum(integrator))
            return status == FAST_NOT_FINITE ? status : FAST_BELOW_MIN_STEP;
        status = fast_attempt(integrator, h);
    }
    return status;
}

/* One step, from which t comes out as target exactly if the step was whole. */
static enum fast_status step_towards(fast *integrator, double target) {
    const double t0 = integrator->t;
    bool whole;
    enum fast_status status = step_halving(integrator, target - t0, &whole);
    if (status != FAST_OK)
        return status;
    fast_count_step(&integrator->statistics, integrator->t - t0);
    if (whole || integrator->t >= target)
        integrator->t = target;
    return FAST_OK;
}

enum fast_status fast_run(fast *integrator, double t_final) {
    const double max_step = integrator->options.max_step;
    if (!integrator->started)
        return FAST_NOT_STARTED;
    if (!isfinite(t_final) || t_final < integrator->t)
        return FAST_BAD_TIME;
    do {
        double target = fmin(t_final, integrator->t + max_step);
        if (target == integrator->t && target < t_final)
            return FAST_BELOW_MIN_STEP; /* max_step is lost in rounding t */
        enum fast_status status = step_towards(integrator, target);
        if (status != FAST_OK)
            return status;
    } while (integrator->t < t_final);
    return FAST_OK;
}
