/* The stepper with impulses as a class of integrator.h. The k-th of steps of h from t0 on ends
 * at t0 + k h, rounded once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "fast/integrator.h"

/* A step that would end so close to the end, in units of its size, ends there: the distance
 * is what rounding of the number of steps and of their size amounts to. */
static const double closeness = 0x1p-20;

struct impulsive {
    contact_stepper *inside;
    bool is_fixed;
    double max_step; /* the options'; NaN: none */
    /* Steps of grid_step (NaN: none yet) from grid_begin on, grid_count of them made. */
    double grid_begin, grid_step;
    long grid_count;
    struct contact_system system;
    double room[]; /* [rows of joints] */
};

static enum fast_status start(void *self, double t, const double *x) {
    struct impulsive *c = self;
    enum fast_status status = contact_start(c->inside, t, x);
    if (status == FAST_OK)
        c->grid_step = NAN;
    return status;
}

static enum fast_status step(void *self, double h) {
    struct impulsive *c = self;
    c->grid_step = NAN;
    return contact_step(c->inside, h);
}

/* Where the next step of h ends, t_final at the latest. */
static double find_end(struct impulsive *c, double h, double t_final) {
    if (!(c->grid_step <= h && c->grid_step >= h)) {
        c->grid_step = h;
        c->grid_begin = contact_time(c->inside);
        c->grid_count = 0;
    }
    const double end = c->grid_begin + ((double)c->grid_count + 1) * h;
    return end < t_final - closeness * h ? end : t_final;
}

static enum fast_status take_fixed(struct impulsive *c, double h, double t_final) {
    const double end = find_end(c, h, t_final), t = contact_time(c->inside);
    enum fast_status status = end > t ? contact_step(c->inside, end - t) : FAST_OK;
    c->grid_count++;
    if (status != FAST_OK || !(end < t_final))
        c->grid_step = NAN;
    return status;
}

/* As contact_advance() refuses times, and sizes too short to change t. */
static enum fast_status check_times(double t, double h, double t_final) {
    if (!(h > 0) || !(t_final >= t) || !isfinite(fmin(t + h, t_final)))
        return FAST_BAD_TIME;
    return t + h > t || !(t_final > t) ? FAST_OK : FAST_BELOW_MIN_STEP;
}

static enum fast_status advance(void *self, double h, double t_final) {
    struct impulsive *c = self;
    h = h > c->max_step ? c->max_step : h; /* NaN stays */
    const enum fast_status status = check_times(contact_time(c->inside), h, t_final);
    if (status != FAST_OK)
        return status;
    return c->is_fixed ? take_fixed(c, h, t_final)
                       : contact_advance(c->inside, h, t_final);
}

static enum fast_status run(void *self, double h, double t_final) {
    struct impulsive *c = self;
    if (!c->is_fixed && h == INFINITY)
        return contact_run(c->inside, t_final);
    enum fast_status status;
    do {
        status = advance(c, h, t_final);
    } while (status == FAST_OK && contact_time(c->inside) < t_final);
    return status;
}

/* Steps that error control chooses end at the times that are told. */
static enum fast_status tell(void *self, double report, double t_final, bool *told) {
    struct impulsive *c = self;
    const double end = fmin(report, t_final);
    enum fast_status status =
        contact_time(c->inside) < end ? advance(c, INFINITY, end) : FAST_OK;
    *told = status == FAST_OK && contact_time(c->inside) >= report;
    return status;
}

static double time_now(const void *self) {
    const struct impulsive *c = self;
    return contact_time(c->inside);
}

static const double *state(const void *self) {
    const struct impulsive *c = self;
    return contact_state(c->inside);
}

static const double *estimate(void *self) {
    const struct impulsive *c = self;
    return contact_error_estimate(c->inside);
}

static double find_largest(const double *error, int n) {
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = isnan(largest) || fabs(error[i]) <= largest ? largest : fabs(error[i]);
    return largest;
}

static void constraint_errors(void *self, double *position, double *velocity) {
    struct impulsive *c = self;
    const struct mechanical_system *s = &c->system.motion;
    const double t = contact_time(c->inside), *x = contact_state(c->inside);
    *position = *velocity = 0;
    if (s->rows == 0)
        return;
    if (s->position(s->free.context, t, x, c->room, NULL) == 0)
        *position = find_largest(c->room, s->holonomic);
    if (s->velocity(s->free.context, t, x, c->room, NULL) == 0)
        *velocity = find_largest(c->room, s->rows);
}

static const void *statistics(const void *self) {
    const struct impulsive *c = self;
    return contact_statistics(c->inside);
}

static int failed(const void *self) {
    const struct impulsive *c = self;
    return contact_failed(c->inside);
}

static void *inside(void *self) {
    const struct impulsive *c = self;
    return c->inside;
}

static void free_contact(void *self) {
    struct impulsive *c = self;
    contact_free(c->inside);
    free(c);
}

static const struct integrator_counter counters[] = {
#define ADD_COUNTER(name) {#name, false, offsetof(struct contact_statistics, name)},
    CONTACT_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_MEASURE(name) {#name, true, offsetof(struct contact_statistics, name)},
        CONTACT_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
            {NULL, false, 0}};

#define CONTACT_CLASS(its_estimate, its_tell)                                            \
    {                                                                                    \
        .name = "contact", .counters = counters, .start = start, .step = step,           \
        .advance = advance, .run = run, .tell = its_tell, .time = time_now,              \
        .advanced_time = time_now, .state = state, .estimate = its_estimate,             \
        .constraint_errors = constraint_errors, .statistics = statistics,                \
        .failed = failed, .inside = inside, .free = free_contact                         \
    }
static const struct integrator_class controlled = CONTACT_CLASS(estimate, tell),
                                     fixed = CONTACT_CLASS(NULL, NULL);

enum fast_status integrator_of_contact(struct integrator *integrator,
                                       const struct contact_system *system,
                                       const struct contact_options *options) {
    contact_stepper *made;
    enum fast_status status = contact_alloc(&made, system, options);
    if (status != FAST_OK)
        return status;
    struct impulsive *c =
        calloc(1, sizeof *c + (size_t)system->motion.rows * sizeof *c->room);
    if (c == NULL) {
        contact_free(made);
        return FAST_NO_MEMORY;
    }
    c->inside = made;
    c->system = *system;
    c->is_fixed = !isnan(options->fixed_step);
    c->max_step = options->max_step;
    c->grid_step = NAN;
    *integrator = (struct integrator){c->is_fixed ? &fixed : &controlled, c};
    return FAST_OK;
}
