/* Programs for the functions of a model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"

static int state_size(const struct model *m) {
    return m->nq + m->nv + m->nz;
}

/* The program of some outputs whose inputs are the variables first .. first + inputs - 1, of
 * which `leading` come in an array of their own. The caller frees it with program_free; NULL:
 * no memory. */
static struct program *model_flatten(const struct model *m, int first, int leading,
                                     int inputs, int outputs, const expr *output) {
    int *variable = malloc(((size_t)inputs + 1) * sizeof *variable);
    if (!variable)
        return NULL;
    for (int i = 0; i < inputs; i++)
        variable[i] = first + i;
    struct program *p = program_alloc(m->graph, inputs, variable, outputs, output);
    free(variable);
    if (p)
        p->leading = leading;
    return p;
}

struct program *model_program(const struct model *m, int outputs, const expr *output) {
    return model_flatten(m, 0, 1, 1 + state_size(m), outputs, output);
}

struct program *model_rates_program(struct model *m) {
    return model_program(m, m->nv + m->nz, m->rates);
}

struct program *model_free_rates_program(struct model *m) {
    return model_program(m, m->nv + m->nz, m->free_rates);
}

struct program *model_map_program(struct model *m) {
    return model_flatten(m, 1, m->nq, m->nq + m->nv, m->nq, m->position_rates);
}

static expr *field_alloc(struct model *m) {
    expr *field = malloc(((size_t)state_size(m) + 1) * sizeof *field);
    if (field && model_field(m, field) != PROBLEM_OK) {
        free(field);
        field = NULL;
    }
    return field;
}

struct program *model_field_program(struct model *m) {
    expr *field = field_alloc(m);
    struct program *p = field ? model_program(m, state_size(m), field) : NULL;
    free(field);
    return p;
}

/* The program of the derivatives of some rows by x, with the inputs (t | x). *pattern, which
 * the caller empties with expr_matrix_clear, is left alone on failure (NULL: no memory). */
static struct program *model_flatten_jacobian(struct model *m, int rows, const expr *row,
                                              struct expr_matrix *pattern) {
    struct expr_matrix jacobian;
    if (model_jacobian(m, rows, row, 1, state_size(m), &jacobian) != PROBLEM_OK)
        return NULL;
    struct program *p = model_program(m, jacobian.count, jacobian.entry);
    if (p)
        *pattern = jacobian;
    else
        expr_matrix_clear(&jacobian);
    return p;
}

struct program *model_jacobian_program(struct model *m, struct expr_matrix *pattern) {
    expr *field = field_alloc(m);
    struct program *p =
        field ? model_flatten_jacobian(m, state_size(m), field, pattern) : NULL;
    free(field);
    return p;
}

struct program *model_rates_jacobian_program(struct model *m,
                                             struct expr_matrix *pattern) {
    return model_flatten_jacobian(m, m->nv + m->nz, m->rates, pattern);
}

struct program *model_free_rates_jacobian_program(struct model *m,
                                                  struct expr_matrix *pattern) {
    return model_flatten_jacobian(m, m->nv + m->nz, m->free_rates, pattern);
}

struct program *model_invariants_program(struct model *m) {
    expr *value = malloc(((size_t)m->invariants + 1) * sizeof *value);
    if (!value)
        return NULL;
    for (int i = 0; i < m->invariants; i++)
        value[i] = m->invariant[i].value;
    struct program *p = model_program(m, m->invariants, value);
    free(value);
    return p;
}

struct program *model_paths_program(struct model *m) {
    expr *point = malloc((2 * (size_t)m->paths + 1) * sizeof *point);
    if (!point)
        return NULL;
    for (int i = 0; i < m->paths; i++) {
        point[2 * i] = m->drawn[i].x;
        point[2 * i + 1] = m->drawn[i].y;
    }
    struct program *p = model_program(m, 2 * m->paths, point);
    free(point);
    return p;
}
