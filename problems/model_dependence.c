/* Which variables some expressions use. A derivative does not tell: that of step(q) by q is
 * zero, but a difference across q = 0 is not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/graph.h"
#include "problems/model.h"

static bool append_row(struct model *m, int row, expr value, int first,
                       struct expr_matrix *a, int *capacity) {
    int *variable, count = expr_variables(m->graph, value, &variable);
    bool done = count >= 0;
    for (int i = 0; i < count && done; i++)
        if (variable[i] >= first && variable[i] < first + a->columns)
            done =
                expr_matrix_append(a, capacity, row, variable[i] - first, m->graph->one);
    free(variable);
    return done;
}

enum problem_status model_dependence(struct model *m, int rows, const expr *row,
                                     int first, int columns,
                                     struct expr_matrix *dependence) {
    struct expr_matrix a = {.rows = rows, .columns = columns};
    int capacity = 0;
    for (int i = 0; i < rows; i++)
        if (!append_row(m, i, row[i], first, &a, &capacity)) {
            expr_matrix_clear(&a);
            return PROBLEM_NO_MEMORY;
        }
    *dependence = a;
    return PROBLEM_OK;
}
