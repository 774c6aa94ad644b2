/* f(t, q)' = f_t + (df/dq) N v.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/map_rows.h"

#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/graph/expr_matrix.h"
#include "problems/model.h"

int *map_rows_find(const struct model *m) {
    int *start = calloc((size_t)m->nq + 2, sizeof *start);
    for (int k = 0; k < m->map.count && start; k++)
        start[m->map.row[k] + 1]++;
    for (int i = 0; i < m->nq && start; i++)
        start[i + 1] += start[i];
    return start;
}

/* Gathers slope times row q of N. */
static void add_position(struct gather *r, const struct model *m, const int *map_start,
                         int q, expr slope) {
    const struct expr_matrix *N = &m->map;
    for (int k = map_start[q]; k < map_start[q + 1]; k++)
        gather_add(r, N->column[k], expr_mul(m->graph, slope, N->entry[k]));
}

expr map_rows_gather(struct gather *r, const struct model *m, const int *map_start,
                     const struct expr_matrix *derivative, int i, int *place) {
    expr by_time = expr_integer(m->graph, 0);
    for (; *place < derivative->count && derivative->row[*place] == i; ++*place) {
        int q = derivative->column[*place] - 1;
        if (q < 0)
            by_time = derivative->entry[*place];
        else
            add_position(r, m, map_start, q, derivative->entry[*place]);
    }
    return by_time;
}
