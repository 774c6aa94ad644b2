/* A = L D L^T in expressions, A symmetric and positive definite, so that no pivoting is
 * needed:
 *
 *     d_p = A_pp,   l_jp = A_jp/d_p,   A_jk := A_jk - l_jp A_kp,   x_j := x_j - l_jp x_p
 *
 * over the neighbours j, k of p, those with A_jp != 0 that are not eliminated yet. The next
 * to be eliminated has the fewest neighbours (minimum degree: Tinney, Walker, Proc. IEEE 55
 * (1967) 1801), so that chains and trees of bodies get no new entries.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/factors.h"

#include <stdlib.h>

#include "problems/graph/expr.h"

bool factors_start(struct factors *f, struct elaboration *e, int n, int offset) {
    size_t size = (size_t)n + 1;
    *f = (struct factors){.e = e, .n = n, .offset = offset};
    f->near = calloc(size, sizeof *f->near);
    f->done = calloc(size, sizeof *f->done);
    f->order = calloc(size, sizeof *f->order);
    f->component = calloc(size, sizeof *f->component);
    f->start = calloc(size + 1, sizeof *f->start);
    f->member = calloc(size, sizeof *f->member);
    bool started =
        f->near && f->done && f->order && f->component && f->start && f->member;
    return started || elaborate_fail_memory(e);
}

void factors_clear(struct factors *f) {
    for (int i = 0; i < f->n && f->near; i++)
        free(f->near[i].row);
    keys_clear(&f->place);
    free(f->entry);
    free(f->near);
    free(f->done);
    free(f->queue.heap);
    free(f->order);
    free(f->component);
    free(f->start);
    free(f->member);
    *f = (struct factors){0};
}

static struct key entry_key(int i, int j) {
    return (struct key){.indices = 2, .index = {i < j ? i : j, i < j ? j : i}};
}

expr *factors_entry(const struct factors *f, int i, int j) {
    struct key k = entry_key(i, j);
    const int *place = keys_find(&f->place, &k);
    return place ? &f->entry[*place] : NULL;
}

static bool add_neighbour(struct factors *f, int i, int j) {
    struct neighbours *near = &f->near[i];
    int *grown = array_grow(near->row, &near->capacity, near->count + 1, sizeof *grown);
    if (!grown)
        return false;
    near->row = grown;
    near->row[near->count++] = j;
    near->degree++;
    return true;
}

static bool append_entry(struct factors *f, int i, int j, expr value) {
    struct key k = entry_key(i, j);
    expr *grown = array_grow(f->entry, &f->entry_capacity, f->entries + 1, sizeof *grown);
    if (!grown)
        return elaborate_fail_memory(f->e);
    f->entry = grown;
    f->entry[f->entries] = value;
    bool added = keys_add(&f->place, &k, f->entries++) &&
                 (i == j || (add_neighbour(f, i, j) && add_neighbour(f, j, i)));
    return added || elaborate_fail_memory(f->e);
}

bool factors_add(struct factors *f, int i, int j, expr value) {
    expr *entry = factors_entry(f, i, j);
    if (entry)
        *entry = expr_add(f->e->model->graph, *entry, value);
    return entry || append_entry(f, i, j, value);
}

/* A_jk := A_jk - product. */
static bool subtract(struct factors *f, int j, int k, expr product) {
    graph *g = f->e->model->graph;
    expr *entry = factors_entry(f, j, k);
    if (entry)
        *entry = expr_sub(g, *entry, product);
    return entry || append_entry(f, j, k, expr_neg(g, product));
}

/* Keeps the neighbours that are not eliminated. */
static void drop_done(struct factors *f, struct neighbours *near) {
    int kept = 0;
    for (int i = 0; i < near->count; i++)
        if (!f->done[near->row[i]])
            near->row[kept++] = near->row[i];
    near->count = kept;
}

/* Takes row p out of the rows of its neighbours. */
static enum factors_status subtract_row(struct factors *f, int p, expr pivot,
                                        long *updates) {
    graph *g = f->e->model->graph;
    const struct neighbours *near = &f->near[p];
    for (int a = 0; a < near->count; a++)
        for (int b = 0; b <= a; b++) {
            int j = near->row[a], k = near->row[b];
            if (--*updates < 0)
                return FACTORS_TOO_MANY;
            expr l = expr_div(g, *factors_entry(f, j, p), pivot);
            expr product = expr_mul(g, l, *factors_entry(f, k, p));
            if (!subtract(f, j, k, product) || !elaborate_spend(f->e, 1, f->offset))
                return FACTORS_FAILED;
        }
    return FACTORS_DONE;
}

static enum factors_status eliminate(struct factors *f, int p, long *updates, expr *x) {
    graph *g = f->e->model->graph;
    struct neighbours *near = &f->near[p];
    const expr *diagonal = factors_entry(f, p, p);
    if (!diagonal || expr_is_zero(g, *diagonal))
        return diagonal ? FACTORS_ZERO_PIVOT : FACTORS_NO_DIAGONAL;
    expr pivot = *diagonal;
    f->done[p] = true;
    drop_done(f, near);
    enum factors_status status = subtract_row(f, p, pivot, updates);
    if (status != FACTORS_DONE)
        return status;
    for (int a = 0; a < near->count; a++) {
        int j = near->row[a];
        expr *l = factors_entry(f, j, p);
        *l = expr_div(g, *l, pivot);
        x[j] = expr_sub(g, x[j], expr_mul(g, *l, x[p]));
        f->near[j].degree--;
        if (!degree_queue_push(&f->queue, (struct degree){f->near[j].degree, j}))
            return FACTORS_FAILED;
    }
    return graph_failed(g) ? FACTORS_FAILED : FACTORS_DONE;
}

/* The row to be eliminated next. */
static int choose_pivot(struct factors *f) {
    for (;;) {
        struct degree top = degree_queue_pop(&f->queue);
        if (!f->done[top.row] && top.degree == f->near[top.row].degree)
            return top.row;
    }
}

/* The neighbours that p has left are eliminated after it and are of its component. */
static void find_components(struct factors *f) {
    for (int i = f->n - 1; i >= 0; i--) {
        int p = f->order[i];
        const struct neighbours *near = &f->near[p];
        f->component[p] = near->count > 0 ? f->component[near->row[0]] : f->components++;
    }
    /* start[c + 1] is where component c is filled, so that in the end it is where c ends. */
    for (int p = 0; p < f->n; p++)
        f->start[f->component[p] + 2]++;
    for (int c = 1; c <= f->n; c++)
        f->start[c + 1] += f->start[c];
    for (int i = 0; i < f->n; i++)
        f->member[f->start[f->component[f->order[i]] + 1]++] = f->order[i];
}

enum factors_status factors_run(struct factors *f, long updates, expr *x, int *row) {
    enum factors_status status = FACTORS_DONE;
    for (int i = 0; i < f->n && status == FACTORS_DONE; i++)
        if (!degree_queue_push(&f->queue, (struct degree){f->near[i].degree, i}))
            status = FACTORS_FAILED;
    for (int i = 0; i < f->n && status == FACTORS_DONE; i++) {
        *row = f->order[i] = choose_pivot(f);
        status = eliminate(f, *row, &updates, x);
    }
    if (status == FACTORS_DONE)
        find_components(f);
    if (status == FACTORS_FAILED)
        elaborate_fail_memory(f->e);
    return status;
}
