/* From nodes to their users, breadth first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/cone.h"

#include <stdlib.h>

#include "problems/base/compare.h"
#include "problems/graph/graph.h"

/* A cone of more than this part of all nodes is put in order by looking through all. */
enum { MANY = 16 };

static void find_arguments(struct cone *c, const graph *g, const struct walk *w,
                           enum walk_depth depth) {
    for (int i = 0; i < c->nodes; i++)
        for (int k = 0; k < EXPR_ARGUMENTS; k++) {
            const expr a = walk_next(g, w->node[i], k, depth);
            c->argument[i * EXPR_ARGUMENTS + k] = a == EXPR_NONE ? -1 : walk_place(w, a);
        }
}

/* After counting, first_user[i] is where the users of node i end; filling leads it back to where
 * they begin. */
static void find_users(struct cone *c) {
    const int places = c->nodes * EXPR_ARGUMENTS;
    for (int k = 0; k < places; k++)
        if (c->argument[k] >= 0)
            c->first_user[c->argument[k]]++;
    for (int i = 1; i <= c->nodes; i++)
        c->first_user[i] += c->first_user[i - 1];
    for (int k = places - 1; k >= 0; k--)
        if (c->argument[k] >= 0)
            c->user[--c->first_user[c->argument[k]]] = k / EXPR_ARGUMENTS;
}

enum problem_status cone_make(struct cone *c, const graph *g, const struct walk *w,
                              enum walk_depth depth) {
    const size_t nodes = (size_t)w->count, places = nodes * EXPR_ARGUMENTS;
    *c = (struct cone){.nodes = w->count};
    c->argument = malloc((places + 1) * sizeof *c->argument);
    c->user = malloc((places + 1) * sizeof *c->user);
    c->first_user = calloc(nodes + 1, sizeof *c->first_user);
    c->member = malloc((nodes + 1) * sizeof *c->member);
    c->is_member = calloc(nodes + 1, sizeof *c->is_member);
    if (!c->argument || !c->user || !c->first_user || !c->member || !c->is_member)
        return PROBLEM_NO_MEMORY;
    find_arguments(c, g, w, depth);
    find_users(c);
    return PROBLEM_OK;
}

void cone_clear(struct cone *c) {
    free(c->argument);
    free(c->user);
    free(c->first_user);
    free(c->member);
    free(c->is_member);
    *c = (struct cone){0};
}

static void take(struct cone *c, int node) {
    if (!c->is_member[node])
        c->member[c->members++] = node;
    c->is_member[node] = true;
}

static void put_in_order(struct cone *c) {
    if (c->members > c->nodes / MANY) {
        c->members = 0;
        for (int i = 0; i < c->nodes; i++)
            if (c->is_member[i])
                c->member[c->members++] = i;
    } else {
        qsort(c->member, (size_t)c->members, sizeof *c->member, compare_ints);
    }
}

void cone_collect(struct cone *c, int roots, const int *root) {
    c->members = 0;
    for (int i = 0; i < roots; i++)
        take(c, root[i]);
    for (int i = 0; i < c->members; i++) {
        const int node = c->member[i];
        for (int k = c->first_user[node]; k < c->first_user[node + 1]; k++)
            take(c, c->user[k]);
    }
    put_in_order(c);
    for (int i = 0; i < c->members; i++)
        c->is_member[c->member[i]] = false;
}
