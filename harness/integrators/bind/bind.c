/* A model's functions as the callbacks of fast. The inputs (t | x), (q | v) and (q | q') are
 * read where fast has them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/integrators/bind/bind.h"
#include "harness/integrators/bind/bind_function.h"
#include "harness/integrators/bind/bind_matrices.h"
#include "problems/model.h"

/* Trees of fewer velocities are left to their Jacobians: making the program of their balances costs
 * what few steps gain. */
enum { LEAST_BALANCED = 250 };

struct binding {
    struct model *model;
    bool without_joints; /* the rates are those of the model without its joints */
    struct bind_function rates, map, unmap, jacobian, balances;
    struct bind_matrix balance; /* of the balances' outputs */
    double *value;              /* the Jacobian program's or the balances' outputs */
    struct bind_matrices matrices;
    struct integrator_system system;
};

static int rates(void *context, double t, const double *x, double *ydot) {
    const struct binding *b = context;
    bind_function_run(&b->rates, &t, x, ydot);
    return 0;
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    const struct binding *b = context;
    bind_function_run(&b->map, q, v, qdot);
    return 0;
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    const struct binding *b = context;
    bind_function_run(&b->unmap, q, qdot, v);
    return 0;
}

static void fill(const struct bind_matrix *a, const struct fast_pattern *pattern,
                 const double *value, double *matrix) {
    if (pattern != NULL)
        bind_matrix_fill_entries(a, value, matrix);
    else
        bind_matrix_fill_columns(a, value, matrix);
}

static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    const struct binding *b = context;
    bind_function_run(&b->jacobian, &t, x, b->value);
    fill(&b->matrices.fq, b->system.fq_pattern, b->value, fq);
    fill(&b->matrices.fy, b->system.fy_pattern, b->value, fy);
    return 0;
}

static enum problem_status make_map(struct binding *b) {
    struct model *m = b->model;
    struct program *inverse = NULL;
    enum problem_status status =
        bind_function_make(&b->map, m->graph, model_map_program(m));
    if (status == PROBLEM_OK)
        status = model_unmap_program(m, &inverse);
    if (status == PROBLEM_OK && inverse != NULL)
        status = bind_function_make(&b->unmap, m->graph, inverse);
    b->system.map = map;
    b->system.unmap = inverse != NULL ? unmap : NULL;
    return status;
}

static enum problem_status make_jacobian(struct binding *b, struct expr_matrix *known) {
    struct program *program = b->without_joints
                                  ? model_free_rates_jacobian_program(b->model, known)
                                  : model_rates_jacobian_program(b->model, known);
    enum problem_status status =
        bind_function_make(&b->jacobian, b->model->graph, program);
    b->value = calloc((size_t)known->count + 1, sizeof *b->value);
    b->system.jacobian = jacobian;
    return b->value == NULL ? PROBLEM_NO_MEMORY : status;
}

static int balance(void *context, double t, const double *x, double *entries) {
    const struct binding *b = context;
    bind_function_run(&b->balances, &t, x, b->value);
    bind_matrix_fill_entries(&b->balance, b->value, entries);
    return 0;
}

/* The balances of a tree of so many velocities that an integrator may take them. */
static enum problem_status make_balances(struct binding *b) {
    struct model *m = b->model;
    struct expr_matrix pattern = {0};
    enum problem_status status =
        bind_function_make(&b->balances, m->graph, model_balances_program(m, &pattern));
    if (status == PROBLEM_OK)
        status = bind_matrix_place(&b->balance, &pattern, 0);
    if (status == PROBLEM_OK) {
        b->value = calloc((size_t)pattern.count + 1, sizeof *b->value);
        status = b->value == NULL ? PROBLEM_NO_MEMORY : PROBLEM_OK;
    }
    expr_matrix_clear(&pattern);
    b->system.balance = balance;
    b->system.balance_pattern = &b->balance.pattern;
    b->system.hidden = m->unknowns - m->nv;
    return status;
}

static enum problem_status make_functions(struct binding *b, bool with_jacobian) {
    struct model *m = b->model;
    struct expr_matrix known = {0};
    enum problem_status status = bind_function_make(
        &b->rates, m->graph,
        b->without_joints ? model_free_rates_program(m) : model_rates_program(m));
    b->system.rates = rates;
    if (status == PROBLEM_OK && !m->map_is_identity)
        status = make_map(b);
    if (status == PROBLEM_OK && with_jacobian)
        status = make_jacobian(b, &known);
    else if (status == PROBLEM_OK && m->unknowns > 0 && m->nv >= LEAST_BALANCED)
        status = make_balances(b);
    if (status == PROBLEM_OK)
        status = bind_matrices_make(&b->matrices, m,
                                    b->without_joints ? m->free_rates : m->rates, &known);
    expr_matrix_clear(&known);
    return status;
}

static enum problem_status make_binding(struct binding **made, struct model *m,
                                        bool with_jacobian, bool without_joints) {
    *made = NULL;
    struct binding *b = calloc(1, sizeof *b);
    if (b == NULL)
        return PROBLEM_NO_MEMORY;
    b->model = m;
    b->without_joints = without_joints && m->joints > 0;
    b->system.nq = m->nq;
    b->system.nv = m->nv;
    b->system.nz = m->nz;
    b->system.context = b;
    enum problem_status status = make_functions(b, with_jacobian);
    if (status != PROBLEM_OK) {
        bind_free(b);
        return status;
    }
    bind_choose_patterns(b, BIND_PATTERNS_WHERE_THEY_PAY);
    *made = b;
    return PROBLEM_OK;
}

enum problem_status bind_alloc(struct binding **made, struct model *m,
                               bool with_jacobian) {
    return make_binding(made, m, with_jacobian, false);
}

enum problem_status bind_alloc_without_joints(struct binding **made, struct model *m,
                                              bool with_jacobian) {
    return make_binding(made, m, with_jacobian, true);
}

void bind_free(struct binding *b) {
    if (b == NULL)
        return;
    bind_function_clear(&b->rates);
    bind_function_clear(&b->map);
    bind_function_clear(&b->unmap);
    bind_function_clear(&b->jacobian);
    bind_function_clear(&b->balances);
    bind_matrix_clear(&b->balance);
    bind_matrices_clear(&b->matrices);
    free(b->value);
    free(b);
}

const struct integrator_system *bind_system(const struct binding *b) {
    return &b->system;
}

bool bind_is_compiled(const struct binding *b) {
    return b->rates.compiled != NULL;
}

void bind_interpret(struct binding *b) {
    b->rates.compiled = b->map.compiled = b->unmap.compiled = b->jacobian.compiled =
        b->balances.compiled = NULL;
}

void bind_choose_patterns(struct binding *b, enum bind_patterns choice) {
    const struct bind_matrices *a = &b->matrices;
    bool all = choice == BIND_ALL_PATTERNS ||
               (choice == BIND_PATTERNS_WHERE_THEY_PAY && bind_matrices_pay(a));
    b->system.fq_pattern = all ? &a->fq.pattern : NULL;
    b->system.fy_pattern = all ? &a->fy.pattern : NULL;
    b->system.map_pattern = all && b->system.map != NULL ? &a->N.pattern : NULL;
}
