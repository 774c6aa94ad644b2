/* Tests of freshness.c on z' = (c + t) z, whose J = c + t tells when it was formed.
 *
 * Seen to fail: trial 1 factoring; trial 2 forming J; trial 3 only factoring; J at t0 + h;
 * I + hJ; J formed anew in trial 1 when it is there; a J that is not finite kept.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/pair/newton/newton.h"
#include "fast/tests/samples.h"

static int rates(void *context, double t, const double *x, double *ydot) {
    ydot[0] = (*(double *)context + t) * x[0];
    return 0;
}

static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    (void)x, (void)fq;
    fy[0] = *(double *)context + t;
    return 0;
}

static const double xn = 0.3;

static struct pair *make(double *c, enum pair_newton newton) {
    struct integrator_system system = {
        .nz = 1, .context = c, .rates = rates, .jacobian = jacobian};
    struct integrator_options options = faithful_options();
    options.jacobian = FAST_EXACT_JACOBIAN;
    options.newton = newton;
    return start_integrator(&system, &options, 0, &xn);
}

/* Freshens, and compares what it did: Jacobians, factorisations, and 1 - hJ. */
static void expect(struct pair *integrator, int trial, double t0, double h,
                   long jacobians, long factorizations, double factor) {
    struct pair_statistics before = *pair_statistics(integrator);
    cr_expect(fast_freshen(integrator, trial, t0, h, &xn) == FAST_OK);
    const struct pair_statistics *after = pair_statistics(integrator);
    cr_expect_eq(after->jacobian_evals - before.jacobian_evals, jacobians);
    cr_expect_eq(after->factorizations - before.factorizations, factorizations);
    cr_expect(integrator->factors->lu[0] == factor, "%g, not %g",
              integrator->factors->lu[0], factor);
}

Test(freshness, trials_take_what_is_there_then_factor_then_form) {
    double c = -2;
    struct pair *integrator = make(&c, FAST_REUSE);
    expect(integrator, 1, 0.5, 0.25, 1, 1, 1 + 0.25 * 1.5);
    expect(integrator, 1, 0.75, 0.125, 0, 0, 1 + 0.25 * 1.5);
    expect(integrator, 2, 0.75, 0.125, 0, 1, 1 + 0.125 * 1.5);
    expect(integrator, 3, 0.75, 0.125, 1, 1, 1 + 0.125 * 1.25);
    expect(integrator, 1, 0.875, 0.5, 0, 0, 1 + 0.125 * 1.25);
}

Test(freshness, without_reuse_all_is_made_in_every_sub_solve) {
    double c = -2;
    struct pair *integrator = make(&c, FAST_FRESH);
    expect(integrator, 1, 0.5, 0.25, 1, 1, 1 + 0.25 * 1.5);
    expect(integrator, 1, 0.75, 0.125, 1, 1, 1 + 0.125 * 1.25);
}

Test(freshness, a_start_drops_jacobian_and_factors) {
    double c = -2;
    struct pair *integrator = make(&c, FAST_REUSE);
    expect(integrator, 1, 0.5, 0.25, 1, 1, 1 + 0.25 * 1.5);
    cr_assert(pair_start(integrator, 0, &xn) == FAST_OK);
    expect(integrator, 1, 0.75, 0.125, 1, 1, 1 + 0.125 * 1.25);
}

Test(freshness, with_reuse_a_jacobian_that_is_not_finite_ends_the_attempt) {
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        double c = bad[i];
        struct pair *integrator = make(&c, FAST_REUSE);
        cr_expect(fast_freshen(integrator, 1, 0.5, 0.25, &xn) == FAST_NOT_FINITE);
        cr_expect_eq(pair_statistics(integrator)->jacobian_evals, 1);
        c = -2; /* and the next attempt forms another */
        expect(integrator, 1, 0.5, 0.25, 1, 1, 1 + 0.25 * 1.5);
    }
}

Test(freshness, a_singular_matrix_is_noted) {
    double c = 4;
    struct pair *integrator = make(&c, FAST_REUSE);
    expect(integrator, 1, 0, 0.25, 1, 1, 0);
    cr_expect(integrator->factors_are_singular);
    expect(integrator, 2, 0, 0.125, 0, 1, 0.5);
    cr_expect(!integrator->factors_are_singular);
}
