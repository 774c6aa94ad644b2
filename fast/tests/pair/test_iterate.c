/* Tests of iterate.c.
 *
 * Seen to fail: N at the new q; v old in the new q; a sign of R; the evaluation at qk where
 * it should be at qn + h N(qk) v; dq against qn; in update_pair and update_two each of h
 * l, the order of rows, a multiplier.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/pair/newton/newton.h"
#include "fast/tests/samples.h"

/* q' = N(q) v with N = (q), v' = a q + b v: by hand, one iteration is four lines. */
enum { a = -3, b = -2 };

static int rates(void *context, double t, const double *x, double *ydot) {
    *(double *)context = x[0];
    (void)t;
    ydot[0] = a * x[0] + b * x[1];
    return 0;
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    (void)context;
    qdot[0] = q[0] * v[0];
    return 0;
}

Test(iterate, an_iteration_by_hand) {
    const double h = 0.25, xn[2] = {1.5, 0.5}, qk = 0.75, pivot = 2;
    double norm, evaluated_at = NAN, x[2] = {NAN, 1.25};
    struct integrator_system system = {
        .nq = 1, .nv = 1, .context = &evaluated_at, .rates = rates, .map = map};
    struct pair *integrator = start_integrator(&system, NULL, 0, xn);
    struct fast_sub_step step = {.t0 = 0, .h = h, .tf = h, .xn = xn, .x = x};
    integrator->factors->lu[0] = pivot;
    cr_assert(fast_iterate(integrator, &step, &qk, &norm) == FAST_OK);

    const double p = 1.5 + 0.25 * (0.75 * 1.25), ell = a * p + b * 1.25;
    const double dv = -(1.25 - 0.5 - 0.25 * ell) / pivot, v = 1.25 + dv;
    const double q = 1.5 + 0.25 * (0.75 * v);
    cr_expect(evaluated_at == p, "%g, not %g", evaluated_at, p);
    cr_expect(x[1] == v && x[0] == q, "%g %g, not %g %g", x[0], x[1], q, v);
    cr_expect(integrator->change[0] == q - qk && integrator->change[1] == dv);
    cr_expect_eq(pair_statistics(integrator)->newton_iters, 1);
    cr_expect_eq(pair_statistics(integrator)->derivative_evals, 1);
}

/* Steps both integrators alike, and compares the first nx states and the counters. */
static void expect_equal_runs(struct pair *one, struct pair *other, int nx,
                              const char *problem) {
    for (int i = 0; i < 300; i++) {
        double h = i % 7 == 0 ? 0.0625 : 0.015625; /* so that reuse runs into failures */
        enum fast_status status = pair_step(one, h);
        cr_assert(pair_step(other, h) == status, "%s, step %d", problem, i);
        cr_assert(
            memcmp(pair_state(one), pair_state(other), (size_t)nx * sizeof(double)) == 0,
            "%s, step %d", problem, i);
        cr_assert(memcmp(pair_error_estimate(one), pair_error_estimate(other),
                         (size_t)nx * sizeof(double)) == 0,
                  "%s, step %d", problem, i);
    }
    cr_expect_eq(pair_statistics(one)->newton_iters,
                 pair_statistics(other)->newton_iters);
    cr_expect_eq(pair_statistics(one)->factorizations,
                 pair_statistics(other)->factorizations);
}

static int identity_of_1(void *context, const double *q, const double *v, double *qdot) {
    (void)context, (void)q;
    qdot[0] = v[0];
    return 0;
}

static int identity_of_2(void *context, const double *q, const double *v, double *qdot) {
    (void)context, (void)q;
    qdot[0] = v[0];
    qdot[1] = v[1];
    return 0;
}

Test(iterate, an_identity_given_as_a_map_changes_no_bit) {
    const enum sample_name names[] = {SAMPLE_PENDULUM, SAMPLE_MATHIEU,
                                      SAMPLE_DOUBLE_PENDULUM};
    for (int i = 0; i < 3; i++)
        for (int newton = 0; newton < 3; newton++) {
            const struct sample *sample = find_sample(names[i]);
            struct integrator_system system = sample_system(sample), mapped = system;
            struct integrator_options options = faithful_options();
            mapped.map = sample->nv == 1 ? identity_of_1 : identity_of_2;
            options.newton = (enum pair_newton)newton;
            struct pair *one = start_integrator(&system, &options, 0, sample->x0);
            struct pair *other = start_integrator(&mapped, &options, 0, sample->x0);
            expect_equal_runs(one, other, sample->nq + sample->nv, sample->problem);
        }
}

/* A system with a third z that rests: too large for update_two, the same otherwise. */
static int padded_rates(void *context, double t, const double *x, double *ydot) {
    const struct integrator_system *inner = context;
    ydot[2] = 0;
    return inner->rates(inner->context, t, x, ydot);
}

/* z' = (60 z0 - 70 z1, -700 z0^3 - z1): the first column's pivot is in the second row or the
 * first as z0 goes. */
static int exchanging_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = -70 * x[1] + 60 * x[0];
    ydot[1] = -700 * x[0] * x[0] * x[0] - x[1];
    return 0;
}

static void expect_padding_to_change_nothing(struct integrator_system inner,
                                             const double *x0, const char *problem) {
    for (int newton = 0; newton < 3; newton++) {
        double padded_x0[5] = {0};
        struct integrator_system padded = inner;
        struct integrator_options options = faithful_options();
        memcpy(padded_x0, x0, (size_t)(inner.nq + inner.nv + inner.nz) * sizeof *x0);
        padded.nz++;
        padded.context = &inner;
        padded.rates = padded_rates;
        options.newton = (enum pair_newton)newton;
        struct pair *one = start_integrator(&inner, &options, 0, x0);
        struct pair *other = start_integrator(&padded, &options, 0, padded_x0);
        expect_equal_runs(one, other, inner.nq + inner.nv + inner.nz, problem);
    }
}

Test(iterate, a_third_unknown_that_rests_changes_no_bit) {
    const enum sample_name names[] = {SAMPLE_VAN_DER_POL, SAMPLE_DOUBLE_PENDULUM};
    for (int i = 0; i < 2; i++) {
        const struct sample *sample = find_sample(names[i]);
        expect_padding_to_change_nothing(sample_system(sample), sample->x0,
                                         sample->problem);
    }
    struct integrator_system exchanging = {.nz = 2, .rates = exchanging_rates};
    const double x0[2] = {0.9, -0.4};
    expect_padding_to_change_nothing(exchanging, x0, "exchanging");
}
