/* Our own integrator, spoilt in its manners.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/tests/studies/erratic.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "problems/model.h"

/* Relative change of the state by which a fault shows: one in the last place or so. */
#define NUDGE 0x1p-51

/* What is shared, and how much the process has done. */
static volatile double shared;
static long steps_of_process;

/* Steps after which the process's past shows: fewer than a course has in its first run. */
enum { MOST_INNOCENT = 60, YIELDS = 50 };

struct erratic_subject {
    enum erratic fault;
    struct subject inner;
    int nx;
    double *state, *estimate; /* what is shown (size nx) */
    double time;
    int starts, failures;
    bool failed_before; /* the last step has failed */
    bool nan_kept;
    long steps;
};

#define ERRATIC_TEXT(name, text) text,
const char *erratic_text(enum erratic fault) {
    static const char *const TEXT[] = {ERRATIC_LIST(ERRATIC_TEXT)};
    return TEXT[fault];
}

static void show(struct erratic_subject *e) {
    size_t bytes = (size_t)e->nx * sizeof *e->state;
    memcpy(e->state, e->inner.state(e->inner.self), bytes);
    memcpy(e->estimate, e->inner.estimate(e->inner.self), bytes);
    e->time = e->inner.time(e->inner.self);
}

static int start(void *self, double t, const double *x) {
    struct erratic_subject *e = self;
    int failed = e->inner.start(e->inner.self, t, x);
    if (failed) {
        e->nan_kept = e->fault == ERRATIC_NAN_STATE;
        return e->nan_kept ? 0 : failed;
    }
    show(e);
    e->starts++;
    e->failed_before = false;
    if (e->fault != ERRATIC_COUNTER)
        e->steps = 0;
    if (e->fault == ERRATIC_SHARED)
        shared = t;
    return 0;
}

/* Waits for others to come by. */
static double pass_through_shared(double value) {
    shared = value;
    for (int k = 0; k < YIELDS; k++)
        sched_yield();
    return shared;
}

static bool is_nudged(struct erratic_subject *e, double time) {
    switch (e->fault) {
    case ERRATIC_SECOND_START: return e->starts > 1;
    case ERRATIC_PROCESS: return steps_of_process > MOST_INNOCENT;
    case ERRATIC_SHARED: return shared != e->inner.time(e->inner.self);
    case ERRATIC_SCRATCH:
        return pass_through_shared(time + e->state[0]) != time + e->state[0];
    case ERRATIC_FAILURE_KEPT: return e->failures > 0;
    case ERRATIC_NEXT_STEP: return e->failed_before;
    default: return false;
    }
}

/* After the inner integrator's step. */
static int finish(struct erratic_subject *e, double h, bool nudged, int failed) {
    bool deaf = e->fault == ERRATIC_DEAF && isfinite(h) && h > 0;
    e->failures += failed != 0;
    e->failed_before = failed != 0;
    if (!failed) {
        show(e);
        if (nudged)
            e->state[0] *= 1 + NUDGE;
        if (e->fault == ERRATIC_ZERO_STEP && h == 0)
            e->state[0] *= 1 + NUDGE;
        shared = e->fault == ERRATIC_SHARED ? e->time : shared;
        return 0;
    }
    if (e->fault == ERRATIC_TIME_LOST)
        e->time += 1e-9;
    if (e->fault == ERRATIC_STATE_LOST)
        e->state[0] *= 1 + NUDGE;
    if (e->fault == ERRATIC_ESTIMATE_LOST)
        e->estimate[0] += 1e-9;
    if (e->fault == ERRATIC_NOT_FINITE && h > 1e100)
        e->state[0] = INFINITY;
    if ((e->fault == ERRATIC_NAN_STEP && isnan(h)) ||
        (e->fault == ERRATIC_BACKWARDS && h < 0) ||
        (e->fault == ERRATIC_NOT_FINITE && h > 1e100) || deaf)
        return 0;
    return failed;
}

static int step(void *self, double h) {
    struct erratic_subject *e = self;
    bool nudged = is_nudged(e, e->inner.time(e->inner.self));
    e->steps++;
    steps_of_process++;
    return finish(e, h, nudged, e->inner.step(e->inner.self, h));
}

static int advance(void *self, double h, double t_final) {
    struct erratic_subject *e = self;
    bool nudged = is_nudged(e, e->inner.time(e->inner.self));
    e->steps++;
    steps_of_process++;
    return finish(e, h, nudged, e->inner.advance(e->inner.self, h, t_final));
}

static const double *state(void *self) {
    return ((struct erratic_subject *)self)->state;
}

static const double *estimate(void *self) {
    return ((struct erratic_subject *)self)->estimate;
}

static double time_now(void *self) {
    return ((struct erratic_subject *)self)->time;
}

static void statistics(void *self, struct named_numbers *into) {
    struct erratic_subject *e = self;
    e->inner.statistics(e->inner.self, into);
    named_add_count(into, "own_steps", e->steps);
}

static const char *why(void *self) {
    struct erratic_subject *e = self;
    return e->inner.why(e->inner.self);
}

static void free_all(void *self) {
    struct erratic_subject *e = self;
    e->inner.free(e->inner.self);
    free(e->state);
    free(e->estimate);
    free(e);
}

int erratic_open(void *context, struct model *m, const struct subject_options *options,
                 struct subject *s, struct diagnostic *d) {
    struct erratic_subject *e = calloc(1, sizeof *e);
    if (e == NULL || subject_open(&e->inner, m, options, d)) {
        return -1;
    }
    e->fault = *(const enum erratic *)context;
    e->nx = m->nq + m->nv + m->nz;
    e->state = calloc((size_t)e->nx, sizeof *e->state);
    e->estimate = calloc((size_t)e->nx, sizeof *e->estimate);
    *s = e->inner;
    s->self = e;
    s->start = start;
    s->step = step;
    s->advance = advance;
    s->run = NULL;
    s->state = state;
    s->estimate = estimate;
    s->time = time_now;
    s->statistics = statistics;
    s->listen = NULL;
    s->why = why;
    s->free = free_all;
    return 0;
}
