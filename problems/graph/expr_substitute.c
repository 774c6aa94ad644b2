/* Which variables an expression uses, and replacing them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/graph.h"

#include <stdlib.h>

#include "problems/base/compare.h"
#include "problems/graph/expr.h"
#include "problems/graph/walk.h"

static int count_variables(const graph *g, const struct walk *w) {
    int count = 0;
    for (int i = 0; i < w->count; i++)
        count += expr_operation(g, w->node[i]) == EXPR_VARIABLE;
    return count;
}

int expr_variables_of(graph *g, int roots, const expr *root, int **indices) {
    struct walk w = {0};
    int count = -1;
    bool complete = true;
    *indices = NULL;
    for (int i = 0; i < roots; i++)
        complete = complete && root[i] != EXPR_NONE;
    if (complete &&
        walk_collect(&w, g, roots, root, WALK_CONSTANTS_ARE_LEAVES) == PROBLEM_OK)
        count = count_variables(g, &w);
    if (count > 0) {
        int *found = malloc((size_t)count * sizeof *found), next = 0;
        for (int i = 0; i < w.count && found; i++)
            if (expr_operation(g, w.node[i]) == EXPR_VARIABLE)
                found[next++] = expr_index(g, w.node[i]);
        if (found)
            qsort(found, (size_t)count, sizeof *found, compare_ints);
        else
            count = -1;
        *indices = found;
    }
    walk_clear(&w);
    return count;
}

int expr_variables(graph *g, expr e, int **indices) {
    return expr_variables_of(g, 1, &e, indices);
}

struct replacement {
    int variable;
    expr by;
};

static int compare_replacements(const void *a, const void *b) {
    return compare_ints(&((const struct replacement *)a)->variable,
                        &((const struct replacement *)b)->variable);
}

/* Node e with its arguments replaced by the results so far. */
static expr substitute_node(graph *g, const struct walk *w, const expr *result, expr e,
                            int count, const struct replacement *replacement) {
    if (expr_is_constant(g, e))
        return e;
    if (expr_operation(g, e) == EXPR_VARIABLE) {
        struct replacement wanted = {expr_index(g, e), e};
        const struct replacement *r =
            count == 0 ? NULL
                       : bsearch(&wanted, replacement, (size_t)count, sizeof *replacement,
                                 compare_replacements);
        return r ? r->by : e;
    }
    expr argument[EXPR_ARGUMENTS];
    bool changed = false;
    for (int k = 0; k < EXPR_ARGUMENTS; k++) {
        expr a = expr_argument(g, e, k);
        argument[k] = a == EXPR_NONE ? EXPR_NONE : result[walk_place(w, a)];
        changed = changed || argument[k] != a;
    }
    return changed ? expr_rebuild(g, expr_operation(g, e), argument) : e;
}

expr expr_substitute(graph *g, expr e, int count, const int *variable,
                     const expr *replacement) {
    if (e == EXPR_NONE)
        return EXPR_NONE;
    struct walk w = {0};
    expr replaced = EXPR_NONE, *result = NULL;
    struct replacement *sorted = malloc((size_t)(count + 1) * sizeof *sorted);
    if (sorted && walk_collect(&w, g, 1, &e, WALK_CONSTANTS_ARE_LEAVES) == PROBLEM_OK)
        result = malloc((size_t)w.count * sizeof *result);
    if (result) {
        for (int i = 0; i < count; i++)
            sorted[i] = (struct replacement){variable[i], replacement[i]};
        qsort(sorted, (size_t)count, sizeof *sorted, compare_replacements);
        for (int i = 0; i < w.count; i++)
            result[i] = substitute_node(g, &w, result, w.node[i], count, sorted);
        replaced = result[w.count - 1];
    } else {
        graph_fail(g);
    }
    free(sorted);
    free(result);
    walk_clear(&w);
    return replaced;
}
