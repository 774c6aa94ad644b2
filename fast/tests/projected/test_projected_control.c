/* Step control: where a step ends, how its size is adjusted, how errors are measured.
 *
 * Seen to fail: 1.2 and 0.9 of the hysteresis swapped; growth after a limited step; the
 * square root for order 4; scales 1/|y| below 1/w; weights of v for z; q relative to v;
 * W_i with u_i on the relative part.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "fast/tests/samples.h"

#include "fast/projected/internal.h"

static int still(void *context, double t, const double *x, double *ydot) {
    const struct integrator_system *system = context;
    (void)t, (void)x;
    for (int i = 0; i < system->nv + system->nz; i++)
        ydot[i] = 0;
    return 0;
}

/* q' = N v with columns of length 2 and 3, so that weights matter. */
static int stretch(void *context, const double *q, const double *v, double *qdot) {
    (void)context, (void)q;
    qdot[0] = 2 * v[0];
    qdot[1] = 3 * v[1];
    qdot[2] = 0;
    return 0;
}

static struct integrator_system plain = {.nq = 2, .nv = 2, .nz = 2, .rates = still};
static struct integrator_system mapped = {
    .nq = 3, .nv = 2, .nz = 2, .rates = still, .map = stretch};

static struct projected *make(struct integrator_system *free,
                              const struct integrator_options *options, const double *x) {
    const struct integrator_system system = *free;
    struct integrator_system copy = system;
    copy.context = free;
    struct projected *m;
    enum fast_status status = projected_alloc(&m, &copy, options);
    if (status == FAST_OK)
        status = projected_start(m, 0, x);
    cr_assert(status == FAST_OK, "%s", fast_status_text(status));
    projected_freeze_scales(m);
    return m;
}

static const double at[] = {5, 7, -0.5, 4, 20, 0.3}; /* q, v, z */

Test(projected_control, a_step_ends_at_a_time_that_is_near) {
    const double h = 0.37, t = 1.3;
    bool limited;
    cr_expect(projected_end_of_step(t, h, t + 1.0011 * h, &limited) == t + h);
    cr_expect(!limited);
    cr_expect(projected_end_of_step(t, h, t + 1.0009 * h, &limited) == t + 1.0009 * h);
    cr_expect(!limited);
    cr_expect(projected_end_of_step(t, h, t + 0.951 * h, &limited) == t + 0.951 * h);
    cr_expect(!limited);
    cr_expect(projected_end_of_step(t, h, t + 0.949 * h, &limited) == t + 0.949 * h);
    cr_expect(limited);
    cr_expect(projected_end_of_step(t, h, INFINITY, &limited) == t + h && !limited);
}

/* For h = 1 and accuracy 1e-3. */
static const struct adjustment {
    double err;
    bool is_limited;
    double order_2, order_4;
} adjustments[] = {
    {0, false, 5, 5},
    {0, true, 1, 1},
    {1e-9, false, 5, 5},
    {2.5e-4, false, 1.8, 1.2727922061357855}, /* 0.9 sqrt(4), 0.9 4^(1/4) */
    {2.5e-4, true, 1, 1},
    {6e-4, false, 1, 1}, /* 0.9 sqrt(1/0.6) = 1.16: not worth it */
    {9.9e-4, false, 1, 1},
    {1.1e-3, false, 0.8581163303, 0.8788086807},
    {1.0001e-3, false, 0.89995500, 0.89997750},
    {4e-3, false, 0.45, 0.63639610306789274},
    {4e-3, true, 0.45, 0.63639610306789274},
    {1, false, 0.1, 0.1600451469},
    {INFINITY, false, 0.1, 0.1},
    {NAN, true, 0.1, 0.1},
};

Test(projected_control, sizes_are_adjusted_by_the_rules) {
    for (int mode = 0; mode < 2; mode++) {
        struct integrator_options options = projected_default_options();
        options.mode = mode == 0 ? FAST_DEFAULT : FAST_FAITHFUL;
        struct projected *two = make(&plain, &options, at);
        options.method = PROJECTED_RUNGE_KUTTA_MERSON;
        struct projected *four = make(&plain, &options, at);
        for (size_t i = 0; i < sizeof adjustments / sizeof *adjustments; i++) {
            const struct adjustment *one = &adjustments[i];
            const double by_2 = projected_resize(two, one->err, 1, one->is_limited);
            const double by_4 = projected_resize(four, one->err, 1, one->is_limited);
            cr_expect(fabs(by_2 - one->order_2) < 1e-8, "%d: %.17g", (int)i, by_2);
            cr_expect(fabs(by_4 - one->order_4) < 1e-8, "%d: %.17g", (int)i, by_4);
        }
    }
}

Test(projected_control, sizes_stay_within_their_bounds) {
    struct integrator_options options = projected_default_options();
    options.min_step = 0.7;
    options.max_step = 1.9;
    struct projected *m = make(&plain, &options, at);
    cr_expect(projected_resize(m, INFINITY, 1, false) == 0.7);
    cr_expect(projected_resize(m, 0, 1, false) == 1.9);
}

static double error_of(struct projected *m, int i, double size) {
    double dx[7] = {0};
    dx[i] = size;
    return projected_error_norm(m, dx);
}

static void expect_close(double x, double expected) {
    cr_expect(fabs(x - expected) <= 4 * DBL_EPSILON * expected, "%.17g, not %.17g", x,
              expected);
}

/* v = (-0.5, 4), z = (20, 0.3): with weights 1 only 4 and 20 are measured relatively.
 * Each group has two components, so a root mean square is 1/sqrt(2) of the only one there
 * is. */
Test(projected_control, small_values_are_measured_absolutely) {
    const double weights_v[] = {1, 0.1}, weights_z[] = {0.2, 7};
    for (int norm = 0; norm < 2; norm++) {
        struct integrator_options options = projected_default_options();
        options.norm = norm == 0 ? PROJECTED_ROOT_MEAN_SQUARE : PROJECTED_INFINITY;
        const double mean = norm == 0 ? sqrt(0.5) : 1;
        struct projected *m = make(&plain, &options, at);
        expect_close(error_of(m, 1, 0.03), mean * 0.03);
        expect_close(error_of(m, 2, -0.03), mean * 0.03);
        expect_close(error_of(m, 3, 0.03), mean * 0.03 / 4);
        expect_close(error_of(m, 4, 0.03), mean * 0.03 / 20);
        expect_close(error_of(m, 5, 0.03), mean * 0.03);
        projected_free(m);
        options.weights_v = weights_v;
        options.weights_z = weights_z;
        m = make(&plain, &options, at);
        expect_close(error_of(m, 1, 0.03), mean * 0.03 * 0.1);
        expect_close(error_of(m, 2, 0.03), mean * 0.03);
        expect_close(error_of(m, 3, 0.03), mean * 0.03 * 0.1);
        expect_close(error_of(m, 4, 0.03), mean * 0.03 / 20);
        expect_close(error_of(m, 5, 0.03), mean * 0.03 * 0.3 / 0.09); /* 1/|z| < 7 */
    }
}

/* N W N+ dq: N+ is found from N, and what is not in N's range does not count. */
Test(projected_control, positions_are_measured_through_n) {
    const double weights_v[] = {1, 0.1};
    const double x[] = {5, 7, 9, -0.5, 4, 20, 0.3};
    struct integrator_options options = projected_default_options();
    options.weights_v = weights_v;
    options.norm = PROJECTED_INFINITY;
    struct projected *m = make(&mapped, &options, x);
    expect_close(error_of(m, 0, 0.06), 0.06);
    expect_close(error_of(m, 1, 0.06), 0.006);
    cr_expect(error_of(m, 2, 0.06) == 0);
    expect_close(error_of(m, 4, 0.06), 0.006);
}

/* A point on a circle: N = (-y, x). */
static int turn(void *context, const double *q, const double *v, double *qdot) {
    (void)context;
    qdot[0] = -q[1] * v[0];
    qdot[1] = q[0] * v[0];
    return 0;
}

static struct integrator_system turning = {.nq = 2, .nv = 1, .rates = still, .map = turn};

/* Of a trial a quarter of a turn away the original's N is that of the trial
 * (AbstractIntegratorRep::takeOneStep hands calcErrorNorm the advanced state). */
Test(projected_control, faithful_mode_measures_positions_at_the_steps_end) {
    const double x[] = {1, 0, 0.7};
    for (int mode = 0; mode < 2; mode++) {
        struct integrator_options options = projected_default_options();
        options.mode = mode == 0 ? FAST_DEFAULT : FAST_FAITHFUL;
        options.norm = PROJECTED_INFINITY;
        struct projected *m = make(&turning, &options, x);
        m->trial[0] = 0, m->trial[1] = 1;
        expect_close(error_of(m, mode == 0, 0.06), 0.06);
        cr_expect(error_of(m, mode == 1, 0.06) == 0);
    }
}

/* W_i = 1/(r_i relative |y_i| + u_i absolute), accepted up to 1. */
Test(projected_control, tolerances_weigh_by_units_and_flags) {
    const double units[] = {3, 0.7, 11, 0.2};
    const bool is_relative[] = {true, true, false, true};
    struct integrator_options options = projected_default_options();
    options.relative = 1e-3;
    options.absolute = 1e-5;
    options.units = units;
    options.is_relative = is_relative;
    options.norm = PROJECTED_INFINITY;
    struct projected *m = make(&plain, &options, at);
    expect_close(error_of(m, 0, 2e-3), 2e-3 / 3e-5);
    expect_close(error_of(m, 1, 2e-3), 2e-3 / 0.7e-5);
    expect_close(error_of(m, 2, 2e-3), 2e-3 / (0.5e-3 + 3e-5));
    expect_close(error_of(m, 3, 2e-3), 2e-3 / (4e-3 + 0.7e-5));
    expect_close(error_of(m, 4, 2e-3), 2e-3 / 11e-5);
    expect_close(error_of(m, 5, 2e-3), 2e-3 / (0.3e-3 + 0.2e-5));
    cr_expect(projected_accepted_error(m) == 1);
}

Test(projected_control, an_error_that_is_nan_has_a_norm_that_is) {
    for (int norm = 0; norm < 2; norm++) {
        struct integrator_options options = projected_default_options();
        options.norm = norm == 0 ? PROJECTED_ROOT_MEAN_SQUARE : PROJECTED_INFINITY;
        struct projected *m = make(&plain, &options, at);
        for (int i = 0; i < 6; i++)
            cr_expect(isnan(error_of(m, i, NAN)), "%d", i);
    }
}

/* attempted = taken + failures, and the evaluations of each method from that. */
Test(projected_control, counters_add_up) {
    static const int in_attempt[] = {0, 1, 1, 4}, in_step[] = {1, 1, 0, 1};
    for (int method = 1; method < 4; method++)
        for (int mode = 0; mode < 2; mode++) {
            const struct sample *pendulum = find_sample(SAMPLE_PENDULUM);
            const struct integrator_system system = sample_system(pendulum);
            struct integrator_options options = projected_default_options();
            options.method =
                (enum integrator_method)(PROJECTED_SEMI_EXPLICIT_EULER + method);
            options.mode = mode == 0 ? FAST_DEFAULT : FAST_FAITHFUL;
            options.initial_step = 0.4; /* too long at first */
            struct projected *m;
            cr_assert(projected_alloc(&m, &system, &options) == FAST_OK);
            cr_assert(projected_start(m, 0, pendulum->x0) == FAST_OK);
            cr_assert(projected_run(m, 3) == FAST_OK);
            const struct projected_statistics *s = projected_statistics(m);
            cr_expect(s->error_test_failures > 0 && s->convergence_failures == 0);
            cr_expect(s->steps_attempted == s->steps_taken + s->error_test_failures);
            cr_expect(s->iterations == s->steps_attempted);
            cr_expect(s->step_size_changes >= s->error_test_failures);
            cr_expect(s->realizations == in_attempt[method] * s->steps_attempted +
                                             in_step[method] * (s->steps_taken - 1) + 1 +
                                             mode);
        }
}

/* Of masses 2 and 3 that go 0.3 and 0.2 between accelerations (1, 2) and (3, -1): they work 1.5,
 * and speed grows from 1 to 24.25. Seen to fail: an absolute speed of 0; a work that begins at
 * 1. */
Test(projected_control, what_no_work_explains_of_speed_is_an_artefact) {
    static const double masses[] = {2, 3}, way[] = {0.3, 0.2}, before[] = {1, 2},
                        after[] = {3, -1};
    struct integrator_options options = projected_default_options();
    struct projected *m = make(&plain, &options, at);
    projected_measure_speed(m, masses);
    cr_expect(m->power.absolute == 2.5, "%g", m->power.absolute);
    for (int i = 0; i < 2; i++) {
        m->previous[i] = at[i] - way[i];
        m->previous_slope[2 + i] = before[i];
        m->slope[2 + i] = after[i];
    }
    m->power = (struct projected_power){.absolute = 2.5, .speed = 1, .is_known = true};
    m->t = 0.5;
    projected_watch_power(m);
    cr_expect(fabs(m->power.artefact - 21.75) < 1e-12, "%g", m->power.artefact);
    cr_expect(fabs(m->power.plausible - 2.5) < 1e-12, "%g", m->power.plausible);
}
