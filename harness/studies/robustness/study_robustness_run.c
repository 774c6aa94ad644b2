/* The run of an integrator to an incident, and on from there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/numbers/finite.h"
#include "harness/studies/robustness/study_robustness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/results/study.h"
#include "problems/base/status.h"
#include "problems/model.h"

/* A step as a part of the span; where the first steps fail they are made shorter, so often
 * and each time by so much. */
enum { STEP_PART = 1021 };
static const double shorter = 0.0625;
enum { SHORTENINGS = 3 };

/* Newton's method from new matrices, so that a step depends on the state alone but for where
 * the iteration begins: the default mode begins it with what the last steps have taught it,
 * unless a step has failed. Its results then differ by what the stop rule leaves. */
#define ACCURACY 1e-9
#define ALLOWED (2 * ACCURACY)

const char *violation_text(enum violation violation) {
    switch (violation) {
    case VIOLATION_NONE: return "";
    case VIOLATION_ACCEPTED: return "it succeeded";
    case VIOLATION_NOT_FINITE: return "it succeeded with a state that is not finite";
    case VIOLATION_CHANGED: return "time, state or error estimate are not as before";
    case VIOLATION_AFTERWARDS: return "the steps after it are not those without it";
    case VIOLATION_ANEW: return "started anew it does not make the same steps";
    case VIOLATION_NOT_BROUGHT: return "it could not be brought about";
    case VIOLATION_UNABLE: break;
    }
    return "the integrator did not get as far";
}

/* row := time, state, error estimate. */
static void look(const struct interrupted_run *w, const struct subject *s, double *row) {
    size_t nx = (size_t)w->nx;
    memset(row, 0, (size_t)w->width * sizeof *row);
    row[0] = s->time(s->self);
    memcpy(row + 1, s->state(s->self), nx * sizeof *row);
    if (s->estimate != NULL)
        memcpy(row + 1 + nx, s->estimate(s->self), nx * sizeof *row);
}

static bool is_same(const struct interrupted_run *w, const double *a, const double *b) {
    return memcmp(a, b, (size_t)w->width * sizeof *a) == 0;
}

/* But for the error estimate. */
static bool is_same_state(const struct interrupted_run *w, const double *a,
                          const double *b) {
    return memcmp(a, b, (size_t)(1 + w->nx) * sizeof *a) == 0;
}

/* Whether two rows are what they are to be after an incident. */
static bool is_like(const struct interrupted_run *w, const double *a, const double *b) {
    if (is_same(w, a, b))
        return true;
    for (int i = 0; i < w->width; i++)
        if (!(fabs(a[i] - b[i]) <= ALLOWED * fmax(1, fabs(b[i]))))
            return false;
    return !w->to_the_bit;
}

static bool is_finite(const struct interrupted_run *w, const struct subject *s) {
    return are_finite(s->state(s->self), w->nx) && isfinite(s->time(s->self));
}

static int walk(const struct interrupted_run *w, const struct subject *s, int steps,
                double *row) {
    int made = 0;
    while (made < steps && s->step(s->self, w->step) == 0) {
        made++;
        look(w, s, row + made * w->width);
    }
    return made;
}

static bool walk_there(const struct interrupted_run *w, const struct subject *s) {
    return s->start(s->self, w->begin, w->initial) == 0 &&
           subject_steps(s, w->step, STEPS_BEFORE) == 0;
}

/* At the state before the incident. */
static bool start_anew(const struct interrupted_run *w, const struct subject *s) {
    return s->start(s->self, w->control[0], w->control + 1) == 0;
}

static long count_calls(const struct subject *s) {
    struct named_numbers counters = subject_counters(s);
    const bool known = !isnan(named_value(&counters, "rates_calls"));
    const long count = named_count(&counters, "rates_calls") +
                       named_count(&counters, "derivative_calls");
    named_clear(&counters);
    return known ? count : -1;
}

static int open_subject(const struct interrupted_run *w, const struct incident *incident,
                        struct subject *s, struct diagnostic *d) {
    struct subject_options options = w->options;
    if (incident != NULL && incident->failing_call > 0) {
        options.failing_call = w->calls + incident->failing_call;
        options.fails_by_nan = incident->fails_by_nan;
    }
    return w->study->open_subject(w->study->context, w->study->model, &options, s, d);
}

static int walk_control(struct interrupted_run *w, struct diagnostic *d) {
    struct subject s;
    if (open_subject(w, NULL, &s, d))
        return -1;
    int failed = 0;
    if (walk_there(w, &s)) {
        w->calls = count_calls(&s);
        look(w, &s, w->control);
        w->steps = walk(w, &s, STEPS_AFTER, w->control);
        w->steps_anew = start_anew(w, &s) ? walk(w, &s, STEPS_AFTER, w->anew) : 0;
    } else {
        failed = message_set(d, "%s: the first steps fail: %s", w->study->model->name,
                             s.why(s.self));
    }
    s.free(s.self);
    return failed;
}

static int find_room(struct interrupted_run *w) {
    w->width = 1 + 2 * w->nx;
    const int size = (STEPS_AFTER + 1) * w->width;
    w->initial = room_doubles(&w->room, w->nx);
    w->wrong = room_doubles(&w->room, w->nx);
    w->control = room_doubles(&w->room, size);
    w->anew = room_doubles(&w->room, size);
    w->seen = room_doubles(&w->room, size);
    return w->room.is_short;
}

int interrupted_run_init(struct interrupted_run *w, const struct study *s,
                         enum fast_mode mode, struct diagnostic *d) {
    struct model *m = s->model;
    double end;
    *w = (struct interrupted_run){.study = s, .nx = m->nq + m->nv + m->nz};
    w->options = study_options(s);
    w->options.integrator.mode = mode;
    w->options.integrator.newton = FAST_FULL;
    w->options.integrator.jacobian = FAST_EXACT_JACOBIAN;
    w->options.integrator.accuracy = ACCURACY;
    w->options.counts_calls = true;
    w->to_the_bit = mode == FAST_FAITHFUL;
    if (find_room(w))
        return message_set(d, "%s: out of memory", m->name);
    if (initial_and_end(m, &w->begin, w->initial, &end, d))
        return -1;
    w->step = (end - w->begin) / STEP_PART;
    int failed = walk_control(w, d);
    for (int k = 0; k < SHORTENINGS && failed; k++) {
        w->step *= shorter;
        failed = walk_control(w, d);
    }
    return failed;
}

void interrupted_run_clear(struct interrupted_run *w) {
    room_clear(&w->room);
}

static bool goes_on(struct interrupted_run *w, const struct subject *s) {
    if (walk(w, s, w->steps, w->seen) < w->steps)
        return false;
    for (int k = 1; k <= w->steps; k++)
        if (!is_like(w, w->seen + k * w->width, w->control + k * w->width))
            return false;
    return true;
}

static bool begins_anew(struct interrupted_run *w, const struct subject *s) {
    if (!start_anew(w, s) || walk(w, s, w->steps_anew, w->seen) < w->steps_anew)
        return false;
    for (int k = 1; k <= w->steps_anew; k++)
        if (!is_same(w, w->seen + k * w->width, w->anew + k * w->width))
            return false;
    return true;
}

/* After the incident, which has failed if it had to. */
static enum violation judge_rest(struct interrupted_run *w, const struct subject *s,
                                 bool failed, bool moves) {
    if (!failed && !is_finite(w, s))
        return VIOLATION_NOT_FINITE;
    look(w, s, w->seen);
    if (failed && !is_same(w, w->seen, w->control))
        return VIOLATION_CHANGED;
    if (!failed && !moves && !is_same_state(w, w->seen, w->control))
        return VIOLATION_CHANGED;
    if ((failed || !moves) && !goes_on(w, s))
        return VIOLATION_AFTERWARDS;
    return begins_anew(w, s) ? VIOLATION_NONE : VIOLATION_ANEW;
}

enum violation interrupted_run_try(struct interrupted_run *w,
                                   const struct incident *incident) {
    struct subject s;
    struct diagnostic none;
    if (incident->failing_call > 0 && w->calls < 0)
        return VIOLATION_NOT_BROUGHT;
    if (open_subject(w, incident, &s, &none))
        return VIOLATION_UNABLE;
    enum violation violation = VIOLATION_UNABLE;
    if (walk_there(w, &s)) {
        bool failed = incident->happen(w, &s, incident->size) != 0;
        if (incident->failing_call > 0 && !failed &&
            count_calls(&s) < w->calls + incident->failing_call)
            violation = VIOLATION_NOT_BROUGHT;
        else if (!failed && !incident->may_succeed)
            violation = VIOLATION_ACCEPTED;
        else
            violation = judge_rest(w, &s, failed, incident->size != 0);
    }
    s.free(s.self);
    return violation;
}
