/* Depth-first walk with an explicit stack; the places of the nodes are kept in a hash table.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/walk.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "problems/base/arena.h"
#include "problems/graph/expr.h"
#include "problems/graph/graph.h"

struct walk_place {
    expr node; /* EXPR_NONE: empty */
    int place; /* PLACE_OPEN until all arguments are done */
};

enum { PLACE_OPEN = -1, FIRST_TABLE_SIZE = 64 };

/* Multiplied by 2^32 over the golden ratio. */
static uint32_t scatter(uint32_t node) {
    uint32_t hash = node * UINT32_C(0x9e3779b1);
    return hash ^ (hash >> 16);
}

/* Where the table has node e, or has room for it. In a table that is as large as the graph
 * every node has its own place; neighbours are then side by side, which is far faster. */
static struct walk_place *find_entry(const struct walk *w, expr e) {
    uint32_t mask = (uint32_t)w->table_size - 1;
    uint32_t i = w->direct ? (uint32_t)e : scatter((uint32_t)e);
    for (i &= mask;; i = (i + 1) & mask)
        if (w->table[i].node == e || w->table[i].node == EXPR_NONE)
            return &w->table[i];
}

int walk_place(const struct walk *w, expr e) {
    const struct walk_place *entry = find_entry(w, e);
    assert(entry->node == e);
    return entry->place;
}

static bool grow_table(struct walk *w, const graph *g) {
    struct walk old = *w;
    if (old.table_size > INT_MAX / 4)
        return false;
    w->table_size = old.table_size > 0 ? 2 * old.table_size : FIRST_TABLE_SIZE;
    w->table = malloc((size_t)w->table_size * sizeof *w->table);
    if (!w->table) {
        *w = old;
        return false;
    }
    w->direct = w->table_size >= graph_size(g);
    for (int i = 0; i < w->table_size; i++)
        w->table[i].node = EXPR_NONE;
    for (int i = 0; i < old.table_size; i++)
        if (old.table[i].node != EXPR_NONE)
            *find_entry(w, old.table[i].node) = old.table[i];
    free(old.table);
    return true;
}

/* An open node on the stack and how many of its arguments have been followed. */
struct frame {
    expr node;
    int followed;
};

struct stack {
    int depth, capacity, entered; /* entered: nodes in the walk's table */
    struct frame *frame;
};

/* Opens node e unless it is done. */
static enum problem_status open_node(struct walk *w, const graph *g, struct stack *s,
                                     expr e) {
    if (2 * s->entered >= w->table_size && !grow_table(w, g))
        return PROBLEM_NO_MEMORY;
    struct walk_place *entry = find_entry(w, e);
    if (entry->node == e)
        return entry->place == PLACE_OPEN ? PROBLEM_BAD_SETTING : PROBLEM_OK;
    struct frame *frame = array_grow(s->frame, &s->capacity, s->depth + 1, sizeof *frame);
    if (!frame)
        return PROBLEM_NO_MEMORY;
    s->frame = frame;
    s->frame[s->depth++] = (struct frame){e, 0};
    *entry = (struct walk_place){e, PLACE_OPEN};
    s->entered++;
    return PROBLEM_OK;
}

static enum problem_status close_node(struct walk *w, struct stack *s) {
    expr *node = array_grow(w->node, &w->capacity, w->count + 1, sizeof *node);
    if (!node)
        return PROBLEM_NO_MEMORY;
    w->node = node;
    expr e = s->frame[--s->depth].node;
    find_entry(w, e)->place = w->count;
    w->node[w->count++] = e;
    return PROBLEM_OK;
}

expr walk_next(const graph *g, expr e, int i, enum walk_depth depth) {
    if (expr_operation(g, e) == EXPR_PARAMETER)
        return i == 0 && depth == WALK_ENTERS_CONSTANTS
                   ? graph_parameter(g, expr_index(g, e))
                   : EXPR_NONE;
    if (depth == WALK_CONSTANTS_ARE_LEAVES && expr_is_constant(g, e))
        return EXPR_NONE;
    return i < EXPR_ARGUMENTS ? expr_argument(g, e, i) : EXPR_NONE;
}

static bool lacks_value(const graph *g, expr e, enum walk_depth depth) {
    return depth == WALK_ENTERS_CONSTANTS && expr_operation(g, e) == EXPR_PARAMETER &&
           graph_parameter(g, expr_index(g, e)) == EXPR_NONE;
}

static enum problem_status collect_root(struct walk *w, struct stack *s, const graph *g,
                                        expr root, enum walk_depth depth) {
    enum problem_status status = open_node(w, g, s, root);
    while (status == PROBLEM_OK && s->depth > 0) {
        struct frame *top = &s->frame[s->depth - 1];
        if (lacks_value(g, top->node, depth))
            return PROBLEM_BAD_SETTING;
        expr next = walk_next(g, top->node, top->followed++, depth);
        status = next == EXPR_NONE ? close_node(w, s) : open_node(w, g, s, next);
    }
    return status;
}

enum problem_status walk_collect(struct walk *w, const graph *g, int roots,
                                 const expr *root, enum walk_depth depth) {
    *w = (struct walk){0};
    struct stack s = {0};
    enum problem_status status = grow_table(w, g) ? PROBLEM_OK : PROBLEM_NO_MEMORY;
    for (int i = 0; i < roots && status == PROBLEM_OK; i++)
        status = collect_root(w, &s, g, root[i], depth);
    free(s.frame);
    return status;
}

void walk_clear(struct walk *w) {
    free(w->node);
    free(w->table);
    *w = (struct walk){0};
}
