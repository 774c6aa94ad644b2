/* Linear systems of expressions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"

expr crossing_dot(graph *g, int n, const expr *a, const expr *b) {
    expr sum = expr_integer(g, 0);
    for (int i = 0; i < n; i++)
        sum = expr_add(g, sum, expr_mul(g, a[i], b[i]));
    return sum;
}

/* Rows k and l change places. */
static void swap(int n, expr *a, int k, int l) {
    for (int j = 0; j < n; j++) {
        expr kept = a[k * n + j];
        a[k * n + j] = a[l * n + j];
        a[l * n + j] = kept;
    }
}

/* Row i minus factor times row k, from column `first` on. */
static void subtract(graph *g, int n, expr *a, int i, int k, int first, expr factor) {
    for (int j = first; j < n; j++)
        a[i * n + j] = expr_sub(g, a[i * n + j], expr_mul(g, factor, a[k * n + j]));
}

bool crossing_solve(graph *g, int n, expr *a, int columns, expr *b, int most_nodes) {
    for (int k = 0; k < n; k++) {
        int pivot = k;
        while (pivot < n && expr_is_zero(g, a[pivot * n + k]))
            pivot++;
        if (pivot == n || graph_size(g) > most_nodes)
            return false;
        swap(n, a, k, pivot);
        swap(columns, b, k, pivot);
        for (int i = k + 1; i < n; i++) {
            if (expr_is_zero(g, a[i * n + k]))
                continue;
            expr factor = expr_div(g, a[i * n + k], a[k * n + k]);
            subtract(g, n, a, i, k, k + 1, factor);
            subtract(g, columns, b, i, k, 0, factor);
        }
    }
    for (int k = n - 1; k >= 0 && graph_size(g) <= most_nodes; k--) {
        for (int i = k + 1; i < n; i++)
            subtract(g, columns, b, k, i, 0, a[k * n + i]);
        for (int j = 0; j < columns; j++)
            b[k * columns + j] = expr_div(g, b[k * columns + j], a[k * n + k]);
    }
    return !graph_failed(g) && graph_size(g) <= most_nodes;
}

bool crossing_find_forces(const struct crossing_scene *s, int count,
                          struct crossing_unknown *unknown, const expr *wanted) {
    graph *g = s->m->graph;
    const int nv = s->rows.nv;
    expr *a = malloc(((size_t)count * (size_t)(count + 1) + 1) * sizeof *a);
    if (a == NULL)
        return false;
    expr *b = a + count * count;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++)
            a[i * count + j] =
                crossing_dot(g, nv, s->rows.row + unknown[i].row * nv, unknown[j].pull);
        b[i] = wanted[i];
    }
    bool solved = crossing_solve(g, count, a, 1, b, s->nodes + CROSSING_MOST_NODES);
    for (int i = 0; i < count && solved; i++)
        unknown[i].force = b[i];
    free(a);
    return solved;
}
