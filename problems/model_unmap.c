/* The left inverse N+ of a map N whose columns are orthogonal to each other, as those of the
 * unit quaternions' are:
 *
 *     v_j = sum_i N_ij q_i' / sum_i N_ij^2
 *
 * which is the least-squares solution (N^T N)^-1 N^T q' for a diagonal N^T N.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/vanishing.h"

/* How many expressions are tested in one program: it costs little more than one. */
enum { TOGETHER = 64 };

/* sum_i N_ij N_ik, 0 when the columns have no row in common. */
static expr scalar_product(graph *g, const struct expr_matrix *N,
                           const struct expr_columns *c, int j, int k) {
    expr sum = expr_integer(g, 0);
    for (int a = c->start[j], b = c->start[k];
         a < c->start[j + 1] && b < c->start[k + 1];) {
        int difference = N->row[c->entry[a]] - N->row[c->entry[b]];
        if (difference == 0)
            sum = expr_add(g, sum,
                           expr_mul(g, N->entry[c->entry[a]], N->entry[c->entry[b]]));
        a += difference <= 0;
        b += difference >= 0;
    }
    return sum;
}

/* Whether no earlier row than that of entries a and b has both their columns. */
static bool is_first_meeting(const struct expr_matrix *N, const struct expr_columns *c,
                             int a, int b) {
    int i = c->start[N->column[a]], j = c->start[N->column[b]];
    while (N->row[c->entry[i]] != N->row[c->entry[j]]) {
        bool behind = N->row[c->entry[i]] < N->row[c->entry[j]];
        i += behind;
        j += !behind;
    }
    return c->entry[i] == a;
}

/* The scalar products of columns that have not been tested yet. */
struct products {
    int count;
    expr value[TOGETHER];
};

static enum problem_status test_products(graph *g, struct products *p, bool *zero) {
    int count = p->count;
    p->count = 0;
    return count == 0 ? PROBLEM_OK : expr_vanish(g, count, p->value, zero);
}

/* Notes the products of an entry's column with those further on in its row, once each. */
static enum problem_status multiply_row(graph *g, const struct expr_matrix *N,
                                        const struct expr_columns *c, int entry,
                                        struct products *p, bool *zero) {
    enum problem_status status = PROBLEM_OK;
    for (int next = entry + 1; next < N->count && N->row[next] == N->row[entry] &&
                               *zero && status == PROBLEM_OK;
         next++) {
        if (!is_first_meeting(N, c, entry, next))
            continue;
        p->value[p->count++] = scalar_product(g, N, c, N->column[entry], N->column[next]);
        if (p->count == TOGETHER)
            status = test_products(g, p, zero);
    }
    return status;
}

/* Every column has an entry, and no two have a product. */
static enum problem_status check_columns(graph *g, const struct expr_matrix *N,
                                         const struct expr_columns *c, bool *orthogonal) {
    struct products p = {0};
    enum problem_status status = PROBLEM_OK;
    *orthogonal = true;
    for (int j = 0; j < N->columns && *orthogonal; j++)
        *orthogonal = c->start[j] < c->start[j + 1];
    for (int k = 0; k < N->count && *orthogonal && status == PROBLEM_OK; k++)
        status = multiply_row(g, N, c, k, &p, orthogonal);
    if (*orthogonal && status == PROBLEM_OK)
        status = test_products(g, &p, orthogonal);
    return status;
}

/* v_j with q_i' as the variable after the state's. */
static expr velocity(const struct model *m, const struct expr_columns *c, int j) {
    const struct expr_matrix *N = &m->map;
    graph *g = m->graph;
    const int first = 1 + m->nq + m->nv + m->nz;
    expr sum = expr_integer(g, 0);
    for (int a = c->start[j]; a < c->start[j + 1]; a++) {
        expr rate = expr_variable(g, first + N->row[c->entry[a]]);
        sum = expr_add(g, sum, expr_mul(g, N->entry[c->entry[a]], rate));
    }
    return expr_div(g, sum, scalar_product(g, N, c, j, j));
}

static struct program *make_program(const struct model *m, const struct expr_columns *c) {
    const int first = 1 + m->nq + m->nv + m->nz;
    int *variable = malloc((2 * (size_t)m->nq + 1) * sizeof *variable);
    expr *output = malloc(((size_t)m->nv + 1) * sizeof *output);
    struct program *p = NULL;
    for (int i = 0; i < m->nq && variable; i++) {
        variable[i] = 1 + i;
        variable[m->nq + i] = first + i;
    }
    for (int j = 0; j < m->nv && output; j++)
        output[j] = velocity(m, c, j);
    if (variable && output)
        p = program_alloc(m->graph, 2 * m->nq, variable, m->nv, output);
    if (p)
        p->leading = m->nq;
    free(variable);
    free(output);
    return p;
}

enum problem_status model_unmap_program(struct model *m, struct program **p) {
    struct expr_columns c = {NULL, NULL};
    bool orthogonal = false;
    enum problem_status status = PROBLEM_NO_MEMORY;
    *p = NULL;
    if (expr_columns_sort(&c, &m->map))
        status = check_columns(m->graph, &m->map, &c, &orthogonal);
    if (status == PROBLEM_OK && orthogonal) {
        *p = make_program(m, &c);
        status = *p ? PROBLEM_OK : PROBLEM_NO_MEMORY;
    }
    expr_columns_clear(&c);
    return status;
}
