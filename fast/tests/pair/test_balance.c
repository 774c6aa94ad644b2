/* Default mode by balances: the steps that the Jacobian makes, for one evaluation of
 * derivatives. The system is a chain of masses m that share their acceleration with their
 * neighbours, as rods do, so that the rates have a full Jacobian:
 *
 *     M v' = - k w - d v,   w_i = sin(q_i) - sin(q_i-1) / 4,   q_i' = v_i (1 + q_i / 8)
 *
 * with M tridiagonal, or the same with q' = v.
 *
 * Seen to fail: with h for h^2, with N left out, with q's place forgotten, with the unit matrix
 * added to the sum.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/pair/default/default_mode.h"

enum { n = 80, rows = 2 * n, columns = 4 * n, most = 16 * n };

static const double beside = -0.4, stiffness = 300, damping = 2;

struct chain {
    bool mapped;
    int start[columns + 1], row[most], map_start[n + 1], map_row[n];
    int full_start[n + 1], full_row[n * n];
    struct fast_pattern pattern, map, full;
};

static int rates(void *context, double t, const double *x, double *ydot) {
    double upper[n], left = 0;
    (void)context, (void)t;
    for (int i = 0; i < n; i++) { /* Gauss's elimination of M */
        const double w = sin(x[i]) - (i > 0 ? sin(x[i - 1]) / 4 : 0);
        const double pivot = 1 - (i > 0 ? beside * upper[i - 1] : 0);
        upper[i] = beside / pivot;
        left =
            (-stiffness * w - damping * x[n + i] - (i > 0 ? beside * left : 0)) / pivot;
        ydot[i] = left;
    }
    for (int i = n - 2; i >= 0; i--)
        ydot[i] -= upper[i] * ydot[i + 1];
    return 0;
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    (void)context;
    for (int i = 0; i < n; i++)
        qdot[i] = v[i] * (1 + q[i] / 8);
    return 0;
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    (void)context;
    for (int i = 0; i < n; i++)
        v[i] = qdot[i] / (1 + q[i] / 8);
    return 0;
}

/* Row i is w_i's, row n + i that of the balance of mass i; columns q, v, w, v'. */
static double derivative(const double *x, int i, int j) {
    const int block = j / n, k = j % n, mass = i - n;
    if (i < n)
        return block == 2   ? (k == i ? 1 : 0)
               : block != 0 ? 0
               : k == i     ? -cos(x[k])
               : k == i - 1 ? cos(x[k]) / 4
                            : 0;
    return block == 1                       ? (k == mass ? damping : 0)
           : block == 2                     ? (k == mass ? stiffness : 0)
           : block == 0                     ? 0
           : k == mass                      ? 1
           : k == mass - 1 || k == mass + 1 ? beside
                                            : 0;
}

static int balance(void *context, double t, const double *x, double *b) {
    const struct chain *chain = context;
    (void)t;
    for (int j = 0; j < columns; j++)
        for (int e = chain->start[j]; e < chain->start[j + 1]; e++)
            b[e] = derivative(x, chain->row[e], j);
    return 0;
}

static void describe(struct chain *chain) {
    double x[2 * n] = {0};
    int e = 0;
    for (int j = 0; j < columns; j++) {
        for (int i = 0; i < rows; i++)
            if (derivative(x, i, j) != 0)
                chain->row[e++] = i;
        chain->start[j + 1] = e;
    }
    for (int i = 0; i < n; i++) {
        chain->map_row[i] = i;
        chain->map_start[i + 1] = i + 1;
        chain->full_start[i + 1] = n * (i + 1);
        for (int j = 0; j < n; j++)
            chain->full_row[j * n + i] = i;
    }
    chain->pattern = (struct fast_pattern){rows, columns, chain->start, chain->row};
    chain->map = (struct fast_pattern){n, n, chain->map_start, chain->map_row};
    chain->full = (struct fast_pattern){n, n, chain->full_start, chain->full_row};
}

static struct pair *start(struct chain *chain, bool balanced, bool fixed) {
    struct integrator_system system = {
        .nq = n, .nv = n, .context = chain, .rates = rates};
    struct integrator_options options = pair_default_options();
    struct pair *integrator;
    double x[2 * n];
    if (chain->mapped) {
        system.map = map;
        system.unmap = unmap;
        system.map_pattern = &chain->map;
    }
    system.fq_pattern = system.fy_pattern = &chain->full;
    if (balanced) {
        system.balance = balance;
        system.hidden = n;
        system.balance_pattern = &chain->pattern;
    }
    options.fixed_step = fixed;
    options.jacobian = FAST_CENTRAL_DIFFERENCES;
    for (int i = 0; i < n; i++) {
        x[i] = 0.7 * cos(3 * i);
        x[n + i] = sin(5 * i);
    }
    cr_assert_eq(pair_alloc(&integrator, &system, &options), FAST_OK);
    cr_assert_eq(pair_set_state(integrator, 0, x), FAST_OK);
    cr_assert_eq(pair_initialize(integrator), FAST_OK);
    cr_assert_eq(integrator->default_mode->balance != NULL, balanced);
    return integrator;
}

static void run(bool mapped, bool fixed) {
    static struct chain chain;
    chain.mapped = mapped;
    describe(&chain);
    struct pair *by_balances = start(&chain, true, fixed);
    struct pair *by_jacobian = start(&chain, false, fixed);
    for (int k = 0; k < 12; k++)
        if (fixed) {
            cr_assert_eq(pair_step(by_balances, 0.02), FAST_OK);
            cr_assert_eq(pair_step(by_jacobian, 0.02), FAST_OK);
        } else {
            cr_assert_eq(pair_run(by_balances, 0.02 * (k + 1)), FAST_OK);
            cr_assert_eq(pair_run(by_jacobian, 0.02 * (k + 1)), FAST_OK);
        }
    const struct pair_statistics ours = *pair_statistics(by_balances);
    const struct pair_statistics theirs = *pair_statistics(by_jacobian);
    cr_expect_eq(ours.newton_iters, theirs.newton_iters);
    cr_expect_eq(ours.steps_taken, theirs.steps_taken);
    cr_expect_eq(ours.derivative_evals_for_jacobian, ours.jacobian_evals);
    for (int i = 0; i < 2 * n; i++) {
        const double a = pair_state(by_balances)[i], b = pair_state(by_jacobian)[i];
        cr_expect(fabs(a - b) <= 1e-9 * (1 + fabs(b)), "x[%d] = %.17g, not %.17g", i, a,
                  b);
    }
}

Test(balance, makes_the_steps_of_the_jacobian) {
    run(false, true);
    run(true, true);
}

Test(balance, makes_the_steps_of_the_jacobian_under_error_control) {
    run(false, false);
    run(true, false);
}

Test(balance, is_refused_without_its_pattern) {
    static struct chain chain;
    describe(&chain);
    struct integrator_system system = {.nq = n,
                                       .nv = n,
                                       .context = &chain,
                                       .rates = rates,
                                       .balance = balance,
                                       .hidden = n};
    const struct integrator_options options = pair_default_options();
    struct pair *integrator;
    cr_expect_eq(pair_alloc(&integrator, &system, &options), FAST_BAD_SYSTEM);
    system.balance_pattern = &chain.pattern;
    system.hidden = n - 1;
    cr_expect_eq(pair_alloc(&integrator, &system, &options), FAST_BAD_SYSTEM);
    system.hidden = -n;
    cr_expect_eq(pair_alloc(&integrator, &system, &options), FAST_BAD_SYSTEM);
}
