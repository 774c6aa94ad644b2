/* Tests of pair.c.
 *
 * Seen to fail: large propagated; the estimate's sign; the estimate halved; the second half
 * step from x0; half guess x0; second half guess mid; second half's time; the explicit
 * step's second rate at t0 or x0; < for <= at the working minimum; the minimum not relative
 * to t; the half steps' work counted as the estimator's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/pair/base/internal.h"

#include "fast/tests/samples.h"

/* z' = 7 (2t + 1), whose steps are known in binary fractions (Drake's own test). */
static int quadratic_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)x;
    ydot[0] = 7 * (2 * t + 1);
    return 0;
}

Test(pair, a_quadratic_is_stepped_as_known) {
    const double x0 = 3;
    struct integrator_system system = {.nz = 1, .rates = quadratic_rates};
    struct pair *integrator = start_integrator(&system, NULL, 0, &x0);
    cr_expect(pair_step(integrator, 1.5) == FAST_OK);
    cr_expect(*pair_state(integrator) == 37.125);
    cr_expect(*pair_error_estimate(integrator) == 7.875);
    cr_assert(pair_start(integrator, 0, &x0) == FAST_OK);
    for (int i = 0; i < 2; i++) {
        cr_expect(pair_step(integrator, 0.75) == FAST_OK);
        cr_expect(*pair_error_estimate(integrator) == 1.96875);
    }
}

/* q' = v, v' = -k q - c v: an implicit Euler step solves a system of two. */
enum { k = 23, c = 3 };

static int spring_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = -k * x[0] - c * x[1];
    return 0;
}

static int spring_jacobian(void *context, double t, const double *x, double *fq,
                           double *fy) {
    (void)context, (void)t, (void)x;
    fq[0] = -k;
    fy[0] = -c;
    return 0;
}

/* v+ (1 + h c + h^2 k) = v - h k q, q+ = q + h v+ */
static void solve_spring(double h, const double *x, double *next) {
    next[1] = (x[1] - h * k * x[0]) / (1 + h * c + h * h * k);
    next[0] = x[0] + h * next[1];
}

Test(pair, a_spring_takes_one_large_and_two_half_steps) {
    const double x0[2] = {0.83, -0.37}, h = 0.3;
    struct integrator_system system = {
        .nq = 1, .nv = 1, .rates = spring_rates, .jacobian = spring_jacobian};
    for (int jacobian = 0; jacobian < 3; jacobian++) {
        double large[2], middle[2], small[2];
        struct integrator_options options = faithful_options();
        options.accuracy = 1e-14;
        options.newton = FAST_FRESH;
        options.jacobian = (enum pair_jacobian)jacobian;
        struct pair *integrator = start_integrator(&system, &options, 0.7, x0);
        cr_expect(pair_step(integrator, h) == FAST_OK);
        cr_expect(pair_time(integrator) == 0.7 + h);
        solve_spring(h, x0, large);
        solve_spring(h / 2, x0, middle);
        solve_spring(h / 2, middle, small);
        for (int i = 0; i < 2; i++) {
            double error = pair_state(integrator)[i] - small[i];
            double estimate = pair_error_estimate(integrator)[i] - (large[i] - small[i]);
            cr_expect(fabs(error) <= 1e-15, "x%d is off by %g", i, error);
            cr_expect(fabs(estimate) <= 1e-15, "estimate %d is off by %g", i, estimate);
        }
    }
}

enum { most_calls = 60 };

struct recorder {
    int calls;
    double t[most_calls], x[most_calls][2];
};

/* z0' = z1 + t, z1' = -z0^3 */
static int recorded_rates(void *context, double t, const double *x, double *ydot) {
    struct recorder *recorder = context;
    if (recorder->calls < most_calls) {
        recorder->t[recorder->calls] = t;
        memcpy(recorder->x[recorder->calls], x, 2 * sizeof *x);
    }
    recorder->calls++;
    ydot[0] = x[1] + t;
    ydot[1] = -x[0] * x[0] * x[0];
    return 0;
}

/* The first recorded call from `from` on at time t. */
static int find_call(const struct recorder *recorder, int from, double t) {
    for (int i = from; i < recorder->calls && i < most_calls; i++)
        if (recorder->t[i] == t)
            return i;
    cr_assert(false, "no evaluation at %g", t);
    return 0;
}

static void expect_start(const struct recorder *recorder, int call, const double *x) {
    for (int i = 0; i < 2; i++)
        cr_expect(fabs(recorder->x[call][i] - x[i]) <= 1e-15, "call %d, x%d", call, i);
}

Test(pair, each_sub_solve_starts_at_its_guess_and_ends_at_its_time) {
    const double x0[2] = {0.83, -0.37}, t0 = 0.5, h = 0.25;
    struct recorder recorder = {0};
    struct integrator_system system = {
        .nz = 2, .context = &recorder, .rates = recorded_rates};
    struct pair *integrator = start_integrator(&system, NULL, t0, x0);
    cr_assert(pair_step(integrator, h) == FAST_OK);
    const double *small = pair_state(integrator),
                 *error = pair_error_estimate(integrator);
    double large[2] = {small[0] + error[0], small[1] + error[1]};
    double between[2] = {(x0[0] + large[0]) / 2, (x0[1] + large[1]) / 2};
    int first = find_call(&recorder, 0, t0 + h);
    int second = find_call(&recorder, first, t0 + h / 2);
    int third = find_call(&recorder, second, t0 + h);
    cr_expect_eq(first, 3, "one Jacobian of three evaluations comes first");
    expect_start(&recorder, 0, x0);
    expect_start(&recorder, first, x0);
    expect_start(&recorder, second, between);
    expect_start(&recorder, third, large);
}

/* NaN at one time of evaluation. */
struct gap {
    double t;
};

static int gapped_rates(void *context, double t, const double *x, double *ydot) {
    const struct gap *gap = context;
    ydot[0] = t == gap->t ? NAN : -x[0];
    return 0;
}

Test(pair, a_half_step_that_fails_fails_the_step) {
    const double x0 = 0.83, t0 = 0.5, h = 0.25;
    struct gap gap = {t0 + h / 2};
    struct integrator_system system = {.nz = 1, .context = &gap, .rates = gapped_rates};
    struct pair *integrator = start_integrator(&system, NULL, t0, &x0);
    cr_expect(pair_step(integrator, h) == FAST_NOT_FINITE);
    cr_expect(pair_time(integrator) == t0 && *pair_state(integrator) == x0);
    cr_expect(*pair_error_estimate(integrator) == 0);
    const struct pair_statistics *statistics = pair_statistics(integrator);
    cr_expect_eq(statistics->steps_taken, 0);
    cr_expect_eq(statistics->substep_failures, 0);
    /* The large step is linear, and there are three trials of ten for the half step. */
    cr_expect(statistics->ee_newton_iters == 2 || statistics->ee_newton_iters == 3);
    cr_expect_eq(statistics->newton_iters, statistics->ee_newton_iters + 30);
}

/* Each state's rate differs in time, and N is not the identity. */
static int explicit_rates(void *context, double t, const double *x, double *ydot) {
    (void)context;
    ydot[0] = 3 * t * x[0] - x[1];
    return 0;
}

static int explicit_map(void *context, const double *q, const double *v, double *qdot) {
    (void)context;
    qdot[0] = 2 * q[0] * v[0];
    return 0;
}

Test(pair, a_step_below_the_minimum_is_explicit) {
    const double q = 0.83, v = -0.37, x0[2] = {q, v}, t0 = 0.5, h = 0.25, half = 0.125;
    struct integrator_system system = {
        .nq = 1, .nv = 1, .rates = explicit_rates, .map = explicit_map};
    struct integrator_options options = faithful_options();
    options.max_step = options.min_step = nextafter(h, 1);
    struct pair *integrator = start_integrator(&system, &options, t0, x0);
    cr_assert(pair_step(integrator, h) == FAST_OK);

    const double qdot = 2 * q * v, vdot = 3 * t0 * q - v;
    const double q1 = q + half * qdot, v1 = v + half * vdot;
    const double q2 = q1 + half * (2 * q1 * v1);
    const double v2 = v1 + half * (3 * (t0 + half) * q1 - v1);
    const double *x = pair_state(integrator), *e = pair_error_estimate(integrator);
    cr_expect(fabs(x[0] - q2) <= 1e-16 && fabs(x[1] - v2) <= 1e-16, "%g %g", x[0], x[1]);
    cr_expect(fabs(e[0] - (q + h * qdot - q2)) <= 2e-16, "%g", e[0]);
    cr_expect(fabs(e[1] - (v + h * vdot - v2)) <= 2e-16, "%g", e[1]);
    const struct pair_statistics *statistics = pair_statistics(integrator);
    cr_expect_eq(statistics->derivative_evals, 2);
    cr_expect_eq(statistics->ee_derivative_evals, 2);
    cr_expect_eq(statistics->newton_iters, 0);
}

Test(pair, a_step_of_the_minimum_is_implicit) {
    const double x0[2] = {0.83, -0.37}, times[] = {0, -0.5, 0.5, 1000, -1000};
    struct integrator_system system = {.nq = 1, .nv = 1, .rates = explicit_rates};
    for (int i = 0; i < 5; i++) {
        double t = times[i], minimum = fmax(1e-14, 1e-14 * fabs(t));
        struct pair *integrator = start_integrator(&system, NULL, t, x0);
        cr_expect(pair_working_minimum(integrator) == minimum);
        cr_assert(pair_step(integrator, nextafter(minimum, 0)) == FAST_OK);
        cr_expect_eq(pair_statistics(integrator)->newton_iters, 0);
        cr_assert(pair_start(integrator, t, x0) == FAST_OK);
        cr_assert(pair_step(integrator, minimum) == FAST_OK);
        cr_expect(pair_statistics(integrator)->newton_iters > 0);
    }
}

Test(pair, a_step_of_zero_is_explicit_and_changes_nothing) {
    const double x0[2] = {0.83, -0.37};
    struct integrator_system system = {
        .nq = 1, .nv = 1, .rates = explicit_rates, .map = explicit_map};
    struct pair *integrator = start_integrator(&system, NULL, 0.5, x0);
    cr_assert(pair_step(integrator, 0) == FAST_OK);
    const struct pair_statistics *statistics = pair_statistics(integrator);
    cr_expect(pair_time(integrator) == 0.5);
    cr_expect(memcmp(pair_state(integrator), x0, sizeof x0) == 0);
    cr_expect(pair_error_estimate(integrator)[0] == 0);
    cr_expect_eq(statistics->derivative_evals, 2);
    cr_expect_eq(statistics->ee_derivative_evals, 2);
    cr_expect_eq(statistics->steps_taken, 1);
    cr_expect(statistics->previous_step == 0 && statistics->largest_step == 0);
}
