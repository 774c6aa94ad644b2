/* What errors of joints do by themselves, of an integrator from outside: a run that starts off
 * the joints is compared with one that starts on them. The rates of reduced index keep d^2
 * g/dt^2 = 0, so that
 *
 *     |dg(T)| <= |dg(0)| + T |d(dg/dt)(0)|,   |d(dg/dt)(T)| = |d(dg/dt)(0)|
 *
 * in the exact solution; projection and stabilisation (J. Baumgarte, Computer Methods in Applied
 * Mechanics and Engineering 1 (1972), 1-16: g'' = -2 alpha g' - beta^2 g, damped within T) make
 * them smaller. One with a wrong sign makes them grow, and where a run starts on the joints that
 * is a part of its rounding at first.
 *
 * T is the span, or the first part of it where all runs end near each other: those that start on
 * and off the joints, and those of several sizes of steps. What truncation makes of the joints'
 * errors falls with the steps there, and what an integrator does to them does not; chaos, and
 * steps that are too long for a stabilisation, need a shorter T.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/numbers/finite.h"
#include "harness/integrators/subject.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/drift/study_drift.h"
#include "problems/model.h"

/* How far off each component starts, in parts of its size, at least of 1; how far runs that are
 * near each other lie apart, of the same. */
static const double off = 0x1p-20, near = 0x1p-5;

/* By how much errors may be larger than they are by themselves; how well the growths of two
 * sizes of steps have to agree, unless that of the shortest is so many times beyond and none
 * falls by more with the steps. */
static const double most_growth = 2, agree = 0.25, clear = 4;
enum { STEPS = 256, SIZES = 3 };

/* Each span is this part of the one before, down to the shortest part of the model's. */
static const double shorter = 0.5, shortest = 0x1p-12;

/* Errors of joints in position and velocity at one state, [joints] each. */
struct off_errors {
    double *position, *velocity;
};

/* The first rows have positions; of the others velocities alone are joined. */
static int find_errors(const struct integrator_system *joints, double t, const double *x,
                       struct off_errors *e) {
    return (joints->holonomic > 0 &&
            joints->position(joints->context, t, x, e->position, NULL)) ||
           joints->velocity(joints->context, t, x, e->velocity, NULL);
}

/* Two runs from begin to begin + span, one off the joints: the differences of their errors. */
struct off_runs {
    const struct drift *drift;
    const struct integrator_system *joints;
    const struct subject *subject;
    double span, *x;            /* where it starts off them (size nx) */
    struct off_errors on, away; /* at one time of both */
    struct off_errors begun;    /* by how much they differ at the start */
    double *end;                /* positions at the end of the first run (size nq) */
    double growth[SIZES];
    bool are_near;         /* the ends of all runs */
    struct diagnostic why; /* of the last run, were it to fail */
};

/* Of the rows [from, to): the largest at the end over what the start's come to at most. Rows with
 * positions and those without have units of their own. */
static double find_growth_of(const struct off_runs *r, int from, int to) {
    const bool of_positions = from < r->joints->holonomic;
    double before = 0, after = 0;
    for (int i = from; i < to; i++) {
        const double velocity = r->span * fabs(r->away.velocity[i] - r->on.velocity[i]);
        const double position =
            of_positions ? fabs(r->away.position[i] - r->on.position[i]) : 0;
        const double here = isnan(position) || position > velocity ? position : velocity;
        after = isnan(after) || here <= after ? after : here;
        before = fmax(before, (of_positions ? r->begun.position[i] : 0) +
                                  r->span * r->begun.velocity[i]);
    }
    return after / before;
}

static double find_growth(const struct off_runs *r) {
    const int with = r->joints->holonomic, all = r->joints->joints;
    const double positions = with > 0 ? find_growth_of(r, 0, with) : 0;
    const double velocities = with < all ? find_growth_of(r, with, all) : 0;
    return isnan(positions) || positions > velocities ? positions : velocities;
}

/* Components go off by parts of `off` that no symmetry has in common. */
static void start_off(const struct subject *s, const double *from, double *x) {
    for (int i = 0; i < s->nq + s->nv + s->nz; i++)
        x[i] = from[i] + off * fmax(1, fabs(from[i])) * sin(i + 1);
}

static const char no_errors[] = "the joints' errors cannot be told";

static int run(struct off_runs *r, const double *x, long steps, struct off_errors *end) {
    const struct subject *s = r->subject;
    int failed = s->start(s->self, r->drift->begin, x);
    for (long k = 0; k < steps && !failed; k++)
        failed = s->step(s->self, r->span / (double)steps);
    message_set(&r->why, "%s", failed ? s->why(s->self) : no_errors);
    return failed || find_errors(r->joints, s->time(s->self), s->state(s->self), end);
}

static bool is_near(const struct off_runs *r) {
    const double *q = r->subject->state(r->subject->self);
    bool near_enough = true;
    for (int i = 0; i < r->subject->nq; i++)
        near_enough =
            near_enough && fabs(q[i] - r->end[i]) <= near * fmax(1, fabs(r->end[i]));
    return near_enough;
}

/* Two runs of so many steps; nonzero: one fails. */
static int run_both(struct off_runs *r, long steps) {
    const struct subject *s = r->subject;
    if (run(r, r->drift->initial, steps, &r->on))
        return -1;
    if (steps == STEPS)
        memcpy(r->end, s->state(s->self), (size_t)s->nq * sizeof *r->end);
    r->are_near = r->are_near && is_near(r);
    if (run(r, r->x, steps, &r->away))
        return -1;
    r->are_near = r->are_near && is_near(r);
    return 0;
}

/* The growth at each size of steps; NaN: a run fails. */
static void run_sizes(struct off_runs *r) {
    r->are_near = true;
    for (int k = 0; k < SIZES; k++)
        r->growth[k] = run_both(r, (long)STEPS << k) ? NAN : find_growth(r);
}

/* Whether the growths are those of the integrator, not of its truncation. */
static bool tell_the_same(const double *growth) {
    bool agree_well = true, falls = false;
    for (int k = 1; k < SIZES; k++) {
        agree_well =
            agree_well && fabs(growth[k - 1] - growth[k]) <= agree * fmax(1, growth[k]);
        falls = falls || growth[k] < (1 - agree) * growth[k - 1];
    }
    return are_finite(growth, SIZES) &&
           (agree_well || (!falls && growth[SIZES - 1] > clear * most_growth));
}

/* Errors at the start; nonzero: there are none. */
static int begin(struct off_runs *r) {
    const struct drift *a = r->drift;
    start_off(r->subject, a->initial, r->x);
    message_set(&r->why, no_errors);
    if (find_errors(r->joints, a->begin, a->initial, &r->on) ||
        find_errors(r->joints, a->begin, r->x, &r->away))
        return -1;
    for (int i = 0; i < r->joints->joints; i++) {
        r->begun.position[i] = fabs(r->away.position[i] - r->on.position[i]);
        r->begun.velocity[i] = fabs(r->away.velocity[i] - r->on.velocity[i]);
    }
    return 0;
}

/* Over the longest of the spans that T may be, or the shortest of all. */
static void search(struct off_runs *r) {
    run_sizes(r);
    while (!(r->are_near && tell_the_same(r->growth)) &&
           r->span * shorter >= r->drift->span * shortest) {
        r->span *= shorter;
        run_sizes(r);
    }
}

static int append(const struct off_runs *off_runs, struct results *results) {
    const struct drift *a = off_runs->drift;
    const double *growth = off_runs->growth;
    struct result r = result_begin(a->study->model, "drift", "double", "off-joints");
    const bool decided = tell_the_same(growth);
    const double finest = growth[SIZES - 1];
    const bool ends = are_finite(growth, SIZES);
    r.grade = "none";
    r.low = finest;
    result_hold(&r, finest, most_growth);
    if (!decided)
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
    r.required = decided && result_is_required(a->study->model);
    return result_append(results, a->study, &r,
                         "what a start off the joints by 1e-6 makes of their errors up "
                         "to t = %g, in units of what they do by themselves%s%s",
                         a->begin + off_runs->span,
                         !ends      ? "; a run fails: "
                         : !decided ? "; the sizes of steps do not tell the same"
                         : off_runs->span < a->span
                             ? "; over longer spans the runs part, or the sizes of "
                               "steps do not tell the same"
                             : "",
                         !ends ? off_runs->why.text : "");
}

int drift_off(const struct drift *a, const struct integrator_system *joints,
              const struct subject *s, struct results *results, struct diagnostic *d) {
    const int rows = joints->joints;
    double *room = calloc((size_t)(6 * rows + 2 * s->nq + s->nv + s->nz), sizeof *room);
    struct off_runs r = {.drift = a,
                         .joints = joints,
                         .subject = s,
                         .span = a->span,
                         .growth = {NAN, NAN, NAN}};
    if (room == NULL)
        return message_set(d, "%s: out of memory", a->study->model->name);
    r.on = (struct off_errors){room, room + rows};
    r.away = (struct off_errors){room + 2 * rows, room + 3 * rows};
    r.begun = (struct off_errors){room + 4 * rows, room + 5 * rows};
    r.end = room + 6 * rows;
    r.x = r.end + s->nq;
    if (begin(&r) == 0)
        search(&r);
    const int failed = append(&r, results);
    free(room);
    return failed;
}
