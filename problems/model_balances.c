/* The derivatives of a tree's balances: the unknowns are taken for variables while they are
 * derived, and then for what they are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"

/* row[unknowns] := the balances with variables 1 + nx + k in place of the unknowns: what is to
 * vanish. */
static bool make_rows(struct model *m, const expr *variable, expr *row) {
    graph *g = m->graph;
    const int hidden = m->unknowns - m->nv;
    for (int k = 0; k < m->unknowns; k++)
        row[k] = k < hidden ? m->unknown[k] : m->balance[k - hidden];
    if (!expr_replace(g, m->unknowns, m->unknown, variable, m->unknowns, row, row))
        return false;
    for (int k = 0; k < hidden; k++)
        row[k] = expr_sub(g, variable[k], row[k]);
    return true;
}

struct program *model_balances_program(struct model *m, struct expr_matrix *pattern) {
    const int n = m->unknowns, nx = m->nq + m->nv + m->nz;
    struct expr_matrix derivatives = {0};
    struct program *p = NULL;
    expr *variable = malloc(2 * ((size_t)n + 1) * sizeof *variable);
    expr *row = variable + n;
    bool done = variable != NULL;
    for (int k = 0; k < n && done; k++)
        variable[k] = expr_variable(m->graph, 1 + nx + k);
    done = done && make_rows(m, variable, row) &&
           model_jacobian(m, n, row, 1, nx + n, &derivatives) == PROBLEM_OK &&
           expr_replace(m->graph, n, variable, m->unknown, derivatives.count,
                        derivatives.entry, derivatives.entry);
    if (done)
        p = model_program(m, derivatives.count, derivatives.entry);
    free(variable);
    if (p)
        *pattern = derivatives;
    else
        expr_matrix_clear(&derivatives);
    return p;
}
