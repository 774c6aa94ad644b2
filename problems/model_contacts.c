/* Programs for steppers with contacts. Matrices leave column by column, rows ascending: J^T by
 * columns is J by rows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"

int model_contact_rows(const struct model *m) {
    int rows = m->contacts;
    for (int i = 0; i < m->contacts; i++)
        rows += m->contact[i].slides;
    return rows;
}

struct program *model_gaps_program(struct model *m) {
    expr *gap = malloc(((size_t)m->contacts + 1) * sizeof *gap);
    if (!gap)
        return NULL;
    for (int i = 0; i < m->contacts; i++)
        gap[i] = m->contact[i].gap;
    struct program *p = model_program(m, m->contacts, gap);
    free(gap);
    return p;
}

/* *transposed := the transpose of a matrix, whose entries keep their order. */
static bool transpose(const struct expr_matrix *a, struct expr_matrix *transposed) {
    int capacity = 0;
    *transposed = (struct expr_matrix){.rows = a->columns, .columns = a->rows};
    for (int k = 0; k < a->count; k++)
        if (!expr_matrix_append(transposed, &capacity, a->column[k], a->row[k],
                                a->entry[k]))
            return false;
    return true;
}

/* The program of some values and then of a matrix, which is emptied without one. */
static struct program *flatten_with(const struct model *m, int count, const expr *value,
                                    struct expr_matrix *matrix, bool done) {
    expr *output = malloc(((size_t)count + (size_t)matrix->count + 1) * sizeof *output);
    struct program *p = NULL;
    if (output && done) {
        for (int i = 0; i < count; i++)
            output[i] = value[i];
        for (int k = 0; k < matrix->count; k++)
            output[count + k] = matrix->entry[k];
        p = model_program(m, count + matrix->count, output);
    }
    free(output);
    if (!p)
        expr_matrix_clear(matrix);
    return p;
}

struct program *model_rows_program(struct model *m, struct expr_matrix *matrix) {
    const int rows = model_contact_rows(m), count = m->contacts + rows;
    expr *value = malloc(((size_t)count + 1) * sizeof *value);
    *matrix = (struct expr_matrix){0};
    for (int i = 0; i < m->contacts && value; i++)
        value[i] = m->contact[i].gap;
    for (int i = 0; i < rows && value; i++)
        value[m->contacts + i] = m->contact_offset[i];
    bool done = value && transpose(&m->contact_matrix, matrix);
    matrix->rows = m->nv;
    struct program *p = flatten_with(m, count, value, matrix, done);
    free(value);
    return p;
}

static bool append_identity(const struct model *m, struct expr_matrix *matrix) {
    int capacity = 0;
    expr one = expr_integer(m->graph, 1);
    *matrix = (struct expr_matrix){.rows = m->nv, .columns = m->nv};
    for (int i = 0; i < m->nv; i++)
        if (!expr_matrix_append(matrix, &capacity, i, i, one))
            return false;
    return true;
}

struct program *model_mass_program(struct model *m, struct expr_matrix *mass) {
    *mass = (struct expr_matrix){0};
    /* Symmetric, with both triangles: its rows are its columns. */
    bool done = m->masses == 0 ? append_identity(m, mass) : transpose(&m->mass, mass);
    return flatten_with(m, 0, NULL, mass, done);
}
