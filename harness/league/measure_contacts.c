/* What is left at the contacts of a model, by the model's own rows: gaps, offsets and J^T.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/league/measures.h"

#include <math.h>
#include <stdlib.h>

#include "problems/model.h"

/* |J v + offset|, the largest; speed[rows] = offset. Not a number if one is none. */
static double find_largest(const struct expr_matrix *entries, int rows, const double *v,
                           double *speed, const double *entry) {
    double largest = 0;
    for (int k = 0; k < entries->count; k++)
        speed[entries->column[k]] += entry[k] * v[entries->row[k]];
    for (int i = 0; i < rows; i++)
        largest = isnan(speed[i]) || fabs(speed[i]) > largest ? fabs(speed[i]) : largest;
    return largest;
}

/* The largest |gap|. Not a number if one is none. */
static double find_deepest(int contacts, const double *gap) {
    double largest = 0;
    for (int i = 0; i < contacts; i++)
        largest = isnan(gap[i]) || fabs(gap[i]) > largest ? fabs(gap[i]) : largest;
    return largest;
}

static int make(struct league_rows *rows, struct model *m) {
    struct program *p = model_rows_program(m, &rows->entries);
    if (bind_function_make(&rows->function, m->graph, p) == PROBLEM_OK)
        rows->out = calloc(
            (size_t)(m->contacts + model_contact_rows(m) + rows->entries.count) + 1,
            sizeof *rows->out);
    return rows->out == NULL;
}

void league_rows_clear(struct league_rows *rows) {
    free(rows->out);
    bind_function_clear(&rows->function);
    expr_matrix_clear(&rows->entries);
    *rows = (struct league_rows){.out = NULL};
}

/* *speed and *gap := the largest at the end; NaN: they cannot be had. */
static void measure(const struct league_view *view, double *speed, double *gap) {
    const struct model *m = view->model;
    struct league_rows *rows = view->rows;
    *speed = *gap = NAN;
    if (rows->out == NULL && make(rows, view->model))
        return;
    double *offset = rows->out + m->contacts;
    bind_function_run(&rows->function, &view->until, view->end, rows->out);
    *gap = find_deepest(m->contacts, rows->out);
    *speed = find_largest(&rows->entries, model_contact_rows(m), view->end + m->nq,
                          offset, offset + model_contact_rows(m));
}

double league_contact_speed(const struct league_view *view) {
    double speed, gap;
    measure(view, &speed, &gap);
    return speed;
}

double league_contact_gap(const struct league_view *view) {
    double speed, gap;
    measure(view, &speed, &gap);
    return gap;
}
