/* A weight's degree in a coefficient: differences of one more order than that vanish.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "harness/fingerprint/fault/fault_coefficient.h"

enum { ORDER = 4, HIGHEST = 4, POINTS = HIGHEST + 2 };

/* The coefficient of a place, and all that follows it, larger by 1. */
static void move_on(struct tableau *t, const struct coefficient_place *p) {
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    for (int part = 0; part < TABLEAU_PARTS; part++) {
        if (p->kind == COEFFICIENT_A && (p->parts >> part & 1) != 0)
            mpq_add(t->a[part][p->i * t->stages + p->j],
                    t->a[part][p->i * t->stages + p->j], one);
        if (p->kind == COEFFICIENT_B && p->row >= 0)
            mpq_add(t->a[part][p->row * t->stages + p->i],
                    t->a[part][p->row * t->stages + p->i], one);
    }
    for (int half = 0; half < 2; half++) {
        mpq_t *const weight = half == 0 ? t->bq : t->bv;
        mpq_t *const estimate = half == 0 ? t->eq : t->ev;
        if (p->kind == COEFFICIENT_B && (p->parts >> half & 1) != 0)
            mpq_add(weight[p->i], weight[p->i], one);
        if ((p->kind == COEFFICIENT_E && (p->parts >> half & 1) != 0) ||
            (p->kind == COEFFICIENT_B && p->changes_estimate))
            mpq_add(estimate[p->i], estimate[p->i], one);
    }
    if (p->kind == COEFFICIENT_C || p->moves_node)
        mpq_add(t->c[p->i], t->c[p->i], one);
    mpq_clear(one);
}

/* value[0] := the difference of that order of value[0] to value[order]. */
static void difference(mpq_t *value, int order) {
    for (int n = order; n > 0; n--)
        for (int i = 0; i < n; i++)
            mpq_sub(value[i], value[i + 1], value[i]);
}

/* Weights of irrational coefficients are within 2^-280. */
static bool is_zero(mpq_srcptr x) {
    return fabs(mpq_get_d(x)) < 0x1p-200;
}

/* How many degrees are exact; none is too low. */
static int check_degrees(const struct weights_q *at, const int *degree, bool of_estimate,
                         const struct coefficient_place *p) {
    int exact = 0;
    for (int k = 0; k < at[0].count; k++)
        for (int more = 0; more < 2 && degree[k] < HIGHEST; more++) {
            mpq_t value[POINTS];
            for (int i = 0; i < POINTS; i++) {
                mpq_init(value[i]);
                mpq_set(value[i], (of_estimate ? at[i].estimate : at[i].result)[k]);
            }
            difference(value, degree[k] + more);
            cr_expect(more == 0 || is_zero(value[0]),
                      "tree %d is of a higher degree than %d in kind %d (%d, %d)", k,
                      degree[k], (int)p->kind, p->i, p->j);
            exact += more == 0 && !is_zero(value[0]);
            for (int i = 0; i < POINTS; i++)
                mpq_clear(value[i]);
        }
    return exact;
}

static int try_place(const char *key, const struct coefficient_place *p) {
    enum known_variant variant;
    const struct known_method *m = known_find(key, &variant);
    struct weights_q at[POINTS];
    struct forest f;
    struct tableau t;
    cr_assert(m != NULL && known_build(&t, m, variant) == 0);
    cr_assert(forest_all(&f, FOREST_MECHANICAL, ORDER) == 0);
    int *degree = calloc((size_t)f.count * 2, sizeof *degree);
    cr_assert(coefficient_degrees(degree, degree + f.count, &t, p, &f) == 0);
    for (int i = 0; i < POINTS; i++) {
        cr_assert(tableau_weights(&at[i], &t, &f) == 0);
        move_on(&t, p);
    }
    int exact = check_degrees(at, degree, false, p);
    if (t.ev != NULL)
        exact += check_degrees(at, degree + f.count, true, p);
    for (int i = 0; i < POINTS; i++)
        weights_q_free(&at[i]);
    free(degree);
    forest_free(&f);
    tableau_free(&t);
    return exact;
}

/* Explicit, with an estimate and a last row that is b; implicit with irrational numbers; of parts
 * that differ; Rosenbrock's. */
Test(fault_coefficient, no_degree_is_too_low) {
    static const char *const keys[] = {"bogacki-shampine", "gauss-4", "velocity-verlet",
                                       "ros2", "runge-kutta-4"};
    for (size_t n = 0; n < sizeof keys / sizeof *keys; n++) {
        const bool has_estimate = n == 0;
        int exact = 0;
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++)
                for (unsigned parts = 1; parts < 1 << TABLEAU_PARTS; parts += 7)
                    exact += try_place(
                        keys[n], &(struct coefficient_place){COEFFICIENT_A, i, j, parts,
                                                             -1, parts > 8, false});
            exact +=
                try_place(keys[n], &(struct coefficient_place){COEFFICIENT_B, i, 0, 3, 1,
                                                               false, has_estimate});
            exact += try_place(keys[n], &(struct coefficient_place){COEFFICIENT_B, i, 0,
                                                                    2, -1, false, false});
            exact += try_place(keys[n], &(struct coefficient_place){COEFFICIENT_C, i, 0,
                                                                    1, -1, false, false});
            if (has_estimate)
                exact +=
                    try_place(keys[n], &(struct coefficient_place){COEFFICIENT_E, i, 0, 3,
                                                                   -1, false, false});
        }
        cr_expect(exact > 20, "%s: %d", keys[n], exact);
    }
}
