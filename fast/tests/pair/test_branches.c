/* Default mode where the equations of a step have several solutions, or one that the motion
 * does not go to: systems whose f grows with y, so that a long step would stay where the
 * motion leaves. Truth is the classical Runge-Kutta method in many steps.
 *
 * Seen to fail: steps with a negative determinant of I - h J taken.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/pair.h"
#include "fast/tests/random.h"

enum { most_states = 2, kinds = 4 };

struct unstable {
    int kind;
    double k, c; /* how fast it is; a second parameter */
};

static int rates(void *context, double t, const double *x, double *ydot) {
    const struct unstable *u = context;
    (void)t;
    switch (u->kind) {
    case 0: /* van der Pol */
        ydot[0] = x[1];
        ydot[1] = u->k * ((1 - x[0] * x[0]) * x[1]) - x[0];
        break;
    case 1: /* FitzHugh and Nagumo */
        ydot[0] = u->k * (x[0] - x[0] * x[0] * x[0] / 3 + x[1]);
        ydot[1] = u->c - x[0] - 0.8 * x[1];
        break;
    case 2: /* one variable with two rests */
        ydot[0] = u->k * (x[0] - x[0] * x[0] * x[0]);
        break;
    default: /* a pendulum */ ydot[0] = -u->k * sin(x[0]) - u->c * x[1]; break;
    }
    return 0;
}

static struct integrator_system system_of(struct unstable *u) {
    const bool second_order = u->kind == 3;
    return (struct integrator_system){.nq = second_order,
                                      .nv = second_order,
                                      .nz = second_order   ? 0
                                            : u->kind == 2 ? 1
                                                           : 2,
                                      .context = u,
                                      .rates = rates};
}

static void find_slope(struct unstable *u, const double *x, double *slope) {
    if (u->kind == 3)
        slope[0] = x[1];
    rates(u, 0, x, slope + (u->kind == 3));
}

/* x[n] := the solution after t, in steps that resolve rates of 12 k. */
static void follow(struct unstable *u, int n, double t, double *x) {
    static const double part[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
    const long steps = 2000 + (long)(12 * (u->k + u->c) * t);
    const double h = t / (double)steps;
    for (long step = 0; step < steps; step++) {
        double slope[most_states] = {0}, sum[most_states] = {0}, y[most_states];
        for (int stage = 0; stage < 4; stage++) {
            for (int i = 0; i < n; i++)
                y[i] = x[i] + part[stage] * h * slope[i];
            find_slope(u, y, slope);
            for (int i = 0; i < n; i++)
                sum[i] += h / 6 * weight[stage] * slope[i];
        }
        for (int i = 0; i < n; i++)
            x[i] += sum[i];
    }
}

struct run {
    struct unstable system;
    enum integrator_method method;
    double x0[most_states], accuracy, max_step, t;
};

/* The largest error of a component at the end; infinite if there is none. */
static double find_error(struct run *run, enum fast_mode mode, const double *truth) {
    const struct integrator_system system = system_of(&run->system);
    struct integrator_options options = pair_default_options();
    options.mode = mode;
    options.method = run->method;
    options.accuracy = run->accuracy;
    options.max_step = run->max_step;
    struct pair *integrator;
    cr_assert(pair_alloc(&integrator, &system, &options) == FAST_OK);
    cr_assert(pair_start(integrator, 0, run->x0) == FAST_OK);
    double error = pair_run(integrator, run->t) == FAST_OK ? 0 : INFINITY;
    for (int i = 0; i < system.nq + system.nv + system.nz; i++)
        error = fmax(error, fabs(pair_state(integrator)[i] - truth[i]));
    return error;
}

static void find_truth(struct run *run, double *truth) {
    const struct integrator_system system = system_of(&run->system);
    truth[0] = run->x0[0];
    truth[1] = run->x0[1];
    follow(&run->system, system.nq + system.nv + system.nz, run->t, truth);
}

Test(branches, a_long_step_does_not_stay_where_the_motion_leaves) {
    static struct run runs[] = {
        {{0, 1e4, 0}, FAST_VELOCITY_IMPLICIT_EULER, {-0.1, -50}, 0.1, 0.1, 0.5},
        {{0, 5875, 0}, FAST_VELOCITY_IMPLICIT_EULER, {-0.1, -48}, 0.01, 10, 1.14},
        {{0, 1e4, 0}, FAST_IMPLICIT_EULER, {-0.1, -50}, 0.1, 0.1, 0.5}};
    for (int i = 0; i < 3; i++) {
        double truth[most_states];
        find_truth(&runs[i], truth);
        double error = find_error(&runs[i], FAST_DEFAULT, truth);
        cr_expect(truth[0] < -1 && error < runs[i].accuracy, "run %d: off by %g", i,
                  error);
    }
}

static double size_between(struct random *random, double low, double high) {
    return pow(10, random_between(random, low, high));
}

static double sign_of(struct random *random) {
    return random_bits(random) % 2 == 0 ? 1 : -1;
}

static struct run random_run(struct random *random) {
    static const double fastest[kinds] = {4.3, 3.5, 3.5, 3};
    struct run run = {.system.kind = (int)(random_bits(random) % kinds)};
    const int kind = run.system.kind;
    run.system.k = size_between(random, 0, fastest[kind]);
    run.system.c = kind == 0 || kind == 2 ? 0 : random_between(random, 0, 0.7);
    run.x0[0] = kind == 2 ? sign_of(random) * size_between(random, -4, 0.5)
                          : random_between(random, -2, 2);
    run.x0[1] = sign_of(random) * size_between(random, -2, kind == 1 ? 0 : 2);
    run.method =
        random_bits(random) % 2 == 0 ? FAST_IMPLICIT_EULER : FAST_VELOCITY_IMPLICIT_EULER;
    run.accuracy = size_between(random, -4, -0.7);
    run.max_step = size_between(random, -1, 1);
    run.t = size_between(random, -1.5, 0.3);
    return run;
}

/* Errors of what is right, and of what is wrong, as parts of the accuracy; a run that leaves an
 * unstable rest may be early or late by more than the accuracy of a step. */
static const double right = 5, wrong = 50;

Test(branches, default_mode_is_not_wrong_where_faithful_mode_is_right) {
    struct random random = random_open();
    int mended = 0;
    for (int i = 0; i < 400; i++) {
        struct run run = random_run(&random);
        double truth[most_states];
        find_truth(&run, truth);
        const double theirs = find_error(&run, FAST_FAITHFUL, truth) / run.accuracy;
        const double ours = find_error(&run, FAST_DEFAULT, truth) / run.accuracy;
        cr_expect(!(theirs <= right) || ours <= wrong,
                  "seed %lu, run %d of kind %d: off by %g of the accuracy, not %g",
                  random.seed, i, run.system.kind, ours, theirs);
        mended += ours <= right && theirs > wrong;
    }
    cr_expect(mended >= 5, "%d", mended);
}
