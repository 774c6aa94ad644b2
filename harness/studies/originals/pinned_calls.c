/* Pinned calls of fast.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/pinned_calls.h"

#include <math.h>

#include "fast/pair.h"
#include "harness/base/message.h"
#include "harness/studies/originals/pinned_toys.h"

/* Libraries' functions and sums may differ by this part. */
static const double same = 1e-9;

enum { MOST_FAILING_CALL = 9, SEGMENTS = 4 };

struct session {
    json_t *numbers;
    struct toy toy;
    struct integrator_options options;
    struct pair *integrator;
    int nx;
};

static void note(struct session *s, double value) {
    json_array_append_new(s->numbers, isfinite(value) ? json_real(value) : json_null());
}

/* How a call ended, and how the integrator then stands. */
static void note_all(struct session *s, enum fast_status status) {
    if (s->integrator == NULL)
        return;
    const struct pair_statistics *n = pair_statistics(s->integrator);
    const double *x = pair_state(s->integrator), *e = pair_error_estimate(s->integrator);
    double sum = 0, error = 0;
    for (int i = 0; i < s->nx; i++) {
        sum += x[i] / (i + 1.37);
        error += e[i] / (i + 1.37);
    }
    note(s, status);
    note(s, pair_time(s->integrator));
    note(s, sum);
    note(s, error);
#define NOTE_COUNTER(name) note(s, (double)n->name);
    PAIR_COUNTER_LIST(NOTE_COUNTER)
#undef NOTE_COUNTER
#define NOTE_MEASURE(name) note(s, n->name);
    PAIR_MEASURE_LIST(NOTE_MEASURE)
#undef NOTE_MEASURE
}

/* An integrator of a toy, started at t. */
static void open(struct session *s, enum toy_kind kind, double t) {
    double x[TOY_MOST_STATES];
    const long *failing = s->toy.failing_call;
    s->toy =
        (struct toy){.kind = kind, .failing_call = {failing[0], failing[1], failing[2]}};
    const struct integrator_system system = toy_system(&s->toy);
    s->nx = system.nq + system.nv + system.nz;
    note(s, pair_alloc(&s->integrator, &system, &s->options));
    toy_start(kind, x);
    if (s->integrator != NULL)
        note(s, pair_start(s->integrator, t, x));
}

static void close(struct session *s) {
    pair_free(s->integrator);
    s->integrator = NULL;
}

static void set_options(struct session *s, bool fixed, enum pair_jacobian jacobian) {
    enum integrator_method method = s->options.method;
    enum fast_mode mode = s->options.mode;
    s->options = pair_default_options();
    s->options.method = method;
    s->options.mode = mode;
    s->options.fixed_step = fixed;
    s->options.jacobian = jacobian;
}

/* States given anew, settings changed on the way, single steps to a time, dense
 * output. */
static void go_through_calls(struct session *s) {
    static const double WEIGHT[] = {0.7, 1.9, 0.4}, OTHER[] = {1.6};
    double x[TOY_MOST_STATES];
    set_options(s, false, FAST_FORWARD_DIFFERENCES);
    s->options.accuracy = 1e-3;
    s->options.weights_v = WEIGHT;
    s->options.weights_z = OTHER;
    open(s, TOY_TOP, 0.3);
    struct pair *f = s->integrator;
    note_all(s, pair_run(f, 0.9));
    toy_start(TOY_TOP, x);
    x[4] = 0.5;
    note_all(s, pair_set_state(f, 1.1, x));
    note_all(s, pair_run(f, 1.4));
    note(s, pair_set_accuracy(f, 0.9));
    note(s, pair_set_max_step(f, 0.2));
    note_all(s, pair_initialize(f));
    note_all(s, pair_run(f, 1.7));
    note(s, pair_step_to(f, 1.8));
    pair_set_fixed_step(f, true);
    note_all(s, pair_step_to(f, 1.7 + 0.1 / 3));
    note(s, pair_set_newton(f, FAST_FRESH));
    note_all(s, pair_step_to(f, 1.9));
    note(s, pair_dense_start(f, SEGMENTS));
    note_all(s, pair_run(f, 2.1));
    x[0] = NAN;
    note_all(s, pair_set_state(f, 2.2, x));
    pair_reset(f);
    note_all(s, pair_step(f, 0.1));
    close(s);
}

/* A step so much longer than the time before it that its end is rounded, a longest
 * step that is lost in the time, and the end of what is left. */
static void go_to_limits(struct session *s) {
    set_options(s, true, FAST_FORWARD_DIFFERENCES);
    open(s, TOY_PIVOT, 1e6);
    note(s, pair_set_max_step(s->integrator, 1e-12));
    note_all(s, pair_run(s->integrator, 1e6 + 0.01));
    close(s);
    for (int i = 1; i <= 5; i++) {
        set_options(s, true, FAST_FORWARD_DIFFERENCES);
        open(s, TOY_PIVOT, 0.1 * i / 3000);
        double target = 0.1 * (i + 0.7) / 3;
        note_all(s, pair_run(s->integrator, target));
        note(s, pair_time(s->integrator) == target);
        close(s);
    }
}

static void go_through_matrices(struct session *s) {
    for (int jacobian = FAST_FORWARD_DIFFERENCES; jacobian <= FAST_EXACT_JACOBIAN;
         jacobian++) {
        for (int kind = 0; kind < TOY_KINDS; kind++) {
            set_options(s, true, (enum pair_jacobian)jacobian);
            open(s, (enum toy_kind)kind, 0.2);
            note_all(s, pair_step(s->integrator, 0.5));
            note_all(s, pair_step(s->integrator, 0.11));
            note_all(s, pair_step(s->integrator, 0.013));
            note_all(s, pair_step(s->integrator, 5e-15));
            close(s);
        }
    }
}

/* Each of the first calls of each callback fails. */
static void go_through_failures(struct session *s) {
    for (int jacobian = FAST_FORWARD_DIFFERENCES; jacobian <= FAST_EXACT_JACOBIAN;
         jacobian += FAST_EXACT_JACOBIAN) {
        for (int callback = 0; callback < TOY_CALLBACKS; callback++) {
            for (int call = 1; call <= MOST_FAILING_CALL; call++) {
                set_options(s, true, (enum pair_jacobian)jacobian);
                s->toy.failing_call[callback] = call;
                open(s, TOY_TOP, 0.2);
                note_all(s, pair_step(s->integrator, 0.05));
                note_all(s, pair_step(s->integrator, 0.05));
                close(s);
                s->toy.failing_call[callback] = 0;
            }
        }
    }
}

json_t *pinned_calls(enum integrator_method method, enum fast_mode mode) {
    struct session s = {.numbers = json_array()};
    s.options.method = method;
    s.options.mode = mode;
    go_through_calls(&s);
    go_to_limits(&s);
    go_through_matrices(&s);
    go_through_failures(&s);
    return s.numbers;
}

bool pinned_calls_same(const json_t *found, const json_t *pinned, struct diagnostic *d) {
    size_t i;
    json_t *number;
    if (json_array_size(found) != json_array_size(pinned))
        return message_set(d, "%zu numbers, not %zu", json_array_size(found),
                           json_array_size(pinned)) == 0;
    json_array_foreach((json_t *)found, i, number) {
        const json_t *before = json_array_get(pinned, i);
        double one = json_number_value(number), other = json_number_value(before);
        if (json_is_null(number) != json_is_null(before) ||
            !(fabs(one - other) <= same * fmax(1e-6, fabs(other)))) {
            message_set(d, "number %zu is %.17g, not %.17g", i, one, other);
            return false;
        }
    }
    return true;
}
