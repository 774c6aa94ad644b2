/* Joints eliminated. With the free accelerations a = M^-1 f and R = M^-1 G^T
 *
 *     S lambda = G a + bias,   S = G R,   v' = a - R lambda
 *
 * over the independent joints, S = L D L^T in expressions; the multipliers of the others are
 * zero. (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II (1996), section
 * VII.1: the equation of index 1.)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/elaboration/factors.h"
#include "problems/elaboration/joints/joints.h"
#include "problems/graph/expr.h"

/* place[i] := which of the independent joints i is, -1: none; their number is returned. */
static int number_joints(const struct model *m, int *place) {
    int count = 0;
    for (int i = 0; i < m->joints; i++)
        place[i] = m->joint[i].independent ? count++ : -1;
    return count;
}

static bool fill_factors(struct factors *f, const struct expr_matrix *product,
                         const int *place) {
    for (int k = 0; k < product->count; k++) {
        int i = place[product->row[k]], j = place[product->column[k]];
        if (i >= 0 && j >= 0 && !factors_add(f, i, j, product->entry[k]))
            return false;
    }
    return true;
}

/* right[place[i]] := row i of G a + bias. */
static void fill_right(const struct model *m, const int *place, expr *right) {
    graph *g = m->graph;
    const struct expr_matrix *G = &m->joint_matrix;
    for (int i = 0, k = 0; i < m->joints; i++) {
        expr sum = expr_integer(g, 0);
        for (; k < G->count && G->row[k] == i; k++)
            sum = expr_add(g, sum, expr_mul(g, G->entry[k], m->free_rates[G->column[k]]));
        if (place[i] >= 0)
            right[place[i]] = expr_add(g, sum, m->joint_bias[i]);
    }
}

static void subtract_forces(struct model *m) {
    const struct expr_matrix *response = &m->joint_response;
    for (int k = 0; k < response->count; k++) {
        expr *rate = &m->rates[response->column[k]];
        expr lambda = m->multiplier[response->row[k]];
        *rate = expr_sub(m->graph, *rate, expr_mul(m->graph, response->entry[k], lambda));
    }
}

/* The arrays of the result; m->rates begins as a copy of the free ones. */
static bool start_result(struct model *m) {
    size_t rates = (size_t)(m->nv + m->nz) + 1, joints = (size_t)m->joints + 1;
    expr *copy = malloc(rates * sizeof *copy);
    if (!copy)
        return false;
    memcpy(copy, m->free_rates, (rates - 1) * sizeof *copy);
    m->rates = copy;
    m->multiplier = malloc(joints * sizeof *m->multiplier);
    return m->multiplier != NULL;
}

static bool set_result(struct elaboration *e, const int *place, const expr *lambda) {
    struct model *m = e->model;
    if (!start_result(m))
        return elaborate_fail_memory(e);
    for (int i = 0; i < m->joints; i++)
        m->multiplier[i] = place[i] >= 0 ? lambda[place[i]] : expr_integer(m->graph, 0);
    subtract_forces(m);
    return !graph_failed(m->graph) || elaborate_fail_memory(e);
}

/* lambda[independent joints] is room for the multipliers. */
static bool eliminate(struct elaboration *e, const struct expr_matrix *product,
                      const int *place, int count, expr *lambda, bool *fits) {
    struct factors f = {0};
    int row = 0;
    bool done = factors_start(&f, e, count, e->joint[0].offset) &&
                fill_factors(&f, product, place);
    if (done) {
        fill_right(e->model, place, lambda);
        enum factors_status status = factors_run(&f, JOINT_UPDATES, lambda, &row);
        *fits = status == FACTORS_DONE;
        done = status != FACTORS_FAILED;
    }
    if (done && *fits) {
        factors_finish(&f, lambda);
        done = set_result(e, place, lambda);
    }
    factors_clear(&f);
    return done;
}

bool joint_elimination(struct elaboration *e, const struct expr_matrix *product,
                       bool *fits) {
    size_t joints = (size_t)e->model->joints + 1;
    int *place = malloc(joints * sizeof *place);
    expr *lambda = malloc(joints * sizeof *lambda);
    bool done = place && lambda ? eliminate(e, product, place,
                                            number_joints(e->model, place), lambda, fits)
                                : elaborate_fail_memory(e);
    free(place);
    free(lambda);
    return done;
}
