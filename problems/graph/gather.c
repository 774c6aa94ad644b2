/* Terms are added in the order in which they come.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/gather.h"

#include <stdlib.h>

#include "problems/base/compare.h"
#include "problems/graph/expr.h"
#include "problems/graph/expr_matrix.h"

bool gather_start(struct gather *r, graph *g, int columns) {
    size_t size = (size_t)columns + 1;
    *r = (struct gather){.g = g};
    r->column = malloc(size * sizeof *r->column);
    r->has = calloc(size, sizeof *r->has);
    r->value = malloc(size * sizeof *r->value);
    return r->column && r->has && r->value;
}

void gather_clear(struct gather *r) {
    free(r->column);
    free(r->has);
    free(r->value);
    *r = (struct gather){0};
}

void gather_add(struct gather *r, int column, expr term) {
    if (r->has[column]) {
        r->value[column] = expr_add(r->g, r->value[column], term);
        return;
    }
    r->has[column] = true;
    r->value[column] = term;
    r->column[r->count++] = column;
}

bool gather_append(struct gather *r, struct expr_matrix *matrix, int *capacity, int row) {
    bool done = true;
    if (r->count > 0)
        qsort(r->column, (size_t)r->count, sizeof *r->column, compare_ints);
    for (int k = 0; k < r->count; k++) {
        int column = r->column[k];
        r->has[column] = false;
        if (done && !expr_is_zero(r->g, r->value[column]))
            done = expr_matrix_append(matrix, capacity, row, column, r->value[column]);
    }
    r->count = 0;
    return done;
}
