/* Which variables some expressions use. A derivative does not tell: that of step(q) by q is
 * zero, but a difference across q = 0 is not.
 *
 * One pass over what depends on 64 columns, a bit of a word for each.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <stdlib.h>

#include "problems/base/arena.h"
#include "problems/graph/cone.h"
#include "problems/graph/expr.h"
#include "problems/graph/graph.h"
#include "problems/model.h"

enum { WORD = 64 };

/* What a row uses of 64 columns. */
struct part {
    int row, word;
    uint64_t columns;
};

struct search {
    const struct model *m;
    int rows, first, columns;
    struct walk walk;
    struct cone cone;
    int *variable; /* (size columns) its node; -1: nothing uses it */
    int *row_of,
        *next_row; /* the first row that a node is, the next one that is the same node; -1 */
    uint64_t *use; /* of each node; 0 between words */
    int parts, capacity;
    struct part *part; /* word by word */
};

static void find_nodes(struct search *s, const expr *row) {
    const struct walk *w = &s->walk;
    for (int j = 0; j < s->columns; j++)
        s->variable[j] = -1;
    for (int i = 0; i < w->count; i++) {
        const int column = expr_operation(s->m->graph, w->node[i]) == EXPR_VARIABLE
                               ? expr_index(s->m->graph, w->node[i]) - s->first
                               : -1;
        if (column >= 0 && column < s->columns)
            s->variable[column] = i;
        s->row_of[i] = -1;
    }
    for (int i = s->rows - 1; i >= 0; i--) {
        const int node = walk_place(w, row[i]);
        s->next_row[i] = s->row_of[node];
        s->row_of[node] = i;
    }
}

static bool begin(struct search *s, const expr *row) {
    if (walk_collect(&s->walk, s->m->graph, s->rows, row, WALK_CONSTANTS_ARE_LEAVES) !=
            PROBLEM_OK ||
        cone_make(&s->cone, s->m->graph, &s->walk, WALK_CONSTANTS_ARE_LEAVES) !=
            PROBLEM_OK)
        return false;
    const size_t nodes = (size_t)s->walk.count;
    s->variable = malloc(((size_t)s->columns + 1) * sizeof *s->variable);
    s->row_of = malloc((nodes + 1) * sizeof *s->row_of);
    s->next_row = malloc(((size_t)s->rows + 1) * sizeof *s->next_row);
    s->use = calloc(nodes + 1, sizeof *s->use);
    if (!s->variable || !s->row_of || !s->next_row || !s->use)
        return false;
    find_nodes(s, row);
    return true;
}

static void clear(struct search *s) {
    walk_clear(&s->walk);
    cone_clear(&s->cone);
    free(s->variable);
    free(s->row_of);
    free(s->next_row);
    free(s->use);
    free(s->part);
}

/* The cone over the columns of a word, and what its nodes use of them. */
static void find_uses(struct search *s, int word) {
    int roots = 0, root[WORD];
    for (int j = word * WORD; j < s->columns && j < (word + 1) * WORD; j++)
        if (s->variable[j] >= 0) {
            s->use[s->variable[j]] = (uint64_t)1 << j % WORD;
            root[roots++] = s->variable[j];
        }
    cone_collect(&s->cone, roots, root);
    for (int i = 0; i < s->cone.members; i++) {
        const int node = s->cone.member[i],
                  *argument = s->cone.argument + node * EXPR_ARGUMENTS;
        for (int k = 0; k < EXPR_ARGUMENTS; k++)
            if (argument[k] >= 0)
                s->use[node] |= s->use[argument[k]];
    }
}

static bool add_part(struct search *s, int row, int word, uint64_t columns) {
    struct part *grown = array_grow(s->part, &s->capacity, s->parts + 1, sizeof *grown);
    if (!grown)
        return false;
    s->part = grown;
    s->part[s->parts++] = (struct part){row, word, columns};
    return true;
}

static bool take_word(struct search *s, int word) {
    bool done = true;
    find_uses(s, word);
    for (int i = 0; i < s->cone.members; i++) {
        const int node = s->cone.member[i];
        for (int row = s->row_of[node]; row >= 0 && done; row = s->next_row[row])
            done = add_part(s, row, word, s->use[node]);
    }
    for (int i = 0; i < s->cone.members; i++)
        s->use[s->cone.member[i]] = 0;
    return done;
}

static int compare(const void *a, const void *b) {
    const struct part *x = a, *y = b;
    return x->row != y->row ? (x->row > y->row) - (x->row < y->row)
                            : (x->word > y->word) - (x->word < y->word);
}

static bool append_rows(struct search *s, struct expr_matrix *a) {
    int capacity = 0;
    if (s->parts > 0)
        qsort(s->part, (size_t)s->parts, sizeof *s->part, compare);
    for (int i = 0; i < s->parts; i++)
        for (int j = 0; j < WORD; j++)
            if (s->part[i].columns >> j & 1 &&
                !expr_matrix_append(a, &capacity, s->part[i].row,
                                    s->part[i].word * WORD + j, s->m->graph->one))
                return false;
    return true;
}

enum problem_status model_dependence(struct model *m, int rows, const expr *row,
                                     int first, int columns,
                                     struct expr_matrix *dependence) {
    struct search s = {.m = m, .rows = rows, .first = first, .columns = columns};
    struct expr_matrix a = {.rows = rows, .columns = columns};
    bool done = true;
    for (int i = 0; i < rows; i++)
        done = done && row[i] != EXPR_NONE;
    done = done && begin(&s, row);
    for (int word = 0; word * WORD < columns && done; word++)
        done = take_word(&s, word);
    done = done && append_rows(&s, &a);
    clear(&s);
    if (!done) {
        expr_matrix_clear(&a);
        return PROBLEM_NO_MEMORY;
    }
    *dependence = a;
    return PROBLEM_OK;
}
