/* What methods with constraints evaluate, for every model of the catalogue that has joints, at
 * states near its start: against differences of each other, and against the equations
 *
 *     M v' + G^T lambda = M a,   G v' + bias = 0
 *
 * Seen to fail: with the entries of G by rows, with R untransposed in the pattern, with g_t
 * left out of the velocity errors, with the rows of velocity joints in the position program.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/catalogue.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/models/models.h"
#include "problems/tests/reading.h"
#include "problems/tests/sample.h"

#define MODEL_FOLDER TEST_DATA "/../../models"

/* Larger models take long under the sanitizers. */
enum { LARGEST = 130 };

/* A program with its outputs. */
struct run {
    struct program *program;
    struct eval_double *eval;
    double *out;
};

static struct run start(const struct model *m, struct program *p) {
    struct run r = {.program = p};
    cr_assert_not_null(p);
    cr_assert_eq(p->inputs, 1 + m->nq + m->nv + m->nz);
    cr_assert_eq(eval_double_alloc(&r.eval, m->graph, p), PROBLEM_OK);
    r.out = calloc((size_t)p->outputs + 1, sizeof *r.out);
    return r;
}

/* A model with all its programs, at one state: in = (t | x). */
struct bench {
    struct model *m;
    struct run dynamics, position, velocity, map, rates, multipliers;
    struct expr_matrix matrix, response, position_matrix, velocity_matrix;
    double *in, *moved, *velocities; /* moved: another state; velocities: N v */
    const double *free, *bias, *G, *R;
};

static void check_by_columns(const struct expr_matrix *a, const char *name) {
    for (int k = 1; k < a->count; k++)
        cr_assert(a->column[k] > a->column[k - 1] ||
                      (a->column[k] == a->column[k - 1] && a->row[k] > a->row[k - 1]),
                  "%s, entry %d", name, k);
}

static struct bench open_bench(struct model *m) {
    struct bench b = {.m = m};
    const int ny = m->nv + m->nz;
    const size_t nx = (size_t)(m->nq + ny);
    b.dynamics = start(m, model_dynamics_program(m, &b.matrix, &b.response));
    b.position = start(m, model_position_program(m, &b.position_matrix));
    b.velocity = start(m, model_velocity_program(m, &b.velocity_matrix));
    b.rates = start(m, model_rates_program(m));
    b.multipliers = start(m, model_multipliers_program(m));
    b.map.program = model_map_program(m);
    cr_assert_eq(eval_double_alloc(&b.map.eval, m->graph, b.map.program), PROBLEM_OK);
    b.in = calloc(1 + nx, sizeof *b.in);
    b.moved = calloc(1 + nx, sizeof *b.moved);
    b.velocities = calloc(1 + nx, sizeof *b.velocities);
    b.free = b.dynamics.out;
    b.bias = b.free + ny;
    b.G = b.bias + m->joints;
    b.R = b.G + b.matrix.count;
    cr_assert_eq(b.dynamics.program->outputs,
                 ny + m->joints + b.matrix.count + b.response.count);
    cr_assert_eq(b.position.program->outputs, m->holonomic + b.position_matrix.count);
    cr_assert_eq(b.velocity.program->outputs, m->joints + b.velocity_matrix.count);
    check_by_columns(&b.matrix, m->name);
    check_by_columns(&b.response, m->name);
    check_by_columns(&b.position_matrix, m->name);
    check_by_columns(&b.velocity_matrix, m->name);
    return b;
}

/* A state near the start, off the constraints too, and everything there. */
static void evaluate(struct bench *b, struct sample *s) {
    const struct model *m = b->m;
    b->in[0] = reading_constant(m, m->span_begin) + sample_uniform(s, 0, 0.1);
    for (int i = 0; i < m->nq + m->nv + m->nz; i++) {
        double initial = reading_constant(m, m->initial[i]);
        double spread = 0.02 * (1 + fabs(initial)) * (i < m->nq ? 0.1 : 1);
        b->in[1 + i] = initial + spread * sample_uniform(s, -1, 1);
    }
    eval_double_run(b->dynamics.eval, b->in, b->dynamics.out);
    eval_double_run(b->rates.eval, b->in, b->rates.out);
    eval_double_run(b->multipliers.eval, b->in, b->multipliers.out);
    eval_double_run(b->map.eval, b->in + 1, b->velocities);
}

/* Whether x is zero beside terms of this size. */
static void check_small(const struct bench *b, double x, double size, double tolerance,
                        const char *what, int i) {
    cr_assert(isfinite(x) && isfinite(size) && fabs(x) <= tolerance * (1 + size),
              "%s: %s, row %d: %g beside %g", b->m->name, what, i, x, size);
}

/* G v' + bias = 0 for the independent joints; lambda is zero for the others. */
static void check_reduced(const struct bench *b) {
    const struct model *m = b->m;
    double *sum = calloc((size_t)m->joints, sizeof *sum);
    double *size = calloc((size_t)m->joints, sizeof *size);
    for (int i = 0; i < m->joints; i++) {
        sum[i] = b->bias[i];
        size[i] = fabs(b->bias[i]);
    }
    for (int k = 0; k < b->matrix.count; k++) {
        double term = b->G[k] * b->rates.out[b->matrix.column[k]];
        sum[b->matrix.row[k]] += term;
        size[b->matrix.row[k]] +=
            fabs(term) + fabs(b->G[k] * b->free[b->matrix.column[k]]);
    }
    for (int i = 0; i < m->joints; i++)
        if (m->joint[i].independent)
            check_small(b, sum[i], size[i], 1e-8, "G v' + bias", i);
        else
            cr_assert_eq(b->multipliers.out[i], 0);
}

/* M (a - v') = G^T lambda, and v' = a - R lambda. */
static void check_forces(const struct bench *b) {
    const struct model *m = b->m;
    size_t nv = (size_t)m->nv;
    double *push = calloc(nv, sizeof *push), *sum = calloc(nv, sizeof *sum);
    double *size = calloc(nv, sizeof *size), *lost = calloc(nv, sizeof *lost);
    for (int k = 0; k < b->matrix.count; k++)
        push[b->matrix.column[k]] += b->G[k] * b->multipliers.out[b->matrix.row[k]];
    for (int k = 0; k < b->response.count; k++)
        lost[b->response.row[k]] += b->R[k] * b->multipliers.out[b->response.column[k]];
    for (int i = 0; i < m->nv; i++) {
        double change = b->free[i] - b->rates.out[i];
        check_small(b, change - lost[i], fabs(b->free[i]) + fabs(lost[i]), 1e-9,
                    "a - v' - R lambda", i);
        if (m->masses == 0) {
            sum[i] = change;
            size[i] = fabs(b->free[i]) + fabs(b->rates.out[i]);
        }
    }
    for (int k = 0; k < m->masses; k++) {
        double M = reading_value(m, m->mass.entry[k], b->in[0], b->in + 1);
        int j = m->mass.column[k];
        sum[m->mass.row[k]] += M * (b->free[j] - b->rates.out[j]);
        size[m->mass.row[k]] += fabs(M) * (fabs(b->free[j]) + fabs(b->rates.out[j]));
    }
    for (int i = 0; i < m->nv; i++)
        check_small(b, sum[i] - push[i], size[i] + fabs(push[i]), 1e-9,
                    "M (a - v') - G^T lambda", i);
}

/* The state after a time h of q' = N v, t' = 1. */
static const double *move(struct bench *b, double h) {
    const struct model *m = b->m;
    memcpy(b->moved, b->in, (size_t)(1 + m->nq + m->nv + m->nz) * sizeof *b->moved);
    b->moved[0] += h;
    for (int i = 0; i < m->nq; i++)
        b->moved[1 + i] += h * b->velocities[i];
    return b->moved;
}

/* rate[count] := the derivatives by time of a program's first outputs, by the difference
 * quotient (8 (f(h) - f(-h)) - (f(2 h) - f(-2 h)))/(12 h) of order 4. */
static void differentiate(struct bench *b, struct run *r, int count, double *rate) {
    static const double weight[] = {1. / 12, -8. / 12, 0, 8. / 12, -1. / 12};
    const double h = 0x1p-14;
    for (int i = 0; i < count; i++)
        rate[i] = 0;
    for (int k = 0; k < 5; k++) {
        eval_double_run(r->eval, move(b, (k - 2) * h), r->out);
        for (int i = 0; i < count; i++)
            rate[i] += weight[k] * r->out[i] / h;
    }
}

/* The velocity errors of holonomic joints are the positions' rates; bias is the rate of all
 * velocity errors. */
static void check_rates(struct bench *b) {
    const struct model *m = b->m;
    double *rate = calloc((size_t)m->joints, sizeof *rate);
    differentiate(b, &b->position, m->holonomic, rate);
    eval_double_run(b->velocity.eval, b->in, b->velocity.out);
    for (int i = 0; i < m->holonomic; i++)
        check_small(b, rate[i] - b->velocity.out[i], fabs(rate[i]), 1e-6, "g'", i);
    differentiate(b, &b->velocity, m->joints, rate);
    for (int i = 0; i < m->joints; i++)
        check_small(b, rate[i] - b->bias[i], fabs(rate[i]), 1e-6, "bias", i);
}

/* G is the derivative of the velocity errors, which are linear in v: an exact difference. The
 * three programs have the same G. */
static void check_matrix(struct bench *b) {
    const struct model *m = b->m;
    double *sum = calloc((size_t)m->joints, sizeof *sum);
    double *size = calloc((size_t)m->joints, sizeof *size);
    memcpy(b->moved, b->in, (size_t)(1 + m->nq + m->nv + m->nz) * sizeof *b->moved);
    for (int i = 0; i < m->nv; i++)
        b->moved[1 + m->nq + i] += 1 + i % 3;
    eval_double_run(b->velocity.eval, b->moved, b->velocity.out);
    for (int i = 0; i < m->joints; i++)
        sum[i] = b->velocity.out[i];
    eval_double_run(b->velocity.eval, b->in, b->velocity.out);
    eval_double_run(b->position.eval, b->in, b->position.out);
    const double *G = b->velocity.out + m->joints, *P = b->position.out + m->holonomic;
    cr_assert_eq(b->velocity_matrix.count, b->matrix.count);
    int holonomic = 0;
    for (int k = 0; k < b->matrix.count; k++) {
        int i = b->matrix.row[k], j = b->matrix.column[k];
        cr_assert(b->velocity_matrix.row[k] == i && b->velocity_matrix.column[k] == j);
        cr_assert_eq(G[k], b->G[k]);
        sum[i] -= G[k] * (1 + j % 3);
        size[i] += fabs(G[k]) * (1 + j % 3);
        if (i < m->holonomic) {
            cr_assert(b->position_matrix.row[holonomic] == i &&
                      b->position_matrix.column[holonomic] == j);
            cr_assert_eq(P[holonomic++], G[k]);
        }
    }
    cr_assert_eq(holonomic, b->position_matrix.count);
    for (int i = 0; i < m->joints; i++)
        check_small(b, sum[i] - b->velocity.out[i], size[i], 1e-12, "G", i);
}

Test(joint_programs, agree_with_each_other_and_with_the_equations, .timeout = 300) {
    struct sample s = sample_begin();
    struct diagnostic d = {""};
    struct catalogue *c = NULL;
    int models = 0;
    cr_assert_eq(catalogue_open(&c, MODEL_FOLDER, &d), PROBLEM_OK, "%s", d.text);
    for (int i = 0; i < c->count; i++) {
        struct model *m = models_from_catalogue(c->entry[i].name);
        bool wanted = m->joints > 0 && m->joints < LARGEST && m->reduced;
        struct bench b = {0};
        if (wanted)
            b = open_bench(m);
        for (int trial = 0; trial < 5 && wanted; trial++) {
            evaluate(&b, &s);
            check_reduced(&b);
            check_forces(&b);
            check_rates(&b);
            check_matrix(&b);
        }
        models += wanted;
    }
    catalogue_free(c);
    cr_expect(models >= 15, "%d", models);
}

/* R has entries only where M joins velocities. */
Test(joint_programs, response_has_no_entries_that_are_zero) {
    struct model *m = reading_model(
        "position q[i] = 0 for i in 1..5\nvelocity v[i] = 0 for i in 1..5\n"
        "q[i]' = v[i] for i in 1..5\nmass v[i], v[i] = 2 + i for i in 1..5\n"
        "mass v[1], v[3] = 1\nmass v[2], v[4] = 1/2\nforce v[i] = 0 for i in 1..5\n"
        "joint a = q[1] - q[5]\njoint b = q[2]\njoint c = q[5] - q[4]\n",
        NULL);
    static const int ROWS[] = {0, 2, 4, 1, 3, 1, 3, 4},
                     COLUMNS[] = {0, 0, 0, 1, 1, 2, 2, 2};
    /* Of [[3, 1], [1, 5]] and [[4, 1/2], [1/2, 6]], and of 7. */
    static const double VALUES[] = {5. / 14,  -1. / 14, -1. / 7,   24. / 95,
                                    -2. / 95, 2. / 95,  -16. / 95, 1. / 7};
    struct expr_matrix matrix, response;
    program_free(model_dynamics_program(m, &matrix, &response));
    cr_assert(matrix.count == 5 && response.count == 8);
    cr_expect(matrix.rows == 3 && matrix.columns == 5);
    cr_expect(response.rows == 5 && response.columns == 3);
    for (int k = 0; k < 8; k++) {
        cr_expect(response.row[k] == ROWS[k] && response.column[k] == COLUMNS[k], "%d",
                  k);
        double value = reading_value(m, response.entry[k], 0, NULL);
        cr_expect(isfinite(value) && fabs(value - VALUES[k]) <= 1e-15, "%d: %g", k,
                  value);
    }
}
