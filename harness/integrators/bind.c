/* A model's functions as the callbacks of fast. The inputs (t | x), (q | v) and (q | q') are
 * read where fast has them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/integrators/bind.h"
#include "harness/integrators/bind_matrices.h"
#include "problems/readers/eval_double.h"

struct function {
    struct program *program;
    struct eval_double *eval;
    compiled_function *compiled; /* NULL: interpret */
    const double *constant;
};

struct binding {
    struct model *model;
    struct function rates, map, unmap, jacobian;
    double *value; /* the Jacobian program's outputs */
    struct bind_matrices matrices;
    struct fast_system system;
};

/* Straight to the generated code: a call more would be noticed. */
static void run(const struct function *f, const double *first, const double *second,
                double *out) {
    if (f->compiled != NULL)
        f->compiled(f->constant, first, second, out);
    else
        eval_double_run_parts(f->eval, first, second, out);
}

static int rates(void *context, double t, const double *x, double *ydot) {
    const struct binding *b = context;
    run(&b->rates, &t, x, ydot);
    return 0;
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    const struct binding *b = context;
    run(&b->map, q, v, qdot);
    return 0;
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    const struct binding *b = context;
    run(&b->unmap, q, qdot, v);
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
    run(&b->jacobian, &t, x, b->value);
    fill(&b->matrices.fq, b->system.fq_pattern, b->value, fq);
    fill(&b->matrices.fy, b->system.fy_pattern, b->value, fy);
    return 0;
}

/* Takes the program over. */
static enum problem_status make_function(struct function *f, const graph *g,
                                         struct program *program) {
    f->program = program;
    if (program == NULL)
        return PROBLEM_NO_MEMORY;
    enum problem_status status = eval_double_alloc(&f->eval, g, program);
    if (status == PROBLEM_OK) {
        f->compiled = compiled_find(program_fingerprint(program));
        f->constant = eval_double_constants(f->eval);
    }
    return status;
}

static enum problem_status make_map(struct binding *b) {
    struct model *m = b->model;
    struct program *inverse = NULL;
    enum problem_status status = make_function(&b->map, m->graph, model_map_program(m));
    if (status == PROBLEM_OK)
        status = model_unmap_program(m, &inverse);
    if (status == PROBLEM_OK && inverse != NULL)
        status = make_function(&b->unmap, m->graph, inverse);
    b->system.map = map;
    b->system.unmap = inverse != NULL ? unmap : NULL;
    return status;
}

static enum problem_status make_jacobian(struct binding *b, struct expr_matrix *known) {
    struct program *program = model_rates_jacobian_program(b->model, known);
    enum problem_status status = make_function(&b->jacobian, b->model->graph, program);
    b->value = calloc((size_t)known->count + 1, sizeof *b->value);
    b->system.jacobian = jacobian;
    return b->value == NULL ? PROBLEM_NO_MEMORY : status;
}

static enum problem_status make_functions(struct binding *b, bool with_jacobian) {
    struct model *m = b->model;
    struct expr_matrix known = {0};
    enum problem_status status =
        make_function(&b->rates, m->graph, model_rates_program(m));
    b->system.rates = rates;
    if (status == PROBLEM_OK && !m->map_is_identity)
        status = make_map(b);
    if (status == PROBLEM_OK && with_jacobian)
        status = make_jacobian(b, &known);
    if (status == PROBLEM_OK)
        status = bind_matrices_make(&b->matrices, m, &known);
    expr_matrix_clear(&known);
    return status;
}

enum problem_status bind_alloc(struct binding **made, struct model *m,
                               bool with_jacobian) {
    *made = NULL;
    struct binding *b = calloc(1, sizeof *b);
    if (b == NULL)
        return PROBLEM_NO_MEMORY;
    b->model = m;
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

static void free_function(struct function *f) {
    eval_double_free(f->eval);
    program_free(f->program);
}

void bind_free(struct binding *b) {
    if (b == NULL)
        return;
    free_function(&b->rates);
    free_function(&b->map);
    free_function(&b->unmap);
    free_function(&b->jacobian);
    bind_matrices_clear(&b->matrices);
    free(b->value);
    free(b);
}

const struct fast_system *bind_system(const struct binding *b) {
    return &b->system;
}

bool bind_is_compiled(const struct binding *b) {
    return b->rates.compiled != NULL;
}

void bind_interpret(struct binding *b) {
    b->rates.compiled = b->map.compiled = b->unmap.compiled = b->jacobian.compiled = NULL;
}

void bind_choose_patterns(struct binding *b, enum bind_patterns choice) {
    const struct bind_matrices *a = &b->matrices;
    bool all = choice == BIND_ALL_PATTERNS ||
               (choice == BIND_PATTERNS_WHERE_THEY_PAY && bind_matrices_pay(a));
    b->system.fq_pattern = all ? &a->fq.pattern : NULL;
    b->system.fy_pattern = all ? &a->fy.pattern : NULL;
    b->system.map_pattern = all && b->system.map != NULL ? &a->N.pattern : NULL;
}
