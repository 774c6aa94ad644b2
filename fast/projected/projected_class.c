/* The projected methods as a class of integrator.h: h is the longest step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/integrator.h"
#include "fast/projected/internal.h"

static double limit_size(const struct projected *m, double h) {
    return h > m->options.max_step ? m->options.max_step : h; /* NaN stays */
}

static enum fast_status advance_projected(void *self, double h, double t_final) {
    return projected_advance(self, limit_size(self, h), t_final);
}

/* Steps as advance_projected() makes them; in one go where those are the integrator's own. */
static enum fast_status run_projected(void *self, double h, double t_final) {
    struct projected *m = self;
    if (m->options.fixed_step ? limit_size(m, h) == m->options.step : h == INFINITY)
        return projected_run(m, t_final);
    enum fast_status status;
    do {
        status = advance_projected(m, h, t_final);
    } while (status == FAST_OK && m->t < t_final);
    return status;
}

static enum fast_status tell_projected(void *self, double report, double t_final,
                                       bool *told) {
    enum projected_stop stop = PROJECTED_START_OF_INTERVAL;
    enum fast_status status = FAST_OK;
    while (status == FAST_OK && stop == PROJECTED_START_OF_INTERVAL)
        status = projected_step_to(self, report, t_final, &stop);
    *told = status == FAST_OK && stop == PROJECTED_REACHED_REPORT_TIME;
    return status;
}

/* Computed minus true. Semi-explicit Euler 2 and Merson's method have result minus comparison;
 * as the comparison is the less accurate one, that is minus it. Merson's method has absolute
 * values in faithful mode. */
static const double *estimate_of_projected(void *self) {
    struct projected *m = self;
    const enum integrator_method method = m->options.method;
    const double sign = method == PROJECTED_SEMI_EXPLICIT_EULER_2 ||
                                (method == PROJECTED_RUNGE_KUTTA_MERSON &&
                                 m->options.mode == FAST_DEFAULT)
                            ? -1
                            : 1;
    for (int i = 0; i < m->nx; i++)
        m->signed_estimate[i] = sign * m->estimate[i] + 0.0; /* no minus zero */
    return m->signed_estimate;
}

static void errors_of_projected(void *self, double *position, double *velocity) {
    *position = projected_position_error(self);
    *velocity = projected_velocity_error(self);
}

static const struct integrator_counter counters[] = {
#define ADD_COUNTER(name) {#name, false, offsetof(struct projected, statistics.name)},
    PROJECTED_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_MEASURE(name) {#name, true, offsetof(struct projected, statistics.name)},
        PROJECTED_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
            {NULL, false, 0}};

#define PROJECTED_CLASS(its_estimate)                                                    \
    {                                                                                    \
        .name = "projected", .counters = counters, .start = projected_start,             \
        .step = projected_step, .advance = advance_projected, .run = run_projected,      \
        .tell = tell_projected, .time = projected_time,                                  \
        .advanced_time = projected_advanced_time, .state = projected_state,              \
        .estimate = its_estimate, .multipliers = projected_multipliers,                  \
        .constraint_errors = errors_of_projected, .failed = projected_failed_row,        \
        .free = projected_free                                                           \
    }
static const struct integrator_class with_estimate =
                                         PROJECTED_CLASS(estimate_of_projected),
                                     without_estimate = PROJECTED_CLASS(NULL);

enum fast_status integrator_of_projected(struct integrator *integrator,
                                         const struct integrator_system *system,
                                         const struct integrator_options *options) {
    struct projected *m;
    struct integrator_options completed = *options;
    integrator_complete_options(&completed);
    completed.return_every_step = true;
    enum fast_status status = projected_alloc(&m, system, &completed);
    const bool estimates = projected_find_formula(options).has_estimate;
    if (status == FAST_OK)
        *integrator =
            (struct integrator){estimates ? &with_estimate : &without_estimate, m};
    return status;
}
