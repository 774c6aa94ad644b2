/* One step that is accepted (Simbody 3.7: AbstractIntegratorRep::takeOneStep).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

/* Default mode's shortest step, in units of |t| and the time scale: below it rounding is
 * all that an attempt differs by. */
static const double shortest_part = 1e-14;

/* What is told as the size of the first step, of nominal size h: the original tells h of a
 * method that has no estimate. */
static double size_of_first(const struct projected *m, double h) {
    const bool is_nominal = m->options.mode == FAST_FAITHFUL && !m->formula.has_estimate;
    return is_nominal ? h : m->statistics.last_step;
}

/* Takes over the trial at t1, of a step of nominal size h. */
static void projected_accept(struct projected *m, double h, double t1) {
    struct projected_statistics *statistics = &m->statistics;
    projected_swap(&m->previous, &m->state);
    projected_swap(&m->state, &m->trial);
    projected_swap(&m->previous_slope, &m->slope);
    projected_swap(&m->slope, &m->next_slope);
    if (m->formula.has_estimate)
        projected_swap(&m->accepted_deviation, &m->deviation);
    m->slope_is_known = m->next_slope_is_known;
    m->previous_t = m->t;
    m->t = t1;
    statistics->last_step = t1 - m->previous_t;
    if (statistics->steps_taken++ == 0)
        statistics->first_step = size_of_first(m, h);
    statistics->next_step = m->next_step;
}

/* One attempt, counted. */
static enum fast_status attempt(struct projected *m, double t1) {
    struct projected_statistics *statistics = &m->statistics;
    const long iterations = statistics->iterations;
    statistics->steps_attempted++;
    enum fast_status status = m->formula.attempt(m, t1);
    if (m->newton == NULL)
        statistics->iterations++;
    if (status != FAST_OK) {
        statistics->convergence_failures++;
        statistics->divergent_iterations += statistics->iterations - iterations;
    }
    return status;
}

/* The original takes fixed steps, and those at the minimum, whether or not they could be
 * projected. */
static bool is_accepted_anyway(const struct projected *m, enum fast_status status) {
    return status == FAST_OK ||
           (status == FAST_PROJECTION && m->options.mode == FAST_FAITHFUL);
}

static enum fast_status take_fixed_step(struct projected *m, double h, double t_max) {
    bool is_limited;
    const double t1 = projected_end_of_step(m->t, h, t_max, &is_limited);
    if (!(t1 > m->t))
        return FAST_BELOW_MIN_STEP;
    m->is_fixed = true;
    m->is_retried = false;
    if (m->constraint != NULL && m->formula.has_estimate)
        projected_freeze_scales(m);
    enum fast_status status = attempt(m, t1);
    if (!is_accepted_anyway(m, status))
        return status;
    projected_accept(m, h, t1);
    return FAST_OK;
}

/* Whether a step that is to be tried again with this size is too short to be. */
static bool is_too_short(const struct projected *m, double h) {
    return m->options.mode == FAST_DEFAULT &&
           h < shortest_part * fmax(fabs(m->t), m->options.time_scale);
}

/* At the minimum step the original accepts any error. */
static bool is_acceptable(const struct projected *m, double err, double h, double next) {
    if (!(next >= h))
        return false;
    return m->options.mode == FAST_FAITHFUL || err <= projected_accepted_error(m);
}

/* Why a step of this error is none. */
static enum fast_status find_reason(double err) {
    return isfinite(err) ? FAST_BELOW_MIN_STEP : FAST_NOT_FINITE;
}

static enum fast_status take_controlled_step(struct projected *m, double t_max) {
    struct projected_statistics *statistics = &m->statistics;
    enum fast_status reason = FAST_BELOW_MIN_STEP;
    double h = m->next_step;
    m->is_fixed = m->is_retried = false;
    for (;; m->is_retried = true) {
        bool is_limited;
        const double t1 = projected_end_of_step(m->t, h, t_max, &is_limited);
        if (!(t1 > m->t))
            return reason;
        const enum fast_status status = attempt(m, t1);
        const double err =
            status == FAST_OK ? projected_error_norm(m, m->deviation) : INFINITY;
        const double next = projected_resize(m, err, h, is_limited);
        statistics->step_size_changes += next != h;
        if (is_accepted_anyway(m, status) && is_acceptable(m, err, h, next)) {
            m->next_step = next;
            projected_accept(m, h, t1);
            return FAST_OK;
        }
        statistics->error_test_failures++;
        reason = status != FAST_OK ? status : find_reason(err);
        if (next >= h || is_too_short(m, next))
            return reason;
        h = next;
    }
}

enum fast_status projected_take_step(struct projected *m, double h, double t_max) {
    enum fast_status status = m->formula.needs_slope ? projected_know_slope(m) : FAST_OK;
    if (status != FAST_OK)
        return status;
    if (!isnan(h))
        return take_fixed_step(m, h, t_max);
    if (m->formula.pumps && m->options.mode == FAST_DEFAULT)
        projected_watch_power(m);
    projected_freeze_scales(m);
    return take_controlled_step(m, t_max);
}
