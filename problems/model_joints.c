/* Programs for methods with constraints. Matrices leave column by column, rows ascending.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/base/arena.h"
#include "problems/model.h"

/* Outputs on their way, and the patterns of the matrices among them. */
struct outputs {
    int count, capacity;
    expr *value;
};

static bool append(struct outputs *o, int count, const expr *value) {
    expr *grown = array_grow(o->value, &o->capacity, o->count + count + 1, sizeof *grown);
    if (!grown)
        return false;
    o->value = grown;
    for (int i = 0; i < count; i++)
        o->value[o->count++] = value[i];
    return true;
}

/* Appends the entries of G in rows below `rows`, by columns; *pattern says which. */
static bool append_matrix(struct outputs *o, const struct model *m, int rows,
                          struct expr_matrix *pattern) {
    const struct expr_matrix *G = &m->joint_matrix;
    struct expr_columns columns = {0};
    int capacity = 0;
    *pattern = (struct expr_matrix){.rows = rows, .columns = m->nv};
    bool done = expr_columns_sort(&columns, G);
    for (int k = 0; k < G->count && done; k++) {
        int place = columns.entry[k];
        if (G->row[place] < rows)
            done = expr_matrix_append(pattern, &capacity, G->row[place], G->column[place],
                                      G->entry[place]);
    }
    expr_columns_clear(&columns);
    return done && append(o, pattern->count, pattern->entry);
}

/* Appends the entries of R, whose columns are the rows that the model keeps. */
static bool append_response(struct outputs *o, const struct model *m,
                            struct expr_matrix *pattern) {
    const struct expr_matrix *response = &m->joint_response;
    int capacity = 0;
    *pattern = (struct expr_matrix){.rows = m->nv, .columns = m->joints};
    for (int k = 0; k < response->count; k++)
        if (!expr_matrix_append(pattern, &capacity, response->column[k], response->row[k],
                                response->entry[k]))
            return false;
    return append(o, pattern->count, pattern->entry);
}

/* The program of the outputs; without one the patterns are emptied. */
static struct program *finish(struct outputs *o, const struct model *m, bool done,
                              struct expr_matrix *matrix, struct expr_matrix *response) {
    struct program *p = done ? model_program(m, o->count, o->value) : NULL;
    if (!p) {
        expr_matrix_clear(matrix);
        if (response)
            expr_matrix_clear(response);
    }
    free(o->value);
    return p;
}

struct program *model_dynamics_program(struct model *m, struct expr_matrix *matrix,
                                       struct expr_matrix *response) {
    struct outputs o = {0};
    *matrix = *response = (struct expr_matrix){0};
    bool done = append(&o, m->nv + m->nz, m->free_rates) &&
                append(&o, m->joints, m->joint_bias) &&
                append_matrix(&o, m, m->joints, matrix) &&
                append_response(&o, m, response);
    return finish(&o, m, done, matrix, response);
}

struct program *model_position_program(struct model *m, struct expr_matrix *matrix) {
    struct outputs o = {0};
    *matrix = (struct expr_matrix){0};
    bool done = true;
    for (int i = 0; i < m->holonomic && done; i++)
        done = append(&o, 1, &m->joint[i].residual);
    done = done && append_matrix(&o, m, m->holonomic, matrix);
    return finish(&o, m, done, matrix, NULL);
}

struct program *model_velocity_program(struct model *m, struct expr_matrix *matrix) {
    struct outputs o = {0};
    *matrix = (struct expr_matrix){0};
    bool done =
        append(&o, m->joints, m->joint_rate) && append_matrix(&o, m, m->joints, matrix);
    return finish(&o, m, done, matrix, NULL);
}

struct program *model_multipliers_program(struct model *m) {
    return m->reduced ? model_program(m, m->joints, m->multiplier) : NULL;
}
