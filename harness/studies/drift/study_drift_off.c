/* What errors of joints do by themselves, of an integrator from outside: a run that starts off the joints
 * is compared with one that starts on them. The rates of reduced index keep d^2 g/dt^2 = 0, so that
 *
 *     |dg(T)| <= |dg(0)| + T |d(dg/dt)(0)|,   |d(dg/dt)(T)| = |d(dg/dt)(0)|
 *
 * in the exact solution; projection and stabilisation (J. Baumgarte, Computer Methods in Applied Mechanics
 * and Engineering 1 (1972), 1-16: g'' = -2 alpha g' - beta^2 g) make them smaller. One with a wrong
 * sign makes them grow, and where a run starts on the joints that is a part of its rounding at first.
 *
 * T is the span, or the first part of it where two step sizes agree: steps that are too long for a
 * stabilisation are shorter there, and what grows without bound has not overflowed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/bind/bind_joints.h"
#include "harness/results/result.h"
#include "harness/studies/drift/study_drift.h"

/* How far off each component starts, in parts of its size, at least of 1; steps of a run; by how much
 * errors may be larger than they are by themselves; how well two step sizes have to agree, unless both are
 * so many times beyond that and shorter steps do not make it less, as they do what truncation makes. */
static const double off = 0x1p-20, most_growth = 2, agree = 0.25, clear = 4;
enum { STEPS = 1024, SIZES = 2 };

/* Each span is this part of the one before, down to the shortest part of the model's. */
static const double shorter = 0.25, shortest = 0x1p-12;

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
    double growth[SIZES];
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

/* The growth at each size of steps; NaN: a run fails. */
static void run_sizes(struct off_runs *r) {
    for (int k = 0; k < SIZES; k++) {
        const bool failed = run(r, r->drift->initial, (long)STEPS << k, &r->on) ||
                            run(r, r->x, (long)STEPS << k, &r->away);
        r->growth[k] = failed ? NAN : find_growth(r);
    }
}

static bool is_found(const double *growth) {
    const bool agree_well = fabs(growth[0] - growth[1]) <= agree * fmax(1, growth[1]);
    const bool is_clear = fmin(growth[0], growth[1]) > clear * most_growth &&
                          growth[1] >= (1 - agree) * growth[0];
    return isfinite(growth[0]) && isfinite(growth[1]) && (agree_well || is_clear);
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

/* Over the longest of the spans where that is found, or the shortest of all. */
static void search(struct off_runs *r) {
    run_sizes(r);
    while (!is_found(r->growth) && r->span * shorter >= r->drift->span * shortest) {
        r->span *= shorter;
        run_sizes(r);
    }
}

static int append(const struct off_runs *off_runs, struct results *results) {
    const struct drift *a = off_runs->drift;
    const double *growth = off_runs->growth;
    struct result r = result_begin(a->study->model, "drift", "double", "off-joints");
    const bool decided = is_found(growth);
    const bool ends = isfinite(growth[0]) && isfinite(growth[1]);
    r.grade = "none";
    r.low = growth[1];
    result_hold(&r, growth[1], most_growth);
    if (!decided)
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
    r.required = decided && result_is_required(a->study->model);
    return result_append(results, a->study, &r,
                         "what a start off the joints by 1e-6 makes of their errors up "
                         "to t = %g, in units of what they do by themselves%s%s",
                         a->begin + off_runs->span,
                         !ends      ? "; a run fails: "
                         : !decided ? "; two step sizes do not agree"
                         : off_runs->span < a->span
                             ? "; two step sizes do not agree over longer spans"
                             : "",
                         !ends ? off_runs->why.text : "");
}

int drift_off(const struct drift *a, const struct integrator_system *joints,
              const struct subject *s, struct results *results, struct diagnostic *d) {
    const int rows = joints->joints;
    double *room = calloc((size_t)(6 * rows + s->nq + s->nv + s->nz), sizeof *room);
    struct off_runs r = {.drift = a,
                         .joints = joints,
                         .subject = s,
                         .span = a->span,
                         .growth = {NAN, NAN}};
    if (room == NULL)
        return message_set(d, "%s: out of memory", a->study->model->name);
    r.on = (struct off_errors){room, room + rows};
    r.away = (struct off_errors){room + 2 * rows, room + 3 * rows};
    r.begun = (struct off_errors){room + 4 * rows, room + 5 * rows};
    r.x = room + 6 * rows;
    if (begin(&r) == 0)
        search(&r);
    const int failed = append(&r, results);
    free(room);
    return failed;
}
