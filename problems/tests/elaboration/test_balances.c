/* The balances of a tree of bodies: their derivatives give those of the rates, which the
 * articulated-body algorithm has made.
 *
 * Seen to fail: with the gyroscopic force left out, with the force not moved on its way to the
 * parent, with a row's own unknown replaced, too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/elaboration/trees.h"
#include "problems/tests/reading.h"

/* The entries of a matrix of expressions at (t, x), by rows in full; freed by the caller. */
static double *values_of(struct model *m, struct program *p,
                         const struct expr_matrix *pattern, double t, const double *x) {
    double *entry = malloc(((size_t)pattern->count + 1) * sizeof *entry);
    double *full = calloc((size_t)pattern->rows * (size_t)pattern->columns, sizeof *full);
    struct eval_double *eval;
    cr_assert(p && entry && full);
    cr_assert_eq(eval_double_alloc(&eval, m->graph, p), PROBLEM_OK);
    eval_double_run_parts(eval, &t, x, entry);
    for (int k = 0; k < pattern->count; k++)
        full[pattern->row[k] * pattern->columns + pattern->column[k]] = entry[k];
    return full;
}

/* Solves a x = b for the first n columns of a, of `stride`, in place. */
static void solve(int n, int stride, double *a, double *b) {
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * stride + k]) > fabs(a[pivot * stride + k]))
                pivot = i;
        cr_assert(a[pivot * stride + k] != 0, "singular in column %d", k);
        for (int j = 0; j < n; j++) {
            const double entry = a[k * stride + j];
            a[k * stride + j] = a[pivot * stride + j];
            a[pivot * stride + j] = entry;
        }
        const double right = b[k];
        b[k] = b[pivot];
        b[pivot] = right;
        for (int i = 0; i < n; i++) {
            const double factor = i == k ? 0 : a[i * stride + k] / a[k * stride + k];
            for (int j = k; j < n && factor != 0; j++)
                a[i * stride + j] -= factor * a[k * stride + j];
            b[i] -= factor * b[k];
        }
    }
    for (int k = 0; k < n; k++)
        b[k] /= a[k * stride + k];
}

/* d(rates)/dx_j by the balances is column j of the Jacobian. */
static void expect_column(const struct model *m, const double *balances,
                          const double *jacobian, int j) {
    const int n = m->unknowns, nx = m->nq + m->nv, columns = nx + n, hidden = n - m->nv;
    double *a = malloc((size_t)n * (size_t)n * sizeof *a);
    double *b = malloc((size_t)n * sizeof *b);
    cr_assert(a && b);
    for (int i = 0; i < n; i++) {
        b[i] = -balances[i * columns + j];
        for (int k = 0; k < n; k++)
            a[i * n + k] = balances[i * columns + nx + k];
    }
    solve(n, n, a, b);
    for (int i = 0; i < m->nv; i++) {
        const double expected = jacobian[i * nx + j];
        cr_expect(fabs(b[hidden + i] - expected) <= 1e-11 * (1 + fabs(expected)),
                  "row %d, column %d: %.17g, not %.17g", i, j, b[hidden + i], expected);
    }
}

static void expect_jacobian(const char *text, const char *settings) {
    struct model *m = reading_model(text, settings);
    const int nx = m->nq + m->nv;
    struct expr_matrix of_rates, of_balances;
    cr_assert(m->unknowns > m->nv, "no balances");
    struct program *rates = model_rates_jacobian_program(m, &of_rates);
    struct program *tree = model_balances_program(m, &of_balances);
    cr_assert_eq(of_balances.rows, m->unknowns);
    cr_assert_eq(of_balances.columns, nx + m->unknowns);
    double *x = malloc((size_t)nx * sizeof *x);
    cr_assert(x);
    for (int i = 0; i < nx; i++)
        x[i] = reading_constant(m, m->initial[i]) + 0.1 * sin(7 * i);
    double *jacobian = values_of(m, rates, &of_rates, 0.3, x);
    double *balances = values_of(m, tree, &of_balances, 0.3, x);
    for (int j = 0; j < nx; j++)
        expect_column(m, balances, jacobian, j);
}

Test(balances, have_the_derivatives_of_the_rates) {
    expect_jacobian(trees_chain, "n=7");
    expect_jacobian(trees_every_joint, NULL);
    expect_jacobian(trees_pushed, NULL);
}

/* Entries and instructions, in proportion to the bodies. */
Test(balances, of_a_long_chain_are_as_many_as_its_bodies) {
    int entries[2], length[2];
    for (int i = 0; i < 2; i++) {
        struct expr_matrix pattern;
        struct model *m = reading_model(trees_chain, i == 0 ? "n=100" : "n=1000");
        struct program *p = model_balances_program(m, &pattern);
        cr_assert(p);
        entries[i] = pattern.count;
        length[i] = p->length;
    }
    cr_expect(entries[1] <= 10.2 * entries[0] && length[1] <= 10.2 * length[0],
              "%d and %d entries, %d and %d instructions", entries[0], entries[1],
              length[0], length[1]);
}

/* A rate that is a constant is no formula to be balanced. */
Test(balances, are_none_where_nothing_moves_a_body) {
    struct model *m = reading_model(
        "position x = 0, y = 0, a = 1\nvelocity u = 1, v = 2, w = 3\n"
        "body disk { joint = free x, y, a, u, v, w; mass = 1; inertia = 2 }\n",
        NULL);
    cr_expect_eq(m->unknowns, 0);
}
