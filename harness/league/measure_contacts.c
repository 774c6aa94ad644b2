/* What is left at the contacts of a model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/league/measures.h"

#include <math.h>
#include <stdlib.h>

#include "harness/integrators/bind/bind_function.h"

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

double league_contact_speed(const struct league_view *view) {
    struct model *m = view->model;
    const int rows = model_contact_rows(m);
    struct expr_matrix entries = {0}; /* of J^T */
    struct bind_function f = {.program = NULL};
    double largest = NAN;
    if (bind_function_make(&f, m->graph, model_rows_program(m, &entries)) == PROBLEM_OK) {
        double *out =
            calloc((size_t)(m->contacts + rows + entries.count) + 1, sizeof *out);
        if (out != NULL) {
            double *speed = out + m->contacts;
            bind_function_run(&f, &view->until, view->end, out);
            largest =
                find_largest(&entries, rows, view->end + m->nq, speed, speed + rows);
        }
        free(out);
    }
    bind_function_clear(&f);
    expr_matrix_clear(&entries);
    return largest;
}
