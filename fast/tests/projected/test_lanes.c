/* Lanes against runs alone, bit by bit, for a system with a map, other states, time, and a
 * parameter for each lane.
 *
 * Seen to fail: a sum of squares that leaves out z, lost lanes that stay lost in the next run,
 * components in the order of lanes, a rate of the step before, a stage or a half step at another
 * time, a stage that is not watched, an end whose q' is not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/lanes/lanes_kinds.h"
#include "fast/processor.h"

/* q' = (v, q1 v), v' = -k sin q1 - v, z' = k cos t - z^3: growth where z is large. With k = torn
 * z' is no number within a step from 0.3; with k = ended v' = 0, and q2' is infinite where the
 * second lane ends. */
enum { nq = 2, nv = 1, nz = 1, nx = nq + nv + nz, lanes = 6 };
static const double torn = -1, ended = -2;

static int rates(void *context, double t, const double *x, double *ydot) {
    const double k = *(const double *)context;
    if (k == torn) {
        ydot[0] = -x[2];
        ydot[1] = fabs(t - 0.31) < 1e-3 ? (double)NAN : 1;
        return 0;
    }
    if (k == ended) {
        ydot[0] = ydot[1] = 0;
        return 0;
    }
    ydot[0] = -k * sin(x[0]) - x[2];
    ydot[1] = k * cos(t) - x[3] * x[3] * x[3];
    return 0;
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    const double k = *(const double *)context;
    qdot[0] = v[0];
    qdot[1] = k == ended && q[0] > 1.1995 ? INFINITY : q[0] * v[0];
    return 0;
}

static int rates_of_lanes(void *context, double t, const double *x, double *ydot) {
    for (int k = 0; k < lanes; k++) {
        double one[nx], rate[nv + nz];
        for (int i = 0; i < nx; i++)
            one[i] = x[i * lanes + k];
        rates((double *)context + k, t, one, rate);
        for (int i = 0; i < nv + nz; i++)
            ydot[i * lanes + k] = rate[i];
    }
    return 0;
}

static int map_of_lanes(void *context, const double *q, const double *v, double *qdot) {
    for (int k = 0; k < lanes; k++) {
        const double one[nq] = {q[k], q[lanes + k]};
        double moved[nq];
        map((double *)context + k, one, &v[k], moved);
        qdot[k] = moved[0], qdot[lanes + k] = moved[1];
    }
    return 0;
}

static const enum integrator_method methods[] = {
    PROJECTED_SEMI_EXPLICIT_EULER, PROJECTED_SEMI_EXPLICIT_EULER_2,
    PROJECTED_EXPLICIT_EULER, PROJECTED_RUNGE_KUTTA_MERSON};
enum { method_count = sizeof methods / sizeof *methods };

static struct integrator_options options_of(enum integrator_method method, double h) {
    struct integrator_options options = integrator_default_options(method);
    options.fixed_step = true;
    options.step = h;
    options.form = PROJECTED_GAMING;
    return options;
}

/* x := the end of a run alone. */
static enum fast_status run_alone(const struct integrator_options *options, double *k,
                                  double t_final, double *x) {
    struct integrator_options complete = *options;
    const struct integrator_system system = {
        .nq = nq, .nv = nv, .nz = nz, .context = k, .rates = rates, .map = map};
    struct projected *p;
    integrator_complete_options(&complete);
    cr_assert(projected_alloc(&p, &system, &complete) == FAST_OK);
    enum fast_status status = projected_start(p, 0, x);
    if (status == FAST_OK)
        status = projected_run(p, t_final);
    memcpy(x, projected_advanced_state(p), nx * sizeof *x);
    return status;
}

static struct lanes *make_lanes(const struct integrator_options *options,
                                double *parameter) {
    const struct lanes_system system = {.lanes = lanes,
                                        .nq = nq,
                                        .nv = nv,
                                        .nz = nz,
                                        .context = parameter,
                                        .rates = rates_of_lanes,
                                        .map = map_of_lanes};
    struct lanes *made;
    cr_assert(lanes_alloc(&made, &system, options) == FAST_OK);
    return made;
}

static void fill(double *x, double z) {
    for (int k = 0; k < lanes; k++) {
        const double start[nx] = {0.3 + 0.1 * k, -0.2, 1.1 - 0.3 * k, k == 4 ? z : 0.5};
        for (int i = 0; i < nx; i++)
            x[i * lanes + k] = start[i];
    }
}

/* Those done have the bits of a run alone, which ended well; says how many are. */
static int compare(const struct integrator_options *options, double *parameter,
                   double t_final, const double *start, const double *end,
                   const bool *done) {
    int count = 0;
    for (int k = 0; k < lanes; k++) {
        double x[nx];
        for (int i = 0; i < nx; i++)
            x[i] = start[i * lanes + k];
        const enum fast_status status = run_alone(options, &parameter[k], t_final, x);
        cr_expect((status == FAST_OK) == done[k], "lane %d: %d", k, (int)status);
        count += done[k];
        for (int i = 0; i < nx && done[k]; i++)
            cr_expect(memcmp(&x[i], &end[i * lanes + k], sizeof *x) == 0,
                      "lane %d, component %d: %a, alone %a", k, i, end[i * lanes + k],
                      x[i]);
    }
    return count;
}

/* 2, 4, 8. */
static int count_lengths(void) {
    const int longest = fast_vector_length();
    return longest >= 8 ? 3 : longest >= 4 ? 2 : 1;
}

static void check(double z, const double *k, int expected) {
    for (int i = 0; i < 2 * method_count; i++) {
        struct integrator_options options = options_of(methods[i / 2], 0.03);
        options.mode = i % 2 == 0 ? FAST_DEFAULT : FAST_FAITHFUL;
        double parameter[lanes], start[nx * lanes], x[nx * lanes];
        bool done[lanes];
        long steps[lanes];
        memcpy(parameter, k, sizeof parameter);
        struct lanes *all = make_lanes(&options, parameter);
        /* With each length of vectors once more, where what was lost is there again. */
        for (int repeat = 0; repeat < 2 * count_lengths(); repeat++) {
            lanes_set_vectors(all, 2 << repeat / 2);
            fill(start, repeat % 2 == 0 ? z : 0.5);
            memcpy(x, start, sizeof x);
            cr_assert(lanes_run(all, 0, 1, x, done, steps) == FAST_OK);
            cr_expect(compare(&options, parameter, 1, start, x, done) ==
                      (repeat % 2 == 0 ? expected : lanes));
            for (int lane = 0; lane < lanes; lane++)
                cr_expect(steps[lane] == 34, "%ld", steps[lane]);
        }
    }
}

static const double usual[lanes] = {1, 2, 3, 5, 8, 13};

Test(lanes, have_the_bits_of_runs_alone) {
    check(0.5, usual, lanes);
}

/* Runs alone fail by a rate that only stages of Runge-Kutta-Merson see, or by one at the end,
 * which its last stage and explicit Euler's estimate see. */
Test(lanes, a_rate_that_is_not_finite_within_a_step_is_seen) {
    for (int what = 0; what < 2; what++) {
        double parameter[lanes] = {1, what == 0 ? torn : ended, 3, 5, 8, 13};
        int lost = 0;
        for (int i = 0; i < method_count; i++) {
            const struct integrator_options options = options_of(methods[i], 0.03);
            double start[nx * lanes], x[nx * lanes];
            bool done[lanes];
            long steps[lanes];
            struct lanes *all = make_lanes(&options, parameter);
            fill(start, 0.5);
            memcpy(x, start, sizeof x);
            cr_assert(lanes_run(all, 0, 1, x, done, steps) == FAST_OK);
            lost += lanes - compare(&options, parameter, 1, start, x, done);
        }
        cr_expect(lost == what + 1, "%d: %d", what, lost);
    }
}

/* z^3 grows without bounds, and becomes infinite, then not a number. */
Test(lanes, a_lane_that_diverges_is_left_behind) {
    check(1e6, usual, lanes - 1);
}

Test(lanes, a_lane_that_does_not_begin_is_left_behind) {
    check((double)NAN, usual, lanes - 1);
    check((double)INFINITY, usual, lanes - 1);
}

Test(lanes, all_may_be_lost) {
    struct integrator_options options = options_of(PROJECTED_RUNGE_KUTTA_MERSON, 0.1);
    double parameter[lanes], x[nx * lanes];
    bool done[lanes];
    long steps[lanes];
    for (int k = 0; k < lanes; k++)
        parameter[k] = (double)NAN;
    struct lanes *all = make_lanes(&options, parameter);
    fill(x, 0.5);
    cr_expect(lanes_run(all, 0, 1, x, done, steps) == FAST_OK);
    for (int k = 0; k < lanes; k++)
        cr_expect(!done[k]);
}

Test(lanes, what_cannot_be_run_so_is_refused) {
    struct integrator_options options = options_of(PROJECTED_SEMI_EXPLICIT_EULER, 0.1);
    const struct lanes_system system = {
        .lanes = lanes, .nv = nv, .nq = nv, .rates = rates_of_lanes};
    struct lanes_system none = system;
    struct lanes *all;
    none.lanes = 0;
    cr_expect(lanes_alloc(&all, &none, &options) == FAST_BAD_SYSTEM && all == NULL);
    options.form = PROJECTED_VELOCITY_IMPLICIT;
    cr_expect(lanes_alloc(&all, &system, &options) == FAST_BAD_OPTION && all == NULL);
    options = options_of(PROJECTED_EXPLICIT_EULER, 0.1);
    options.max_step = 0.05;
    cr_expect(lanes_alloc(&all, &system, &options) == FAST_BAD_OPTION);
    options = options_of(PROJECTED_EXPLICIT_EULER, 0.1);
    options.fixed_step = false;
    cr_expect(lanes_alloc(&all, &system, &options) == FAST_BAD_OPTION);
    options = options_of(FAST_IMPLICIT_EULER, 0.1);
    cr_expect(lanes_alloc(&all, &system, &options) == FAST_BAD_SYSTEM);
}
