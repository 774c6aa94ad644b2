/* Derivatives along lines, as power series in balls: with X = (t, x) and direction a,
 *
 *     F(X + tau a) = F + tau F'a + tau^2 F''(a, a)/2 + ...
 *
 * and by polarisation  F''(a, b) = (F''(a+b, a+b) - F''(a, a) - F''(b, b))/2. The directions
 * are a_c, the rates F of group c and zeros elsewhere (a_t = e_t); their sums; and F'a_c cut
 * down to one group, for F'F'F.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/genericity/differentials.h"

#include <stdbool.h>
#include <stdlib.h>

#include "harness/genericity/structure.h"
#include "problems/base/room.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_arb_jet.h"

enum { ORDER = 2 };

struct differentials {
    struct room room; /* of all balls */
    struct model *model;
    const struct coloured_tree *list;
    int nx;
    slong bits;
    struct program *field;
    struct eval_arb_jet *jet;
    arb_ptr tx, direction;  /* (size 1 + nx) */
    arb_ptr rate;           /* F (size nx) */
    arb_ptr first[GROUPS];  /* F'a_c */
    arb_ptr second[GROUPS]; /* F''(a_c, a_c) */
    arb_ptr mixed;          /* F''(a, a) of a sum (size nx) */
    arb_ptr value;          /* (size COLOURED_TREES*nx) */
};

static void alloc_vectors(struct differentials *d) {
    d->tx = room_balls(&d->room, 1 + d->nx);
    d->direction = room_balls(&d->room, 1 + d->nx);
    d->rate = room_balls(&d->room, d->nx);
    d->mixed = room_balls(&d->room, d->nx);
    for (int c = 0; c < GROUPS; c++) {
        d->first[c] = room_balls(&d->room, d->nx);
        d->second[c] = room_balls(&d->room, d->nx);
    }
    d->value = room_balls(&d->room, (slong)COLOURED_TREES * d->nx);
}

enum problem_status differentials_alloc(struct differentials **d, struct model *m,
                                        const struct coloured_tree list[COLOURED_TREES],
                                        slong bits) {
    *d = NULL;
    struct differentials *made = calloc(1, sizeof *made);
    if (made == NULL)
        return PROBLEM_NO_MEMORY;
    *made = (struct differentials){
        .model = m, .list = list, .nx = m->nq + m->nv + m->nz, .bits = bits};
    alloc_vectors(made);
    made->field = model_field_program(m);
    enum problem_status status = PROBLEM_NO_MEMORY;
    if (made->field != NULL)
        status = eval_arb_jet_alloc(&made->jet, m->graph, made->field, bits, ORDER,
                                    EVAL_EXACT_CONSTANTS);
    if (status == PROBLEM_OK)
        *d = made;
    else
        differentials_free(made);
    return status;
}

void differentials_free(struct differentials *d) {
    if (d == NULL)
        return;
    eval_arb_jet_free(d->jet);
    program_free(d->field);
    room_clear(&d->room);
    free(d);
}

/* direction += u cut down to a group; of the group t, e_t. */
static void add_to_direction(struct differentials *d, enum group group, arb_srcptr u) {
    if (group == GROUP_T)
        arb_add_ui(d->direction, d->direction, 1, d->bits);
    for (int i = 0; i < d->nx; i++)
        if (structure_group(d->model, i) == group)
            arb_add(d->direction + 1 + i, d->direction + 1 + i, u + i, d->bits);
}

/* F along the line from tx in the direction, which is zero afterwards. */
static void follow_line(struct differentials *d) {
    for (int i = 0; i <= d->nx; i++) {
        arb_ptr input = eval_arb_jet_input(d->jet, i);
        arb_set(input, d->tx + i);
        arb_set(input + 1, d->direction + i);
        arb_zero(input + 2);
    }
    for (int k = 0; k <= ORDER; k++)
        eval_arb_jet_order(d->jet, k);
    _arb_vec_zero(d->direction, 1 + d->nx);
}

/* u[nx] := the coefficients of order k along the line, times `factor`. */
static void take_coefficients(const struct differentials *d, int k, ulong factor,
                              arb_ptr u) {
    for (int i = 0; i < d->nx; i++)
        arb_mul_ui(u + i, eval_arb_jet_output(d->jet, i) + k, factor, d->bits);
}

static arb_ptr value_of(const struct differentials *d, int tree) {
    return d->value + (slong)tree * d->nx;
}

/* The tree's differential := u, cut down to the root's group. */
static void keep(struct differentials *d, int tree, arb_srcptr u) {
    for (int i = 0; i < d->nx; i++)
        if (structure_group(d->model, i) == d->list[tree].root)
            arb_set(value_of(d, tree) + i, u + i);
}

static void find_lines(struct differentials *d) {
    follow_line(d);
    take_coefficients(d, 0, 1, d->rate);
    for (int c = 0; c < GROUPS; c++) {
        add_to_direction(d, (enum group)c, d->rate);
        follow_line(d);
        take_coefficients(d, 1, 1, d->first[c]);
        take_coefficients(d, 2, 2, d->second[c]);
    }
}

static void find_mixed(struct differentials *d, const struct coloured_tree *tree) {
    enum group one = tree->child[0], other = tree->child[1];
    add_to_direction(d, one, d->rate);
    add_to_direction(d, other, d->rate);
    follow_line(d);
    take_coefficients(d, 2, 2, d->mixed);
    _arb_vec_sub(d->mixed, d->mixed, d->second[one], d->nx, d->bits);
    _arb_vec_sub(d->mixed, d->mixed, d->second[other], d->nx, d->bits);
    _arb_vec_scalar_mul_2exp_si(d->mixed, d->mixed, d->nx, -1);
}

static void find_tall(struct differentials *d, const struct coloured_tree *tree) {
    add_to_direction(d, tree->child[0], d->first[tree->grandchild]);
    follow_line(d);
    take_coefficients(d, 1, 1, d->mixed);
}

static bool has_group(const struct differentials *d, enum group group) {
    const struct model *m = d->model;
    return (group == GROUP_Q && m->nq > 0) || (group == GROUP_V && m->nv > 0) ||
           (group == GROUP_Z && m->nz > 0) || group == GROUP_T;
}

/* A tree with a node of a group that has no components is zero. */
static bool is_empty(const struct differentials *d, const struct coloured_tree *tree) {
    return !has_group(d, tree->root) ||
           (tree->children > 0 && !has_group(d, tree->child[0])) ||
           (tree->children > 1 && !has_group(d, tree->child[1])) ||
           (tree->grandchildren > 0 && !has_group(d, tree->grandchild));
}

static void find_tree(struct differentials *d, int t) {
    const struct coloured_tree *tree = &d->list[t];
    if (is_empty(d, tree))
        return;
    if (tree->children == 0) {
        keep(d, t, d->rate);
    } else if (tree->grandchildren > 0) {
        find_tall(d, tree);
        keep(d, t, d->mixed);
    } else if (tree->children == 1) {
        keep(d, t, d->first[tree->child[0]]);
    } else if (tree->child[0] == tree->child[1]) {
        keep(d, t, d->second[tree->child[0]]);
    } else {
        find_mixed(d, tree);
        keep(d, t, d->mixed);
    }
}

void differentials_run(struct differentials *d, arb_srcptr tx) {
    _arb_vec_set(d->tx, tx, 1 + d->nx);
    _arb_vec_zero(d->value, (slong)COLOURED_TREES * d->nx);
    find_lines(d);
    for (int t = 0; t < COLOURED_TREES; t++)
        find_tree(d, t);
}

arb_srcptr differentials_value(const struct differentials *d, int tree, int i) {
    return value_of(d, tree) + i;
}
