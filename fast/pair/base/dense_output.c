/* Dense output: on each step the cubic through state and rates at both ends,
 *
 *     x = c^2 (1 + 2s) x0 + s^2 (1 + 2c) x1 + h s c (c x0' - s x1'),  s = (t - t0) / h,
 *     c = 1 - s
 *
 * (Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I, (II.6.7)). The last
 * so many steps are kept, in a ring. Only steps that have been accepted get in, so neither
 * those that failed nor those that were rejected leave a trace.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fast/linear/vector.h"
#include "fast/pair/base/internal.h"

/* A kept step: its two ends in time, the states and the rates at them. */
enum { start_time, end_time, times };
enum { states_and_rates = 4 };

struct fast_record {
    bool is_on;
    bool start_is_current; /* start_rates belong to the present state */
    size_t nx, stride;
    long capacity, first, count;
    double *start_rates, *end_rates; /* [nx] of the attempt */
    double *steps;                   /* [capacity][stride] */
    double storage[];
};

static double *find_step(const struct fast_record *record, long i) {
    long place = record->first + i;
    if (place >= record->capacity || place < record->first) /* or beyond a long */
        place -= record->capacity;
    return record->steps + (size_t)place * record->stride;
}

static double *find_last(const struct fast_record *record) {
    return find_step(record, record->count - 1);
}

static struct fast_record *make_record(size_t nx, size_t segments) {
    const size_t stride = times + states_and_rates * nx;
    const size_t room = (SIZE_MAX - sizeof(struct fast_record)) / sizeof(double) - 2 * nx;
    if (segments > room / stride)
        return NULL;
    size_t doubles = 2 * nx + segments * stride;
    struct fast_record *record =
        malloc(sizeof *record + doubles * sizeof *record->storage);
    if (record == NULL)
        return NULL;
    *record = (struct fast_record){.is_on = true, .nx = nx, .stride = stride};
    record->capacity = (long)segments;
    record->start_rates = record->storage;
    record->end_rates = record->start_rates + nx;
    record->steps = record->end_rates + nx;
    return record;
}

enum fast_status pair_dense_start(struct pair *integrator, long segments) {
    if (!integrator->is_initialized)
        return FAST_NOT_STARTED;
    if (segments < 1 || segments > LONG_MAX / 2 || fast_records(integrator))
        return FAST_BAD_OPTION;
    struct fast_record *made = make_record((size_t)integrator->nx, (size_t)segments);
    if (made == NULL)
        return FAST_NO_MEMORY;
    if (fast_knows_start(integrator)) {
        const double *rates = integrator->record->start_rates;
        memcpy(made->start_rates, rates, made->nx * sizeof *rates);
        made->start_is_current = true;
    }
    fast_record_free(integrator);
    integrator->record = made;
    return FAST_OK;
}

enum fast_status pair_dense_stop(struct pair *integrator) {
    if (!fast_records(integrator))
        return FAST_NOT_DENSE;
    integrator->record->is_on = false;
    return FAST_OK;
}

/* The last step that starts at t or before. */
static const double *find_step_at(const struct fast_record *record, double t) {
    long low = 0, high = record->count - 1;
    while (low < high) {
        long middle = low + (high - low + 1) / 2;
        if (find_step(record, middle)[start_time] <= t)
            low = middle;
        else
            high = middle - 1;
    }
    return find_step(record, low);
}

enum fast_status pair_dense_range(const struct pair *integrator, double *first,
                                  double *last) {
    const struct fast_record *record = integrator->record;
    if (record == NULL || record->count == 0)
        return FAST_NOT_DENSE;
    *first = find_step(record, 0)[start_time];
    *last = find_last(record)[end_time];
    return FAST_OK;
}

enum fast_status pair_dense_evaluate(const struct pair *integrator, double t, double *x) {
    double first, last;
    enum fast_status status = pair_dense_range(integrator, &first, &last);
    if (status != FAST_OK || !(t >= first && t <= last))
        return FAST_NOT_DENSE;
    const size_t nx = integrator->record->nx;
    const double *step = find_step_at(integrator->record, t);
    const double *x0 = step + times, *x1 = x0 + nx, *xdot0 = x1 + nx, *xdot1 = xdot0 + nx;
    const double h = step[end_time] - step[start_time];
    const double s = (t - step[start_time]) / h, c = 1 - s;
    for (size_t i = 0; i < nx; i++)
        x[i] = c * c * (1 + 2 * s) * x0[i] + s * s * (1 + 2 * c) * x1[i] +
               h * s * c * (c * xdot0[i] - s * xdot1[i]);
    return FAST_OK;
}

bool fast_record_is_on(const struct fast_record *record) {
    return record->is_on;
}

/* Evaluations at ends of steps are the estimator's: all are that no half step makes. */
static enum fast_status evaluate_finite(struct pair *integrator, double t,
                                        const double *x, double *xdot) {
    const struct pair_statistics before = integrator->statistics;
    enum fast_status status = fast_evaluate_all(integrator, t, x, xdot);
    fast_count_estimator_share(&integrator->statistics, &before);
    if (status == FAST_OK && !fast_all_finite((size_t)integrator->nx, xdot))
        return FAST_NOT_FINITE;
    return status;
}

enum fast_status fast_record_start(struct pair *integrator) {
    struct fast_record *record = integrator->record;
    if (record->start_is_current)
        return FAST_OK;
    enum fast_status status = evaluate_finite(integrator, integrator->t,
                                              integrator->state, record->start_rates);
    record->start_is_current = status == FAST_OK;
    return status;
}

bool fast_knows_start(const struct pair *integrator) {
    return integrator->record != NULL && integrator->record->start_is_current;
}

const double *fast_recorded_start(const struct pair *integrator) {
    return integrator->record->start_rates;
}

enum fast_status fast_record_end(struct pair *integrator, double h) {
    const double *x = integrator->small;
    enum fast_status status =
        evaluate_finite(integrator, integrator->t + h, x, integrator->record->end_rates);
    const bool is_rejected = !fast_all_finite((size_t)integrator->nx, x);
    return status == FAST_NOT_FINITE && is_rejected ? FAST_OK : status;
}

/* Makes room at the end for a step from t on: what has been recorded from there on goes, and
 * everything if there is a gap; then the oldest step if all places are taken. */
static double *add_place(struct fast_record *record, double t) {
    while (record->count > 0 && find_last(record)[start_time] >= t)
        record->count--;
    if (record->count > 0 && find_last(record)[end_time] < t)
        record->count = 0;
    if (record->count == record->capacity) {
        record->count--;
        record->first++;
        if (record->first == record->capacity)
            record->first = 0;
    }
    record->count++;
    return find_last(record);
}

void fast_record_step(struct pair *integrator, double h) {
    struct fast_record *record = integrator->record;
    const size_t nx = record->nx, size = nx * sizeof(double);
    const double t = integrator->t;
    if (t + h > t) {
        double *step = add_place(record, t), *into = step + times;
        const double *parts[states_and_rates] = {integrator->state, integrator->small,
                                                 record->start_rates, record->end_rates};
        step[start_time] = t;
        step[end_time] = t + h;
        for (int i = 0; i < states_and_rates; i++, into += nx)
            memcpy(into, parts[i], size);
    }
    memcpy(record->start_rates, record->end_rates, size);
    record->start_is_current = true;
}

void fast_record_time(struct pair *integrator, double target) {
    struct fast_record *record = integrator->record;
    if (!fast_records(integrator) || record->count == 0)
        return;
    double *step = find_last(record);
    if (step[end_time] == integrator->t && target > step[start_time])
        step[end_time] = target;
}

void fast_record_jump(struct pair *integrator) {
    if (integrator->record != NULL)
        integrator->record->start_is_current = false;
}

void fast_record_clear(struct pair *integrator) {
    fast_record_jump(integrator);
    if (integrator->record != NULL)
        integrator->record->count = 0;
}

void fast_record_free(struct pair *integrator) {
    free(integrator->record);
    integrator->record = NULL;
}
