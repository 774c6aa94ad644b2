/* Solving with A = L D L^T:
 *
 *     x_j := x_j - l_jp x_p,   then in the opposite order   x_p := x_p/d_p - sum l_jp x_j
 *
 * over the neighbours j of p that are eliminated after it. Zeros stay zeros.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/factors.h"
#include "problems/graph/expr.h"

static void substitute_forward(const struct factors *f, int p, expr *x) {
    graph *g = f->e->model->graph;
    const struct neighbours *near = &f->near[p];
    for (int a = 0; a < near->count; a++) {
        int j = near->row[a];
        x[j] = expr_sub(g, x[j], expr_mul(g, *factors_entry(f, j, p), x[p]));
    }
}

static void substitute_back(const struct factors *f, int p, expr *x) {
    graph *g = f->e->model->graph;
    const struct neighbours *near = &f->near[p];
    expr value = expr_div(g, x[p], *factors_entry(f, p, p));
    for (int a = 0; a < near->count; a++) {
        int j = near->row[a];
        value = expr_sub(g, value, expr_mul(g, *factors_entry(f, j, p), x[j]));
    }
    x[p] = value;
}

void factors_finish(const struct factors *f, expr *x) {
    for (int i = f->n - 1; i >= 0; i--)
        substitute_back(f, f->order[i], x);
}

void factors_solve(const struct factors *f, int component, expr *x) {
    int first = f->start[component], end = f->start[component + 1];
    for (int i = first; i < end; i++)
        substitute_forward(f, f->member[i], x);
    for (int i = end - 1; i >= first; i--)
        substitute_back(f, f->member[i], x);
}
