/* Tests of jacobian.c on a quadratic f with q, v, z, t and an N(q) that is 3 by 2:
 *
 *     f = (2 t q0 v0 + 3 q1 z - v1, q2^2 + v0 v1 + t z, q0 q1 + z^2 - 4 v0)
 *     N = [[q0, 1], [0, q2], [3, q1]]
 *
 * Seen to fail: h left out of J; N at qn; the base at qk; a perturbation of 2^-26; the
 * perturbation not scaled with |y|; scaled with y; the divisor as intended, not as
 * represented; minus before plus; a centre evaluated; the probe not put back; an exact
 * Jacobian counted as ny + 1 evaluations; J kept after a failure.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/pair/base/internal.h"

#include "fast/tests/samples.h"

enum { nq = 3, nv = 2, nz = 1, ny = 3, nx = 6, most_calls = 8 };

struct recorder {
    int calls, failing_call; /* the call that fails, counted from 1 */
    double t[most_calls], x[most_calls][nx];
};

static int rates(void *context, double t, const double *x, double *ydot) {
    struct recorder *recorder = context;
    const double *q = x, *v = x + nq, z = x[nx - 1];
    if (recorder->calls < most_calls) {
        recorder->t[recorder->calls] = t;
        memcpy(recorder->x[recorder->calls], x, sizeof recorder->x[0]);
    }
    ydot[0] = 2 * t * q[0] * v[0] + 3 * q[1] * z - v[1];
    ydot[1] = q[2] * q[2] + v[0] * v[1] + t * z;
    ydot[2] = q[0] * q[1] + z * z - 4 * v[0];
    return ++recorder->calls == recorder->failing_call;
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    (void)context;
    qdot[0] = q[0] * v[0] + v[1];
    qdot[1] = q[2] * v[1];
    qdot[2] = 3 * v[0] + q[1] * v[1];
    return 0;
}

static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    struct recorder *recorder = context;
    const double *q = x, *v = x + nq, z = x[nx - 1];
    const double by_q[] = {2 * t * v[0], 0, q[1], 3 * z, 0, q[0], 0, 2 * q[2], 0};
    const double by_y[] = {2 * t * q[0], v[1], -4, -1, v[0], 0, 3 * q[1], t, 2 * z};
    memcpy(fq, by_q, sizeof by_q);
    memcpy(fy, by_y, sizeof by_y);
    return ++recorder->calls == recorder->failing_call;
}

/* Where J is formed: base and N's argument differ, one y is small, one large and negative. */
static const double t = 0.7, h = 0.375;
static const double qn[nq] = {1.3, -0.6, 0.4}, qk[nq] = {0.9, 1.7, -2.2};
static const double y[ny] = {0.8, -3.7, 1.6};

static const double *position(const double *v) {
    static double p[nq];
    map(NULL, qk, v, p);
    for (int i = 0; i < nq; i++)
        p[i] = qn[i] + h * p[i];
    return p;
}

/* J = f_v + h f_q N(qk) | f_z, written out. */
static void form_by_hand(double *J) {
    const double *p = position(y), *v = y, z = y[2];
    const double fq[ny][nq] = {
        {2 * t * v[0], 3 * z, 0}, {0, 0, 2 * p[2]}, {p[1], p[0], 0}};
    const double fv[ny][nv] = {{2 * t * p[0], -1}, {v[1], v[0]}, {-4, 0}};
    const double fz[ny] = {3 * p[1], t, 2 * z};
    const double N[nq][nv] = {{qk[0], 1}, {0, qk[2]}, {3, qk[1]}};
    for (int i = 0; i < ny; i++) {
        for (int j = 0; j < nv; j++) {
            J[j * ny + i] = fv[i][j];
            for (int k = 0; k < nq; k++)
                J[j * ny + i] += h * fq[i][k] * N[k][j];
        }
        J[nv * ny + i] = fz[i];
    }
}

static struct pair *make(enum pair_jacobian scheme, struct recorder *recorder) {
    static const double start[nx] = {0};
    struct integrator_system system = {
        .nq = nq, .nv = nv, .nz = nz, .context = recorder, .rates = rates};
    system.map = map;
    system.jacobian = jacobian;
    struct integrator_options options = faithful_options();
    options.jacobian = scheme;
    return start_integrator(&system, &options, 0, start);
}

static void expect_jacobian(enum pair_jacobian scheme, double tolerance,
                            int evaluations) {
    struct recorder recorder = {0};
    double J[ny * ny];
    struct pair *integrator = make(scheme, &recorder);
    form_by_hand(J);
    cr_assert(fast_form_jacobian(integrator, t, h, qn, qk, y) == FAST_OK);
    cr_expect(integrator->has_jacobian && integrator->jacobian_is_finite);
    for (int i = 0; i < ny * ny; i++) {
        double error = fabs(integrator->jacobian.values[i] - J[i]);
        cr_expect(error <= tolerance, "entry %d is %.17g, not %.17g", i,
                  integrator->jacobian.values[i], J[i]);
    }
    cr_expect_eq(recorder.calls, evaluations);
    const struct pair_statistics *statistics = pair_statistics(integrator);
    cr_expect_eq(statistics->jacobian_evals, 1);
    cr_expect_eq(statistics->derivative_evals, evaluations);
    cr_expect_eq(statistics->derivative_evals_for_jacobian, evaluations);
}

/* f'' is of order 10 here, so forward differences err by about 1e-6, and rounding in f of
 * order 30 costs central ones about 1e-9. */
Test(jacobian, forward_differences_approximate_it) {
    expect_jacobian(FAST_FORWARD_DIFFERENCES, 2e-6, ny + 1);
}

Test(jacobian, central_differences_approximate_it_better) {
    expect_jacobian(FAST_CENTRAL_DIFFERENCES, 2e-9, 2 * ny);
}

Test(jacobian, an_exact_one_is_exact) {
    expect_jacobian(FAST_EXACT_JACOBIAN, 1e-14, 1);
}

static double step_beside(double perturbation, double value) {
    return fmax(perturbation, fabs(value) * perturbation);
}

/* Call number k was made at time t, at y but for value in place of component j. */
static void expect_call(const struct recorder *recorder, int k, int j, double value) {
    double beside[ny];
    memcpy(beside, y, sizeof y);
    if (j >= 0)
        beside[j] = value;
    const double *p = position(beside);
    cr_expect(recorder->t[k] == t, "call %d", k);
    for (int i = 0; i < nq; i++)
        cr_expect(recorder->x[k][i] == p[i], "call %d, q %d: %a", k, i,
                  recorder->x[k][i]);
    for (int i = 0; i < ny; i++)
        cr_expect(recorder->x[k][nq + i] == beside[i], "call %d, y %d", k, i);
}

Test(jacobian, forward_differences_evaluate_the_base_and_then_each_column) {
    struct recorder recorder = {0};
    struct pair *integrator = make(FAST_FORWARD_DIFFERENCES, &recorder);
    fast_form_jacobian(integrator, t, h, qn, qk, y);
    expect_call(&recorder, 0, -1, 0);
    for (int j = 0; j < ny; j++)
        expect_call(&recorder, 1 + j, j, y[j] + step_beside(sqrt(1e-15), y[j]));
}

Test(jacobian, central_differences_evaluate_plus_and_then_minus) {
    struct recorder recorder = {0};
    struct pair *integrator = make(FAST_CENTRAL_DIFFERENCES, &recorder);
    fast_form_jacobian(integrator, t, h, qn, qk, y);
    for (int j = 0; j < ny; j++) {
        expect_call(&recorder, 2 * j, j, y[j] + step_beside(1e-5, y[j]));
        expect_call(&recorder, 2 * j + 1, j, y[j] - step_beside(1e-5, y[j]));
    }
}

Test(jacobian, an_exact_one_is_evaluated_at_the_advanced_position) {
    struct recorder recorder = {0};
    double probe[nx];
    struct pair *integrator = make(FAST_EXACT_JACOBIAN, &recorder);
    fast_form_jacobian(integrator, t, h, qn, qk, y);
    memcpy(probe, position(y), nq * sizeof *probe);
    memcpy(probe + nq, y, sizeof y);
    cr_expect_arr_eq(integrator->probe, probe, sizeof probe);
}

/* z' = 4 z, in which nothing rounds: J is exact if the divisor is the one represented. */
static int linear_rates(void *context, double time, const double *x, double *ydot) {
    (void)context, (void)time;
    ydot[0] = 4 * x[0];
    return 0;
}

Test(jacobian, the_divisor_is_what_the_perturbation_became) {
    const double start = 0, z = 1234.567;
    struct integrator_system system = {.nz = 1, .rates = linear_rates};
    for (int scheme = FAST_FORWARD_DIFFERENCES; scheme <= FAST_CENTRAL_DIFFERENCES;
         scheme++) {
        struct integrator_options options = faithful_options();
        options.jacobian = (enum pair_jacobian)scheme;
        struct pair *integrator = start_integrator(&system, &options, 0, &start);
        fast_form_jacobian(integrator, 0, h, &start, &start, &z);
        cr_expect(integrator->jacobian.values[0] == 4, "%.17g",
                  integrator->jacobian.values[0]);
    }
}

Test(jacobian, a_failing_call_leaves_none) {
    const int calls[] = {ny + 1, 2 * ny, 1};
    for (int scheme = 0; scheme < 3; scheme++)
        for (int failing = 1; failing <= calls[scheme]; failing++) {
            struct recorder recorder = {0};
            struct pair *integrator = make((enum pair_jacobian)scheme, &recorder);
            fast_form_jacobian(integrator, t, h, qn, qk, y);
            recorder.calls = 0;
            recorder.failing_call = failing;
            cr_expect(fast_form_jacobian(integrator, t, h, qn, qk, y) == FAST_CALLBACK);
            cr_expect(!integrator->has_jacobian && !integrator->jacobian_is_finite);
            cr_expect_eq(recorder.calls, failing);
        }
}
