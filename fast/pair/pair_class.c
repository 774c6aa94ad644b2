/* The pair of implicit Euler as a class of integrator.h: h is its longest step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>

#include "fast/integrator.h"
#include "fast/pair/base/internal.h"

/* Starts with max_step as the longest step; an initial step that is longer becomes it. Starting
 * gives the first step's size a value, which is to be found anew each time. */
static enum fast_status begin_with_limit(struct pair *p, double max_step, double t,
                                         const double *x) {
    const double initial =
        p->asked_initial_step > max_step ? max_step : p->asked_initial_step;
    enum fast_status status = pair_set_max_step(p, max_step);
    if (status == FAST_OK)
        status = pair_set_initial_step(p, initial);
    if (status == FAST_OK)
        status = pair_start(p, t, x);
    if (status != FAST_OK)
        pair_set_max_step(p, NAN); /* the next limit is a change */
    return status;
}

static enum fast_status start_pair(void *self, double t, const double *x) {
    struct pair *p = self;
    enum fast_status status = begin_with_limit(p, p->asked_max_step, t, x);
    p->is_untouched = p->is_untouched || status == FAST_OK;
    return status;
}

static enum fast_status step_pair(void *self, double h) {
    struct pair *p = self;
    p->is_untouched = false;
    return pair_step(p, h);
}

/* Makes h the longest step of those towards t_final. Before the first one that is as if it had
 * been so at the start, when the first step's size was found. */
static enum fast_status limit_step(struct pair *p, double h, double t_final) {
    const double t = pair_time(p), max_step = fmin(h, p->asked_max_step);
    if (!(h > 0) || !(t_final >= t))
        return FAST_BAD_TIME;
    if (t_final > t && !(t + max_step > t))
        return FAST_BELOW_MIN_STEP;
    if (max_step == pair_get_options(p)->max_step)
        return FAST_OK;
    return p->is_untouched ? begin_with_limit(p, max_step, t, pair_state(p))
                           : pair_set_max_step(p, max_step);
}

static enum fast_status advance_pair(void *self, double h, double t_final) {
    struct pair *p = self;
    enum fast_status status = limit_step(p, h, t_final);
    if (status != FAST_OK)
        return status;
    const double limit = pair_time(p) + fmin(h, p->asked_max_step);
    p->is_untouched = false;
    return pair_advance(p, INFINITY, INFINITY, fmin(t_final, limit), NULL);
}

static enum fast_status run_pair(void *self, double h, double t_final) {
    struct pair *p = self;
    enum fast_status status = limit_step(p, h, t_final);
    if (status != FAST_OK)
        return status;
    p->is_untouched = false;
    return pair_run(p, t_final);
}

static const double *estimate_of_pair(void *self) {
    return pair_error_estimate(self);
}

static const struct integrator_counter counters[] = {
#define ADD_COUNTER(name) {#name, false, offsetof(struct pair, statistics.name)},
    PAIR_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_MEASURE(name) {#name, true, offsetof(struct pair, statistics.name)},
        PAIR_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
            {NULL, false, 0}};

static const struct integrator_class pair_class = {
    .name = "pair",
    .counters = counters,
    .start = start_pair,
    .step = step_pair,
    .advance = advance_pair,
    .run = run_pair,
    .time = pair_time,
    .advanced_time = pair_time,
    .state = pair_state,
    .estimate = estimate_of_pair,
    .free = pair_free,
};

enum fast_status integrator_of_pair(struct integrator *integrator,
                                    const struct integrator_system *system,
                                    const struct integrator_options *options) {
    struct pair *p;
    struct integrator_options completed = *options;
    integrator_complete_options(&completed);
    enum fast_status status = pair_alloc(&p, system, &completed);
    if (status != FAST_OK)
        return status;
    p->asked_max_step = completed.max_step;
    p->asked_initial_step = completed.initial_step;
    *integrator = (struct integrator){&pair_class, p};
    return FAST_OK;
}
