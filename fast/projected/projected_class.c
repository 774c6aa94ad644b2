/* The projected methods as a class of integrator.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "fast/integrator.h"

struct projected {
    mechanical *inside;
    double max_step, fixed_step; /* the options'; fixed_step NaN: error control */
    double sign; /* of the method's own estimate, for it to be computed minus true */
    int nx;
    double estimate[]; /* [nx] */
};

static enum fast_status start(void *self, double t, const double *x) {
    struct projected *p = self;
    return mechanical_start(p->inside, t, x);
}

static enum fast_status step(void *self, double h) {
    struct projected *p = self;
    return mechanical_step(p->inside, h);
}

static double limit(const struct projected *p, double h) {
    return h > p->max_step ? p->max_step : h; /* NaN stays */
}

static enum fast_status advance(void *self, double h, double t_final) {
    struct projected *p = self;
    return mechanical_advance(p->inside, limit(p, h), t_final);
}

/* Steps as advance() makes them; in one go where those are the integrator's own. */
static enum fast_status run(void *self, double h, double t_final) {
    struct projected *p = self;
    if (isnan(p->fixed_step) ? h == INFINITY : limit(p, h) == p->fixed_step)
        return mechanical_run(p->inside, t_final);
    enum fast_status status;
    do {
        status = advance(p, h, t_final);
    } while (status == FAST_OK && mechanical_advanced_time(p->inside) < t_final);
    return status;
}

static enum fast_status tell(void *self, double report, double t_final, bool *told) {
    struct projected *p = self;
    enum mechanical_stop stop = MECHANICAL_START_OF_INTERVAL;
    enum fast_status status = FAST_OK;
    while (status == FAST_OK && stop == MECHANICAL_START_OF_INTERVAL)
        status = mechanical_step_to(p->inside, report, t_final, &stop);
    *told = status == FAST_OK && stop == MECHANICAL_REACHED_REPORT_TIME;
    return status;
}

static double time_now(const void *self) {
    const struct projected *p = self;
    return mechanical_time(p->inside);
}

static double advanced_time(const void *self) {
    const struct projected *p = self;
    return mechanical_advanced_time(p->inside);
}

static const double *state(const void *self) {
    const struct projected *p = self;
    return mechanical_state(p->inside);
}

static const double *estimate(void *self) {
    struct projected *p = self;
    const double *its = mechanical_error_estimate(p->inside);
    for (int i = 0; i < p->nx; i++)
        p->estimate[i] = p->sign * its[i] + 0.0; /* no minus zero */
    return p->estimate;
}

static const double *multipliers(const void *self) {
    const struct projected *p = self;
    return mechanical_multipliers(p->inside);
}

static void constraint_errors(void *self, double *position, double *velocity) {
    struct projected *p = self;
    *position = mechanical_position_error(p->inside);
    *velocity = mechanical_velocity_error(p->inside);
}

static const void *statistics(const void *self) {
    const struct projected *p = self;
    return mechanical_statistics(p->inside);
}

static int failed(const void *self) {
    const struct projected *p = self;
    return mechanical_failed_row(p->inside);
}

static void *inside(void *self) {
    const struct projected *p = self;
    return p->inside;
}

static void free_projected(void *self) {
    struct projected *p = self;
    mechanical_free(p->inside);
    free(p);
}

static const struct integrator_counter counters[] = {
#define ADD_COUNTER(name) {#name, false, offsetof(struct mechanical_statistics, name)},
    MECHANICAL_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_MEASURE(name) {#name, true, offsetof(struct mechanical_statistics, name)},
        MECHANICAL_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
            {NULL, false, 0}};

#define PROJECTED_CLASS(its_estimate)                                                    \
    {                                                                                    \
        .name = "projected", .counters = counters, .start = start, .step = step,         \
        .advance = advance, .run = run, .tell = tell, .time = time_now,                  \
        .advanced_time = advanced_time, .state = state, .estimate = its_estimate,        \
        .multipliers = multipliers, .constraint_errors = constraint_errors,              \
        .statistics = statistics, .failed = failed, .inside = inside,                    \
        .free = free_projected                                                           \
    }
static const struct integrator_class with_estimate = PROJECTED_CLASS(estimate),
                                     without_estimate = PROJECTED_CLASS(NULL);

/* Semi-explicit Euler 2 and Merson's method have result minus comparison; as the comparison is
 * the less accurate one, computed minus true is minus that. Merson's method has absolute values
 * in faithful mode. */
static double find_sign(const struct mechanical_options *options) {
    return options->method == MECHANICAL_SEMI_EXPLICIT_EULER_2 ||
                   (options->method == MECHANICAL_RUNGE_KUTTA_MERSON &&
                    options->mode == FAST_DEFAULT)
               ? -1
               : 1;
}

enum fast_status integrator_of_projected(struct integrator *integrator,
                                         const struct mechanical_system *system,
                                         const struct mechanical_options *options) {
    mechanical *made;
    enum fast_status status = mechanical_alloc(&made, system, options);
    if (status != FAST_OK)
        return status;
    const int nx = system->free.nq + system->free.nv + system->free.nz;
    struct projected *p = calloc(1, sizeof *p + (size_t)nx * sizeof *p->estimate);
    if (p == NULL) {
        mechanical_free(made);
        return FAST_NO_MEMORY;
    }
    p->inside = made;
    p->nx = nx;
    p->max_step = options->max_step;
    p->fixed_step = options->fixed_step;
    p->sign = find_sign(options);
    const bool estimates = options->method != MECHANICAL_SEMI_EXPLICIT_EULER;
    *integrator = (struct integrator){estimates ? &with_estimate : &without_estimate, p};
    return FAST_OK;
}
