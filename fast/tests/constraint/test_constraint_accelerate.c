/* Tests of constraint/accelerate.c: against the whole system [M G^T; G 0] (v', lambda) =
 * (f, -bias) in long double, and against pendula in angles.
 *
 * Seen to fail: the sign of lambda, of the bias and of G a; the bias replaced; what is
 * no number let through.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "fast/projected.h"
#include "fast/tests/constrained.h"
#include "fast/linear/pattern.h"

enum { trials = 300 };

static const double usual_tolerance = 1e-4;

/* x := (v', lambda). */
static void solve_whole(const struct fixed *fixed, long double *x) {
    enum { most_order = most_joints + most_velocities };
    long double a[most_order * most_order] = {0};
    const int n = fixed->nv, m = fixed->rows, order = n + m;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            a[j * order + i] = fixed->mass[j * n + i];
        for (int i = 0; i < m; i++)
            a[j * order + n + i] = a[(n + i) * order + j] = fixed->matrix[j * m + i];
        x[j] = fixed->force[j];
    }
    for (int i = 0; i < m; i++)
        x[n + i] = -(long double)fixed->bias[i];
    cr_assert(solve_long(order, a, x));
}

Test(constraint_accelerate, random_systems_have_the_whole_systems_solution) {
    struct random random = random_open();
    for (int k = 0; k < trials; k++) {
        struct fixed fixed;
        const int nv = 2 + (int)(random_bits(&random) % 9);
        const int rows = 1 + (int)(random_bits(&random) % (uint64_t)(nv - 1));
        double x[2 * most_velocities] = {0}, ydot[most_velocities], lambda[most_joints];
        long double expected[most_joints + most_velocities];
        fixed_fill(&fixed, rows, nv, &random);
        const struct integrator_system system = fixed_system(&fixed);
        const struct integrator_options options =
            options_of(k % 2 ? FAST_FAITHFUL : FAST_DEFAULT, usual_tolerance);
        struct constraint_case c = open_case(&system, &options);
        cr_assert(constraint_accelerate(c.constraint, 0.3, x, ydot, lambda) == FAST_OK);
        solve_whole(&fixed, expected);
        for (int i = 0; i < nv + rows; i++) {
            const double value = i < nv ? ydot[i] : lambda[i - nv];
            cr_assert(fabs(value - (double)expected[i]) <= 1e-6 * (1 + fabs(value)),
                      "%d rows, %d velocities: entry %d is %g, not %Lg, seed %llu", rows,
                      nv, i, value, expected[i], (unsigned long long)random.seed);
        }
        cr_expect(c.statistics->rank_losses == 0);
    }
}

/* lambda = m (g cos a + l w^2): what holds the point on its circle, with the sign of
 * M v' + G^T lambda = f, where -lambda G points outwards for a pull inwards. */
Test(constraint_accelerate, a_rod_pulls_as_a_pendulum_does) {
    struct rod rod = {
        .mass = 1.37, .length = 0.83, .gravity = 9.81, .copies = 1, .factor = {1}};
    const double a = 0.7, w = -1.9;
    const double x[6] = {0.83 * sin(a),     -0.83 * cos(a),    0,
                         0.83 * w * cos(a), 0.83 * w * sin(a), 0};
    const double turning = -9.81 / 0.83 * sin(a);
    const double expected[3] = {0.83 * (turning * cos(a) - w * w * sin(a)),
                                0.83 * (turning * sin(a) + w * w * cos(a)), 0};
    const struct integrator_system system = rod_system(&rod);
    const struct integrator_options options = options_of(FAST_DEFAULT, usual_tolerance);
    struct constraint_case c = open_case(&system, &options);
    double ydot[3], lambda;
    cr_assert(constraint_accelerate(c.constraint, 0, x, ydot, &lambda) == FAST_OK);
    for (int i = 0; i < 3; i++)
        cr_expect(fabs(ydot[i] - expected[i]) < 1e-13, "%g %g", ydot[i], expected[i]);
    cr_expect(fabs(lambda - 1.37 * (9.81 * cos(a) + 0.83 * w * w)) < 1e-13, "%g", lambda);
}

/* Lagrange's equations of the double pendulum of equal masses m and lengths l, angles
 * a, b from the downward vertical, d = a - b:
 *     2 l a" + l b" cos d + l b'^2 sin d + 2 g sin a = 0
 *     l b" + l a" cos d - l a'^2 sin d + g sin b = 0. */
Test(constraint_accelerate, two_links_move_as_the_double_pendulum_in_angles) {
    struct chain chain;
    cr_assert(chain_open(&chain, 2));
    const double l = 0.7, g = 9.81, a = 0.6, b = 1.5, w = 1.1, d = a - b;
    double x[8], ydot[4], lambda[2];
    chain_state(&chain, a, b - a, w, x);
    const double c1 = -l * w * w * sin(d) - 2 * g * sin(a);
    const double c2 = l * w * w * sin(d) - g * sin(b);
    const double det = 2 * l * l - l * l * cos(d) * cos(d);
    const double a2 = (c1 * l - c2 * l * cos(d)) / det;
    const double b2 = (2 * l * c2 - l * cos(d) * c1) / det;
    const double first[2] = {l * (a2 * cos(a) - w * w * sin(a)),
                             l * (a2 * sin(a) + w * w * cos(a))};
    const double expected[4] = {first[0], first[1],
                                first[0] + l * (b2 * cos(b) - w * w * sin(b)),
                                first[1] + l * (b2 * sin(b) + w * w * cos(b))};
    const struct integrator_system system = chain_system(&chain);
    const struct integrator_options options = options_of(FAST_DEFAULT, usual_tolerance);
    struct constraint_case c = open_case(&system, &options);
    cr_assert(constraint_accelerate(c.constraint, 0, x, ydot, lambda) == FAST_OK);
    for (int i = 0; i < 4; i++)
        cr_expect(fabs(ydot[i] - expected[i]) < 1e-12, "%d: %g %g", i, ydot[i],
                  expected[i]);
}

/* At rest and straight down every rod carries what hangs on it, and nothing moves. */
Test(constraint_accelerate, a_long_chain_hangs_still_and_carries_its_weight) {
    enum { points = 5000 };
    struct chain chain;
    cr_assert(chain_open(&chain, points));
    double *x = calloc(4 * points, sizeof *x), *ydot = calloc(2 * points, sizeof *ydot);
    double *lambda = calloc(points, sizeof *lambda);
    cr_assert(x != NULL && ydot != NULL && lambda != NULL);
    chain_state(&chain, 0, 0, 0, x);
    const struct integrator_system system = chain_system(&chain);
    const struct integrator_options options = options_of(FAST_DEFAULT, usual_tolerance);
    struct constraint_case c = open_case(&system, &options);
    cr_assert(constraint_accelerate(c.constraint, 0, x, ydot, lambda) == FAST_OK);
    for (int k = 0; k < points; k++) {
        const double weight = (points - k) * 1.3 * 9.81;
        cr_assert(fabs(lambda[k] / weight - 1) < 1e-9, "%d: %g %g", k, lambda[k], weight);
        cr_assert(fabs(ydot[2 * k]) < 1e-9 && fabs(ydot[2 * k + 1]) < 1e-9);
    }
}

Test(constraint_accelerate, without_constraints_the_rates_are_the_free_ones) {
    struct told told = {.error = {1.37}, .count = 1};
    struct integrator_system system = told_system(&told);
    system.joints = system.holonomic = 0;
    const struct integrator_options options = options_of(FAST_DEFAULT, usual_tolerance);
    struct constraint_case c = open_case(&system, &options);
    const double x[2] = {0.2, 0.3};
    double ydot = 0;
    cr_expect(constraint_accelerate(c.constraint, 0, x, &ydot, NULL) == FAST_OK);
    cr_expect(ydot == 1.37 && told.calls == 1);
    told.error[0] = NAN;
    cr_expect(constraint_accelerate(c.constraint, 0, x, &ydot, NULL) == FAST_NOT_FINITE);
    told.failing_call = 3;
    cr_expect(constraint_accelerate(c.constraint, 0, x, &ydot, NULL) == FAST_CALLBACK);
    cr_expect(ydot == 1.37);
}

/* Which number of which output is spoilt, and by what. */
struct spoilt {
    struct fixed fixed;
    int entry; /* of ydot, bias, G and R, one after the other; -1: failure is reported */
    double value;
};

static int spoil(void *context, double t, const double *x, double *ydot, double *bias,
                 double *matrix, double *response) {
    struct spoilt *spoilt = context;
    struct fixed *fixed = &spoilt->fixed;
    const struct integrator_system system = fixed_system(fixed);
    const int n = fixed->nv, m = fixed->rows;
    int entry = spoilt->entry;
    system.dynamics(fixed, t, x, ydot, bias, matrix, response);
    if (entry < 0)
        return 1;
    double *outputs[4] = {ydot, bias, matrix, response};
    const int sizes[4] = {n, m, n * m, n * m};
    int k = 0;
    while (k < 4 && entry >= sizes[k])
        entry -= sizes[k++];
    outputs[k][entry] = spoilt->value;
    return 0;
}

Test(constraint_accelerate, what_is_no_number_is_refused_and_leaves_outputs_alone) {
    struct random random = random_open();
    const double values[3] = {NAN, INFINITY, -INFINITY};
    for (int rows = 1; rows <= 7; rows++)
        for (int mode = 0; mode < 2; mode++) {
            struct spoilt spoilt;
            fixed_fill(&spoilt.fixed, rows, 8, &random);
            struct integrator_system system = fixed_system(&spoilt.fixed);
            system.context = &spoilt;
            system.dynamics = spoil;
            const struct integrator_options options =
                options_of(mode == 0 ? FAST_DEFAULT : FAST_FAITHFUL, usual_tolerance);
            struct constraint_case c = open_case(&system, &options);
            const int entries = 8 + rows + 16 * rows;
            for (int k = -1; k < entries; k++)
                for (int v = 0; v < 3; v++) {
                    double x[16] = {0}, ydot[8], lambda[7];
                    for (int i = 0; i < 8; i++)
                        ydot[i] = 7;
                    for (int i = 0; i < 7; i++)
                        lambda[i] = 7;
                    spoilt.entry = k;
                    spoilt.value = values[v];
                    const enum fast_status status =
                        constraint_accelerate(c.constraint, 0, x, ydot, lambda);
                    cr_assert(status == (k < 0 ? FAST_CALLBACK : FAST_NOT_FINITE),
                              "%d rows, entry %d: %s", rows, k, fast_status_text(status));
                    for (int i = 0; i < 8; i++)
                        cr_assert(ydot[i] == 7);
                    for (int i = 0; i < rows; i++)
                        cr_assert(lambda[i] == 7);
                }
        }
}

Test(constraint_accelerate, full_patterns_give_what_no_patterns_give) {
    struct random random = random_open();
    for (int rows = 1; rows <= 8; rows++) {
        struct fixed fixed;
        double x[2 * most_velocities] = {0}, ydot[2][9], lambda[2][8];
        fixed_fill(&fixed, rows, 9, &random);
        struct integrator_system system = fixed_system(&fixed);
        const struct integrator_options options = options_of(FAST_DEFAULT, 1e-4);
        struct fast_pattern *matrix = fast_pattern_full(rows, 9);
        struct fast_pattern *response = fast_pattern_full(9, rows);
        for (int k = 0; k < 2; k++) {
            system.joint_pattern = system.position_pattern = k == 0 ? NULL : matrix;
            system.response_pattern = k == 0 ? NULL : response;
            struct constraint_case c = open_case(&system, &options);
            cr_assert(constraint_accelerate(c.constraint, 0, x, ydot[k], lambda[k]) ==
                      FAST_OK);
        }
        for (int i = 0; i < 9; i++)
            cr_expect(fabs(ydot[0][i] - ydot[1][i]) < 1e-9);
        for (int i = 0; i < rows; i++)
            cr_expect(fabs(lambda[0][i] - lambda[1][i]) <
                      1e-9 * (1 + fabs(lambda[0][i])));
    }
}
