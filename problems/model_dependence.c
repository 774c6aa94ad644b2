/* Which variables some expressions use. A derivative does not tell: that of step(q) by q is
 * zero, but a difference across q = 0 is not.
 *
 * One pass over the nodes for every 64 columns, a bit of a word for each.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <stdlib.h>

#include "problems/graph/graph.h"
#include "problems/graph/walk.h"
#include "problems/model.h"

enum { WORD = 64 };

/* use[i] := which of the variables first .. first + 63 node i uses. */
static void find_uses(const graph *g, const struct walk *w, int first, uint64_t *use) {
    for (int i = 0; i < w->count; i++) {
        const expr node = w->node[i];
        use[i] = 0;
        if (expr_operation(g, node) == EXPR_VARIABLE) {
            const int bit = expr_index(g, node) - first;
            use[i] = bit >= 0 && bit < WORD ? (uint64_t)1 << bit : 0;
            continue;
        }
        for (int k = 0; k < EXPR_ARGUMENTS; k++) {
            expr a = walk_next(g, node, k, WALK_CONSTANTS_ARE_LEAVES);
            if (a != EXPR_NONE)
                use[i] |= use[walk_place(w, a)];
        }
    }
}

static bool append_rows(const struct model *m, struct expr_matrix *a, int words,
                        const uint64_t *row_use) {
    int capacity = 0;
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->columns; j++)
            if (row_use[i * words + j / WORD] >> j % WORD & 1 &&
                !expr_matrix_append(a, &capacity, i, j, m->graph->one))
                return false;
    return true;
}

enum problem_status model_dependence(struct model *m, int rows, const expr *row,
                                     int first, int columns,
                                     struct expr_matrix *dependence) {
    const int words = (columns + WORD - 1) / WORD;
    struct expr_matrix a = {.rows = rows, .columns = columns};
    struct walk w = {0};
    uint64_t *use = NULL, *row_use = NULL;
    bool done = true;
    for (int i = 0; i < rows; i++)
        done = done && row[i] != EXPR_NONE;
    done = done &&
           walk_collect(&w, m->graph, rows, row, WALK_CONSTANTS_ARE_LEAVES) == PROBLEM_OK;
    if (done) {
        use = malloc(((size_t)w.count + 1) * sizeof *use);
        row_use = malloc(((size_t)rows * (size_t)words + 1) * sizeof *row_use);
        done = use && row_use;
    }
    for (int b = 0; b < words && done; b++) {
        find_uses(m->graph, &w, first + b * WORD, use);
        for (int i = 0; i < rows; i++)
            row_use[i * words + b] = use[walk_place(&w, row[i])];
    }
    done = done && append_rows(m, &a, words, row_use);
    free(use);
    free(row_use);
    walk_clear(&w);
    if (!done) {
        expr_matrix_clear(&a);
        return PROBLEM_NO_MEMORY;
    }
    *dependence = a;
    return PROBLEM_OK;
}
