/* A model's functions as the callbacks of fast. A program's inputs (t, x) or (q, v) are
 * contiguous, fast's arguments are not, so each call copies them together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/bind.h"
#include "problems/eval_double.h"

struct function {
    struct program *program;
    struct eval_double *eval;
};

struct binding {
    struct model *model;
    int nx, ny;
    struct function rates, map, jacobian;
    struct expr_matrix pattern; /* of the rates' Jacobian by x */
    double *inputs;             /* (t, x) or (q, v) (size 1 + nx) */
    double *entries;            /* the Jacobian's (size pattern.count) */
    struct fast_system system;
};

static int rates(void *context, double t, const double *x, double *ydot) {
    struct binding *b = context;
    b->inputs[0] = t;
    memcpy(b->inputs + 1, x, (size_t)b->nx * sizeof *x);
    eval_double_run(b->rates.eval, b->inputs, ydot);
    return 0;
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    struct binding *b = context;
    memcpy(b->inputs, q, (size_t)b->system.nq * sizeof *q);
    memcpy(b->inputs + b->system.nq, v, (size_t)b->system.nv * sizeof *v);
    eval_double_run(b->map.eval, b->inputs, qdot);
    return 0;
}

static void fill_with_zeros(size_t n, double *x) {
    for (size_t i = 0; i < n; i++)
        x[i] = 0;
}

static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    struct binding *b = context;
    int nq = b->system.nq, ny = b->ny;
    b->inputs[0] = t;
    memcpy(b->inputs + 1, x, (size_t)b->nx * sizeof *x);
    eval_double_run(b->jacobian.eval, b->inputs, b->entries);
    fill_with_zeros((size_t)ny * (size_t)nq, fq);
    fill_with_zeros((size_t)ny * (size_t)ny, fy);
    for (int k = 0; k < b->pattern.count; k++) {
        int row = b->pattern.row[k], column = b->pattern.column[k];
        if (column < nq)
            fq[(size_t)column * (size_t)ny + (size_t)row] = b->entries[k];
        else
            fy[(size_t)(column - nq) * (size_t)ny + (size_t)row] = b->entries[k];
    }
    return 0;
}

/* Takes the program over. */
static enum problem_status make_function(struct function *f, const graph *g,
                                         struct program *program) {
    f->program = program;
    if (program == NULL)
        return PROBLEM_NO_MEMORY;
    enum problem_status status = eval_double_alloc(&f->eval, g, program);
    if (status == PROBLEM_OK)
        eval_double_use(f->eval, compiled_find(program_fingerprint(program)));
    return status;
}

static enum problem_status make_jacobian(struct binding *b) {
    struct program *program = model_rates_jacobian_program(b->model, &b->pattern);
    enum problem_status status = make_function(&b->jacobian, b->model->graph, program);
    b->entries = calloc((size_t)b->pattern.count + 1, sizeof *b->entries);
    if (b->entries == NULL)
        return PROBLEM_NO_MEMORY;
    b->system.jacobian = jacobian;
    return status;
}

static enum problem_status make_functions(struct binding *b, bool with_jacobian) {
    struct model *m = b->model;
    enum problem_status status =
        make_function(&b->rates, m->graph, model_rates_program(m));
    b->system.rates = rates;
    if (status == PROBLEM_OK && !m->map_is_identity) {
        status = make_function(&b->map, m->graph, model_map_program(m));
        b->system.map = map;
    }
    if (status == PROBLEM_OK && with_jacobian)
        status = make_jacobian(b);
    return status;
}

enum problem_status bind_alloc(struct binding **made, struct model *m,
                               bool with_jacobian) {
    *made = NULL;
    struct binding *b = calloc(1, sizeof *b);
    if (b == NULL)
        return PROBLEM_NO_MEMORY;
    b->model = m;
    b->ny = m->nv + m->nz;
    b->nx = m->nq + b->ny;
    b->system.nq = m->nq;
    b->system.nv = m->nv;
    b->system.nz = m->nz;
    b->system.context = b;
    b->inputs = calloc((size_t)b->nx + 1, sizeof *b->inputs);
    enum problem_status status =
        b->inputs == NULL ? PROBLEM_NO_MEMORY : make_functions(b, with_jacobian);
    if (status != PROBLEM_OK) {
        bind_free(b);
        return status;
    }
    *made = b;
    return PROBLEM_OK;
}

static void free_function(struct function *f) {
    eval_double_free(f->eval);
    program_free(f->program);
}

void bind_free(struct binding *b) {
    if (b == NULL)
        return;
    free_function(&b->rates);
    free_function(&b->map);
    free_function(&b->jacobian);
    expr_matrix_clear(&b->pattern);
    free(b->inputs);
    free(b->entries);
    free(b);
}

const struct fast_system *bind_system(const struct binding *b) {
    return &b->system;
}

bool bind_is_compiled(const struct binding *b) {
    return eval_double_is_compiled(b->rates.eval);
}

void bind_interpret(struct binding *b) {
    struct function *function[] = {&b->rates, &b->map, &b->jacobian};
    for (int i = 0; i < 3; i++)
        if (function[i]->eval != NULL)
            eval_double_use(function[i]->eval, NULL);
}
