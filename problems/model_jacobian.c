/* The sparse matrix of the derivatives of some expressions: one pass over the nodes that
 * they use, in which every node has a sparse gradient. A long chain of masses takes linear
 * time, as each node depends on a few variables; in general the time is the number of pairs
 * of a node and a variable on which it depends.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/graph/graph.h"
#include "problems/graph/walk.h"
#include "problems/model.h"

struct partial {
    int variable;
    expr derivative; /* not zero */
};

/* The derivatives of a node, by increasing variables. */
struct gradient {
    int count;
    struct partial *partial; /* freed after the last use of the node */
};

struct differentiation {
    graph *g;
    struct walk walk;
    struct gradient *gradient; /* (size walk.count) */
    int *uses; /* how often a node is still to be used (size walk.count) */
};

static void count_uses(struct differentiation *d, int roots, const expr *root) {
    const struct walk *w = &d->walk;
    for (int i = 0; i < w->count; i++)
        for (int k = 0; k < EXPR_ARGUMENTS; k++) {
            expr a = walk_next(d->g, w->node[i], k, WALK_CONSTANTS_ARE_LEAVES);
            if (a != EXPR_NONE)
                d->uses[walk_place(w, a)]++;
        }
    for (int i = 0; i < roots; i++)
        d->uses[walk_place(w, root[i])]++;
}

static void release(struct differentiation *d, int place) {
    if (--d->uses[place] == 0) {
        free(d->gradient[place].partial);
        d->gradient[place] = (struct gradient){0};
    }
}

/* The least variable among the next partial derivatives of the arguments; -1: none left. */
static int next_variable(struct gradient *const *argument, const int *next) {
    int least = -1;
    for (int k = 0; k < EXPR_ARGUMENTS; k++)
        if (argument[k] && next[k] < argument[k]->count) {
            int variable = argument[k]->partial[next[k]].variable;
            least = least < 0 || variable < least ? variable : least;
        }
    return least;
}

/* Merges the gradients of a node's arguments by the chain rule. */
static bool merge(struct differentiation *d, expr node, struct gradient *const *argument,
                  struct gradient *result) {
    int next[EXPR_ARGUMENTS] = {0}, room = 0;
    for (int k = 0; k < EXPR_ARGUMENTS; k++)
        room += argument[k] ? argument[k]->count : 0;
    if (room == 0)
        return true;
    result->partial = malloc((size_t)room * sizeof *result->partial);
    if (!result->partial)
        return false;
    for (int variable; (variable = next_variable(argument, next)) >= 0;) {
        expr derivative[EXPR_ARGUMENTS];
        for (int k = 0; k < EXPR_ARGUMENTS; k++) {
            bool active = argument[k] && next[k] < argument[k]->count &&
                          argument[k]->partial[next[k]].variable == variable;
            derivative[k] =
                active ? argument[k]->partial[next[k]++].derivative : d->g->zero;
        }
        expr value = expr_node_derivative(d->g, node, derivative);
        if (value == EXPR_NONE)
            return false;
        if (value != d->g->zero)
            result->partial[result->count++] = (struct partial){variable, value};
    }
    return true;
}

static bool differentiate_variable(struct differentiation *d, int place, int first,
                                   int columns) {
    int variable = expr_index(d->g, d->walk.node[place]);
    struct gradient *gradient = &d->gradient[place];
    if (variable < first || variable >= first + columns)
        return true;
    gradient->partial = malloc(sizeof *gradient->partial);
    if (!gradient->partial)
        return false;
    gradient->partial[0] = (struct partial){variable, d->g->one};
    gradient->count = 1;
    return true;
}

static bool differentiate_node(struct differentiation *d, int place, int first,
                               int columns) {
    expr node = d->walk.node[place];
    if (expr_is_constant(d->g, node))
        return true;
    if (expr_operation(d->g, node) == EXPR_VARIABLE)
        return differentiate_variable(d, place, first, columns);
    struct gradient *argument[EXPR_ARGUMENTS] = {NULL};
    int used[EXPR_ARGUMENTS];
    for (int k = 0; k < EXPR_ARGUMENTS; k++) {
        expr a = expr_argument(d->g, node, k);
        used[k] = a == EXPR_NONE ? -1 : walk_place(&d->walk, a);
        argument[k] = a == EXPR_NONE ? NULL : &d->gradient[used[k]];
    }
    bool done = merge(d, node, argument, &d->gradient[place]);
    for (int k = 0; k < EXPR_ARGUMENTS; k++)
        if (used[k] >= 0)
            release(d, used[k]);
    return done;
}

static bool collect_rows(struct differentiation *d, int rows, const expr *row, int first,
                         struct expr_matrix *a) {
    int capacity = 0;
    for (int i = 0; i < rows; i++) {
        int place = walk_place(&d->walk, row[i]);
        const struct gradient *gradient = &d->gradient[place];
        for (int j = 0; j < gradient->count; j++)
            if (!expr_matrix_append(a, &capacity, i,
                                    gradient->partial[j].variable - first,
                                    gradient->partial[j].derivative))
                return false;
        release(d, place);
    }
    return true;
}

static bool differentiate(struct differentiation *d, int rows, const expr *row, int first,
                          int columns, struct expr_matrix *a) {
    size_t count = (size_t)d->walk.count + 1;
    d->gradient = calloc(count, sizeof *d->gradient);
    d->uses = calloc(count, sizeof *d->uses);
    if (!d->gradient || !d->uses)
        return false;
    count_uses(d, rows, row);
    for (int i = 0; i < d->walk.count; i++)
        if (!differentiate_node(d, i, first, columns))
            return false;
    return collect_rows(d, rows, row, first, a);
}

enum problem_status model_jacobian(struct model *m, int rows, const expr *row, int first,
                                   int columns, struct expr_matrix *jacobian) {
    struct expr_matrix a = {.rows = rows, .columns = columns};
    struct differentiation d = {.g = m->graph};
    bool done = walk_collect(&d.walk, m->graph, rows, row, WALK_CONSTANTS_ARE_LEAVES) ==
                    PROBLEM_OK &&
                differentiate(&d, rows, row, first, columns, &a);
    for (int i = 0; i < d.walk.count && d.gradient; i++)
        free(d.gradient[i].partial);
    free(d.gradient);
    free(d.uses);
    walk_clear(&d.walk);
    if (!done || graph_failed(m->graph)) {
        expr_matrix_clear(&a);
        return PROBLEM_NO_MEMORY;
    }
    *jacobian = a;
    return PROBLEM_OK;
}
