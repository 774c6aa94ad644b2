/* Tests of newton.c. The counts on robertson are those of Drake's own tests of reuse and of
 * full Newton.
 *
 * Seen to fail: 7 and 11 iterations; 2 and 4 trials; trials with reuse off; the guess not
 * restored; full Newton with J at t0; SINGULAR told before NOT_FINITE; an infinite J's
 * solution accepted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/pair/newton/newton.h"
#include "fast/tests/samples.h"

static struct pair *make_robertson(enum pair_newton newton) {
    const struct sample *sample = find_sample(SAMPLE_ROBERTSON);
    struct integrator_system system = sample_system(sample);
    struct integrator_options options = faithful_options();
    options.newton = newton;
    return start_integrator(&system, &options, 0, sample->x0);
}

/* Steps by h with the given outcome and what it counts. */
static void expect_step(struct pair *integrator, double h, enum fast_status outcome,
                        long jacobians, long factorizations) {
    struct pair_statistics before = *pair_statistics(integrator);
    enum fast_status status = pair_step(integrator, h);
    const struct pair_statistics *after = pair_statistics(integrator);
    cr_expect(status == outcome, "h = %g: %s", h, fast_status_text(status));
    cr_expect_eq(after->jacobian_evals - before.jacobian_evals, jacobians);
    cr_expect_eq(after->factorizations - before.factorizations, factorizations);
}

Test(newton, matrices_are_reused_across_failures_and_steps) {
    struct pair *integrator = make_robertson(FAST_REUSE);
    expect_step(integrator, 1e-2, FAST_NOT_CONVERGED, 2, 3);
    expect_step(integrator, 1e-6, FAST_OK, 0, 0);
    expect_step(integrator, 1e-2, FAST_NOT_CONVERGED, 1, 2);
}

Test(newton, full_newton_forms_and_factors_in_each_iteration) {
    struct pair *integrator = make_robertson(FAST_FULL);
    const double steps[] = {1.0, 1e-6, 1.0};
    for (int i = 0; i < 3; i++) {
        enum fast_status status = pair_step(integrator, steps[i]);
        cr_expect(status == (i == 1 ? FAST_OK : FAST_NOT_CONVERGED), "step %d", i);
        const struct pair_statistics *statistics = pair_statistics(integrator);
        cr_expect_eq(statistics->jacobian_evals, statistics->newton_iters);
        cr_expect_eq(statistics->factorizations, statistics->newton_iters);
    }
}

/* z' = c z with a Jacobian that may lie. */
struct linear {
    double c, J;
};

static int linear_rates(void *context, double t, const double *x, double *ydot) {
    const struct linear *linear = context;
    (void)t;
    ydot[0] = linear->c * x[0];
    return 0;
}

static int linear_jacobian(void *context, double t, const double *x, double *fq,
                           double *fy) {
    const struct linear *linear = context;
    (void)t, (void)x, (void)fq;
    fy[0] = linear->J;
    return 0;
}

static struct pair *make_linear(struct linear *linear, enum pair_newton newton,
                                double accuracy) {
    static const double x0 = 0.7;
    struct integrator_system system = {.nz = 1, .context = linear};
    struct integrator_options options = faithful_options();
    system.rates = linear_rates;
    system.jacobian = linear_jacobian;
    options.jacobian = FAST_EXACT_JACOBIAN;
    options.newton = newton;
    options.accuracy = accuracy;
    return start_integrator(&system, &options, 0, &x0);
}

Test(newton, the_solution_is_implicit_eulers) {
    for (int newton = 0; newton < 3; newton++) {
        struct linear linear = {-3.7, -3.7};
        struct pair *integrator = make_linear(&linear, (enum pair_newton)newton, 1e-14);
        const double x0 = 0.7, guess = -5.1, h = 0.3;
        double x = NAN;
        cr_assert(fast_solve_step(integrator, 0, h, &x0, &guess, &x) == FAST_OK);
        cr_expect(fabs(x - 0.7 / (1 + 0.3 * 3.7)) <= 1e-15, "%.17g", x);
    }
}

/* J such that the iteration contracts by a half each time: 1 - hc = 1/2 (1 - hJ) */
Test(newton, ten_iterations_are_the_most_and_three_trials) {
    const double h = 0.25;
    struct linear linear = {-4, -12};
    struct pair *reusing = make_linear(&linear, FAST_REUSE, 1e-12);
    cr_expect(pair_step(reusing, h) == FAST_NOT_CONVERGED);
    cr_expect_eq(pair_statistics(reusing)->newton_iters, 30);
    cr_expect_eq(pair_statistics(reusing)->factorizations, 3);
    cr_expect_eq(pair_statistics(reusing)->jacobian_evals, 2);
    struct pair *forming = make_linear(&linear, FAST_FRESH, 1e-12);
    cr_expect(pair_step(forming, h) == FAST_NOT_CONVERGED);
    cr_expect_eq(pair_statistics(forming)->newton_iters, 10);
}

Test(newton, every_trial_begins_at_the_guess) {
    struct linear linear = {-4, -12};
    const double x0 = 0.7, guess = 0.9, h = 0.25;
    double x = NAN, first;
    struct pair *integrator = make_linear(&linear, FAST_FRESH, 1e-12);
    cr_expect(fast_solve_step(integrator, 0, h, &x0, &guess, &x) == FAST_NOT_CONVERGED);
    first = x;
    integrator = make_linear(&linear, FAST_REUSE, 1e-12);
    cr_expect(fast_solve_step(integrator, 0, h, &x0, &guess, &x) == FAST_NOT_CONVERGED);
    cr_expect(x == first, "%.17g, not %.17g", x, first);
}

/* Errors that grow by 1.5: seen in the third iteration, not before. */
Test(newton, divergence_is_seen_in_the_third_iteration) {
    struct linear linear = {-6, 0};
    struct pair *integrator = make_linear(&linear, FAST_FRESH, 0.1);
    cr_expect(pair_step(integrator, 0.25) == FAST_NOT_CONVERGED);
    cr_expect_eq(pair_statistics(integrator)->newton_iters, 3);
}

Test(newton, a_singular_matrix_is_told_apart) {
    for (int newton = 0; newton < 3; newton++) {
        struct linear linear = {4, 4};
        struct pair *integrator = make_linear(&linear, (enum pair_newton)newton, 0.1);
        enum fast_status status = pair_step(integrator, 0.25);
        cr_expect(status == FAST_SINGULAR, "%s", fast_status_text(status));
        cr_expect(pair_step(integrator, 0.125) == FAST_OK);
    }
}

Test(newton, a_rate_that_is_not_finite_counts_before_a_singular_matrix) {
    struct linear linear = {NAN, 4};
    struct pair *integrator = make_linear(&linear, FAST_FRESH, 0.1);
    cr_expect(pair_step(integrator, 0.25) == FAST_NOT_FINITE);
    cr_expect(integrator->factors_are_singular);
}

Test(newton, a_jacobian_that_is_not_finite_is_told_apart) {
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int newton = 0; newton < 3; newton++)
        for (int i = 0; i < 3; i++) {
            struct linear linear = {-4, bad[i]};
            struct pair *integrator = make_linear(&linear, (enum pair_newton)newton, 0.1);
            enum fast_status status = pair_step(integrator, 0.25);
            cr_expect(status == FAST_NOT_FINITE, "%s", fast_status_text(status));
            linear.J = -4;
            cr_expect(pair_step(integrator, 0.25) == FAST_OK);
        }
}

Test(newton, with_reuse_a_nan_jacobian_is_formed_once) {
    struct linear linear = {-4, NAN};
    struct pair *integrator = make_linear(&linear, FAST_REUSE, 0.1);
    cr_expect(pair_step(integrator, 0.25) == FAST_NOT_FINITE);
    cr_expect_eq(pair_statistics(integrator)->jacobian_evals, 1);
    cr_expect_eq(pair_statistics(integrator)->newton_iters, 0);
}

/* Where Drake's iteration survives such a J, the counts are Drake's. */
Test(newton, without_reuse_a_nan_jacobian_costs_ten_iterations) {
    struct linear linear = {-4, NAN};
    struct pair *integrator = make_linear(&linear, FAST_FRESH, 0.1);
    cr_expect(pair_step(integrator, 0.25) == FAST_NOT_FINITE);
    cr_expect_eq(pair_statistics(integrator)->derivative_evals, 11);
    cr_expect_eq(pair_statistics(integrator)->newton_iters, 10);
}

/* v' = -v, which no q disturbs. */
static int indifferent_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = -x[1];
    return 0;
}

static int nan_map(void *context, const double *q, const double *v, double *qdot) {
    (void)context, (void)q, (void)v;
    qdot[0] = NAN;
    return 0;
}

Test(newton, a_map_that_is_not_finite_is_told_apart) {
    const double x0[2] = {0.7, 0.9};
    struct integrator_system system = {
        .nq = 1, .nv = 1, .rates = indifferent_rates, .map = nan_map};
    for (int newton = 0; newton < 3; newton++) {
        struct integrator_options options = faithful_options();
        options.newton = (enum pair_newton)newton;
        struct pair *integrator = start_integrator(&system, &options, 0, x0);
        cr_expect(pair_step(integrator, 0.25) == FAST_NOT_FINITE);
    }
}

/* v' = c t v: full Newton forms J at the step's end, where it is exact. */
static int ageing_rates(void *context, double t, const double *x, double *ydot) {
    ydot[0] = *(double *)context * t * x[0];
    return 0;
}

Test(newton, full_newton_forms_the_jacobian_at_the_end_of_the_step) {
    double c = -100;
    const double x0 = 0.7;
    struct integrator_system system = {.nz = 1, .context = &c, .rates = ageing_rates};
    struct integrator_options options = faithful_options();
    options.newton = FAST_FULL;
    options.accuracy = 1e-10;
    struct pair *integrator = start_integrator(&system, &options, 0, &x0);
    cr_expect(pair_step(integrator, 0.5) == FAST_OK);
    const struct pair_statistics *statistics = pair_statistics(integrator);
    cr_expect(statistics->newton_iters <= 9, "%ld", statistics->newton_iters);
    double small = 0.7 / (1 + 0.25 * 100 * 0.25) / (1 + 0.25 * 100 * 0.5);
    cr_expect(fabs(*pair_state(integrator) - small) <= 1e-10);
}
