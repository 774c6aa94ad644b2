/* From time to time: starting, single steps, and stepping until something is to be told
 * (Simbody 3.7: AbstractIntegratorRep::initialize and stepTo).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

/* What the caller sees of the advanced state. */
static void publish(struct projected *m) {
    projected_copy(m->nx, m->advanced, m->state);
    if (m->formula.has_estimate)
        projected_copy(m->nx, m->estimate, m->accepted_deviation);
}

static void tell_step(struct projected *m) {
    publish(m);
    projected_tell_advanced(m);
}

static void forget_steps(struct projected *m, double t) {
    m->t = m->previous_t = t;
    m->next_step = projected_first_step(&m->options);
    m->statistics.next_step = m->next_step;
    if (m->options.mode == FAST_FAITHFUL) /* before there is one */
        m->statistics.last_step = m->next_step;
    m->power = (struct projected_power){.absolute = m->power.absolute};
    m->is_started = m->is_at_start = m->is_pending = true;
    m->is_over = false;
    for (int i = 0; i < m->nx; i++)
        m->accepted_deviation[i] = m->estimate[i] = 0;
}

enum fast_status projected_start(void *self, double t, const double *x) {
    struct projected *m = self;
    struct projected_statistics before = m->statistics;
    if (!isfinite(t) || !projected_is_finite(m->nx, x))
        return FAST_NOT_FINITE;
    m->statistics = (struct projected_statistics){.first_step = NAN,
                                                  .last_step = NAN,
                                                  .constraint_tolerance_in_use =
                                                      projected_tolerance(&m->options)};
    projected_copy(m->nx, m->trial, x);
    enum fast_status status = projected_project_start(m, t, m->trial);
    if (status == FAST_PROJECTION)
        status = FAST_INCONSISTENT;
    /* The original evaluates, invalidates, and evaluates again. */
    const int evaluations = m->options.mode == FAST_FAITHFUL ? 2 : 1;
    for (int i = 0; i < evaluations && status == FAST_OK; i++)
        status = projected_realize(m, t, m->trial, m->next_slope + m->nq);
    if (status != FAST_OK) {
        m->statistics = before;
        return status;
    }
    projected_swap(&m->state, &m->trial);
    projected_swap(&m->slope, &m->next_slope);
    m->slope_is_known = true;
    forget_steps(m, t);
    tell_step(m);
    return FAST_OK;
}

/* The nominal size of fixed steps; NaN: error control. */
static double fixed_size(const struct projected *m) {
    return m->options.fixed_step ? m->options.step : NAN;
}

static enum fast_status run_until(struct projected *m, double h, double t_max) {
    if (m->is_plain && !isnan(h))
        return projected_run_plainly(m, h, t_max);
    enum fast_status status = FAST_OK;
    while (m->t < t_max && status == FAST_OK)
        status = projected_take_step(m, h, t_max);
    return status;
}

enum fast_status projected_run(struct projected *m, double t_final) {
    if (!m->is_started)
        return FAST_NOT_STARTED;
    if (!(t_final >= m->t) || !isfinite(t_final))
        return FAST_BAD_TIME;
    if (t_final > m->options.final_time)
        return FAST_FINISHED;
    m->is_at_start = m->is_pending = false;
    enum fast_status status = run_until(m, fixed_size(m), t_final);
    tell_step(m);
    return status;
}

enum fast_status projected_step(void *self, double h) {
    struct projected *m = self;
    if (!m->is_started)
        return FAST_NOT_STARTED;
    if (!(h > 0) || !isfinite(m->t + h) || !(m->t + h > m->t))
        return FAST_BAD_TIME;
    enum fast_status status = projected_take_step(m, h, INFINITY);
    if (status != FAST_OK)
        return status;
    m->is_at_start = m->is_pending = false;
    tell_step(m);
    return FAST_OK;
}

enum fast_status projected_advance(struct projected *m, double h, double t_final) {
    if (!m->is_started)
        return FAST_NOT_STARTED;
    if (!(h > 0) || !(t_final >= m->t) || !isfinite(fmin(m->t + h, t_final)))
        return FAST_BAD_TIME;
    if (m->t >= m->options.final_time)
        return FAST_FINISHED;
    const bool is_fixed = !isnan(fixed_size(m));
    const double t_max = fmin(t_final, m->options.final_time);
    if (!(t_max > m->t))
        return FAST_OK;
    enum fast_status status = is_fixed
                                  ? projected_take_step(m, h, t_max)
                                  : projected_take_step(m, NAN, fmin(m->t + h, t_max));
    if (status != FAST_OK)
        return status;
    m->is_at_start = m->is_pending = false;
    tell_step(m);
    return FAST_OK;
}

/* Whether the step that is pending is to be told, and as what. */
static bool is_to_be_told(struct projected *m, double scheduled, long steps,
                          enum projected_stop *stop) {
    const struct integrator_options *options = &m->options;
    if (m->t >= scheduled)
        *stop = PROJECTED_REACHED_SCHEDULED_TIME;
    else if (options->return_every_step)
        *stop = PROJECTED_TIME_HAS_ADVANCED;
    else if (m->t >= options->final_time) /* the original ends with the next call */
        *stop = options->mode == FAST_FAITHFUL ? PROJECTED_REACHED_REPORT_TIME
                                               : PROJECTED_END_OF_SIMULATION;
    else if (options->step_limit > 0 && steps >= options->step_limit)
        *stop = PROJECTED_REACHED_STEP_LIMIT;
    else
        return false;
    return true;
}

/* A report that cannot be projected: the original is back at the start of the step then, and tells
 * that, or, where it has told of the step before, what this report has become. */
static void go_back(struct projected *m, double report, const double *unmade) {
    projected_copy(m->nx, m->state, m->previous);
    m->t = m->previous_t;
    m->slope_is_known = false;
    if (m->told_t > m->t) {
        projected_copy(m->nx, m->told, unmade);
        m->told_t = report;
    }
}

static enum fast_status tell_report(struct projected *m, double report) {
    enum fast_status status = projected_tell_between(m, report);
    if (status == FAST_PROJECTION && m->options.mode == FAST_FAITHFUL)
        go_back(m, report, m->middle);
    else if (status != FAST_OK)
        projected_tell_advanced(m);
    return status;
}

/* Steps until one of the times, or what the options ask for. */
static enum fast_status go_on(struct projected *m, double report, double scheduled,
                              enum projected_stop *stop) {
    double t_max = fmin(scheduled, m->options.final_time);
    if (!m->options.interpolate)
        t_max = fmin(t_max, report);
    for (long steps = 0;; steps++) {
        if (m->is_pending && m->t >= report) {
            *stop = PROJECTED_REACHED_REPORT_TIME;
            m->is_pending = m->t > report;
            if (m->t > report)
                return tell_report(m, report);
            projected_tell_advanced(m);
            return FAST_OK;
        }
        if (m->is_pending && is_to_be_told(m, scheduled, steps, stop)) {
            m->is_pending = false;
            m->is_over = *stop == PROJECTED_END_OF_SIMULATION;
            projected_tell_advanced(m);
            return FAST_OK;
        }
        projected_tell_advanced(m);
        enum fast_status status = projected_take_step(m, fixed_size(m), t_max);
        if (status != FAST_OK)
            return status;
        m->is_pending = true;
    }
}

/* What there is to tell without a step; false: nothing. */
static bool is_there_already(struct projected *m, double report, double scheduled,
                             enum projected_stop *stop) {
    if (m->is_at_start)
        *stop = PROJECTED_START_OF_INTERVAL;
    else if (!m->is_pending && m->t >= m->options.final_time)
        *stop = PROJECTED_END_OF_SIMULATION;
    else if (!m->is_pending && m->t >= report)
        *stop = PROJECTED_REACHED_REPORT_TIME;
    else if (!m->is_pending && m->t >= scheduled)
        *stop = PROJECTED_REACHED_SCHEDULED_TIME;
    else
        return false;
    m->is_over = *stop == PROJECTED_END_OF_SIMULATION;
    if (m->is_at_start)
        m->is_at_start = m->is_pending = false;
    projected_tell_advanced(m);
    return true;
}

enum fast_status projected_step_to(struct projected *m, double report, double scheduled,
                                   enum projected_stop *stop) {
    if (!m->is_started)
        return FAST_NOT_STARTED;
    if (!(report >= m->told_t) || !(scheduled >= m->t))
        return FAST_BAD_TIME;
    if (m->is_over)
        return FAST_FINISHED;
    if (is_there_already(m, report, scheduled, stop))
        return FAST_OK;
    enum projected_stop reached;
    enum fast_status status = go_on(m, report, scheduled, &reached);
    publish(m);
    if (status == FAST_OK)
        *stop = reached;
    return status;
}
