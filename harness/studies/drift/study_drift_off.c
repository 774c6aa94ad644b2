/* What errors of joints do by themselves, of an integrator from outside: a run that starts off the joints
 * is compared with one that starts on them. The rates of reduced index keep d^2 g/dt^2 = 0, so that
 *
 *     |dg(T)| <= |dg(0)| + T |d(dg/dt)(0)|
 *
 * in the exact solution; projection and stabilisation (J. Baumgarte, Computer Methods in Applied Mechanics
 * and Engineering 1 (1972), 1-16: g'' = -2 alpha g' - beta^2 g) make them smaller. One with a wrong
 * sign makes them grow, and where a run starts on the joints that is a part of its rounding at first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/bind/bind_joints.h"
#include "harness/results/result.h"
#include "harness/studies/drift/study_drift.h"

/* How far off each component starts, in parts of its size, at least of 1; steps of the span; by how much
 * errors may be larger than they are by themselves; how well two step sizes have to agree, unless both are
 * so many times beyond that and shorter steps do not make it less, as they do what truncation makes. */
static const double off = 0x1p-20, most_growth = 2, agree = 0.25, clear = 4;
enum { STEPS = 1024, SIZES = 2 };

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

/* The largest difference: of positions after a time T with velocities' part, or of velocities where no
 * joint has positions. */
static double measure(const struct integrator_system *joints, const struct off_errors *a,
                      const struct off_errors *b, double time) {
    const bool of_positions = joints->holonomic > 0;
    const int rows = of_positions ? joints->holonomic : joints->joints;
    double largest = 0;
    for (int i = 0; i < rows; i++) {
        const double velocity = fabs(a->velocity[i] - b->velocity[i]);
        const double here = of_positions
                                ? fabs(a->position[i] - b->position[i]) + time * velocity
                                : velocity;
        largest = isnan(largest) || here <= largest ? largest : here;
    }
    return largest;
}

/* Components go off by parts of `off` that no symmetry has in common. */
static void start_off(const struct subject *s, const double *from, double *x) {
    for (int i = 0; i < s->nq + s->nv + s->nz; i++)
        x[i] = from[i] + off * fmax(1, fabs(from[i])) * sin(i + 1);
}

static int run(const struct drift *a, const struct integrator_system *joints,
               const struct subject *s, const double *x, long steps,
               struct off_errors *end) {
    int failed = s->start(s->self, a->begin, x);
    for (long k = 0; k < steps && !failed; k++)
        failed = s->step(s->self, a->span / (double)steps);
    return failed || find_errors(joints, s->time(s->self), s->state(s->self), end);
}

/* The growth at each size of steps. Nonzero: a run fails. */
static int find_growth(const struct drift *a, const struct integrator_system *joints,
                       const struct subject *s, double *room, double *growth) {
    const int rows = joints->joints;
    double *x = room + 4 * rows;
    struct off_errors on = {room, room + rows},
                      moved = {room + 2 * rows, room + 3 * rows};
    start_off(s, a->initial, x);
    if (find_errors(joints, a->begin, a->initial, &on) ||
        find_errors(joints, a->begin, x, &moved))
        return -1;
    const double before = measure(joints, &moved, &on, a->span);
    for (int k = 0; k < SIZES; k++) {
        if (run(a, joints, s, a->initial, (long)STEPS << k, &on) ||
            run(a, joints, s, x, (long)STEPS << k, &moved))
            return -1;
        growth[k] = measure(joints, &moved, &on, 0) / before;
    }
    return 0;
}

static int append(const struct drift *a, const double *growth, const char *why,
                  struct results *results) {
    struct result r = result_begin(a->study->model, "drift", "double", "off-joints");
    const bool is_found = isfinite(growth[0]) && isfinite(growth[1]) &&
                          (fabs(growth[0] - growth[1]) <= agree * fmax(1, growth[1]) ||
                           (fmin(growth[0], growth[1]) > clear * most_growth &&
                            growth[1] >= (1 - agree) * growth[0]));
    r.grade = "none";
    r.expected = 0;
    r.tolerance = most_growth;
    r.value = r.low = r.high = growth[1];
    r.verdict =
        is_found ? verdict_at_most(growth[1], most_growth) : VERDICT_NOT_ASYMPTOTIC;
    r.required = is_found && result_is_required(a->study->model);
    return result_append(
        results, a->study, &r,
        "what a start off the joints by 1e-6 makes of their errors over the "
        "span, in units of what they do by themselves%s%s%s",
        is_found || why[0] != '\0' ? "" : "; two step sizes do not agree",
        why[0] != '\0' ? "; a run fails: " : "", why);
}

int drift_off(const struct drift *a, const struct integrator_system *joints,
              const struct subject *s, struct results *results, struct diagnostic *d) {
    double growth[SIZES] = {NAN, NAN};
    const size_t numbers = (size_t)(4 * joints->joints + s->nq + s->nv + s->nz);
    double *room = calloc(numbers, sizeof *room);
    if (room == NULL)
        return message_set(d, "%s: out of memory", a->study->model->name);
    const bool failed = find_growth(a, joints, s, room, growth) != 0;
    free(room);
    return append(a, growth, failed ? s->why(s->self) : "", results);
}
