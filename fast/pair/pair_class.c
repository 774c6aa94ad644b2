/* The pair of implicit Euler as a class of integrator.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "fast/integrator.h"

struct pair {
    fast *inside;
    double max_step, initial_step; /* the options'; NaN: unset */
    bool untouched;                /* nothing has been tried since the start */
};

/* Starts with max_step as the longest step; an initial step that is longer becomes it. Starting
 * gives the first step's size a value, which is to be found anew each time. */
static enum fast_status begin(struct pair *pair, double max_step, double t,
                              const double *x) {
    const double initial = pair->initial_step > max_step ? max_step : pair->initial_step;
    enum fast_status status = fast_set_max_step(pair->inside, max_step);
    if (status == FAST_OK)
        status = fast_set_initial_step(pair->inside, initial);
    if (status == FAST_OK)
        status = fast_start(pair->inside, t, x);
    if (status != FAST_OK)
        fast_set_max_step(pair->inside, NAN); /* the next limit is a change */
    return status;
}

static enum fast_status start(void *self, double t, const double *x) {
    struct pair *pair = self;
    enum fast_status status = begin(pair, pair->max_step, t, x);
    pair->untouched = pair->untouched || status == FAST_OK;
    return status;
}

static enum fast_status step(void *self, double h) {
    struct pair *pair = self;
    pair->untouched = false;
    return fast_step(pair->inside, h);
}

/* Makes h the longest step of those towards t_final. Before the first one that is as if it had
 * been so at the start, when the first step's size was found. */
static enum fast_status limit_step(struct pair *pair, double h, double t_final) {
    const double t = fast_time(pair->inside), max_step = fmin(h, pair->max_step);
    if (!(h > 0) || !(t_final >= t))
        return FAST_BAD_TIME;
    if (t_final > t && !(t + max_step > t))
        return FAST_BELOW_MIN_STEP;
    if (max_step == fast_get_options(pair->inside)->max_step)
        return FAST_OK;
    return pair->untouched ? begin(pair, max_step, t, fast_state(pair->inside))
                           : fast_set_max_step(pair->inside, max_step);
}

static enum fast_status advance(void *self, double h, double t_final) {
    struct pair *pair = self;
    enum fast_status status = limit_step(pair, h, t_final);
    if (status != FAST_OK)
        return status;
    const double limit = fast_time(pair->inside) + fmin(h, pair->max_step);
    pair->untouched = false;
    return fast_advance(pair->inside, INFINITY, INFINITY, fmin(t_final, limit), NULL);
}

static enum fast_status run(void *self, double h, double t_final) {
    struct pair *pair = self;
    enum fast_status status = limit_step(pair, h, t_final);
    if (status != FAST_OK)
        return status;
    pair->untouched = false;
    return fast_run(pair->inside, t_final);
}

static double time_now(const void *self) {
    const struct pair *pair = self;
    return fast_time(pair->inside);
}

static const double *state(const void *self) {
    const struct pair *pair = self;
    return fast_state(pair->inside);
}

static const double *estimate(void *self) {
    const struct pair *pair = self;
    return fast_error_estimate(pair->inside);
}

static const void *statistics(const void *self) {
    const struct pair *pair = self;
    return fast_statistics(pair->inside);
}

static int failed(const void *self) {
    (void)self;
    return -1;
}

static void *inside(void *self) {
    const struct pair *pair = self;
    return pair->inside;
}

static void free_pair(void *self) {
    struct pair *pair = self;
    fast_free(pair->inside);
    free(pair);
}

static const struct integrator_counter counters[] = {
#define ADD_COUNTER(name) {#name, false, offsetof(struct fast_statistics, name)},
    FAST_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_MEASURE(name) {#name, true, offsetof(struct fast_statistics, name)},
        FAST_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
            {NULL, false, 0}};

static const struct integrator_class pair_class = {
    .name = "pair",
    .counters = counters,
    .start = start,
    .step = step,
    .advance = advance,
    .run = run,
    .time = time_now,
    .advanced_time = time_now,
    .state = state,
    .estimate = estimate,
    .statistics = statistics,
    .failed = failed,
    .inside = inside,
    .free = free_pair,
};

enum fast_status integrator_of_pair(struct integrator *integrator,
                                    const struct fast_system *system,
                                    const struct fast_options *options) {
    struct pair *pair = calloc(1, sizeof *pair);
    if (pair == NULL)
        return FAST_NO_MEMORY;
    enum fast_status status = fast_alloc(&pair->inside, system, options);
    if (status != FAST_OK) {
        free(pair);
        return status;
    }
    pair->max_step = options->max_step;
    pair->initial_step = options->initial_step;
    *integrator = (struct integrator){&pair_class, pair};
    return FAST_OK;
}
