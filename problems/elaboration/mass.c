/* v' from M v' = f by M = L D L^T in expressions, M symmetric and positive definite, so that
 * no pivoting is needed:
 *
 *     d_p = M_pp,   l_jp = M_jp/d_p,   M_jk := M_jk - l_jp M_kp,   f_j := f_j - l_jp f_p
 *     v'_p = f_p/d_p - sum l_jp v'_j            (in the opposite order)
 *
 * over the neighbours j, k of p, those with M_jp != 0 that are not eliminated yet. The next
 * to be eliminated has the fewest neighbours (minimum degree: Tinney, Walker, Proc. IEEE 55
 * (1967) 1801), so that chains and trees of bodies get no new entries.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/mass.h"

#include <stdlib.h>

struct neighbours {
    int count, capacity, degree; /* degree: how many are not eliminated */
    int *velocity;
};

struct elimination {
    struct elaboration *e;
    graph *g;
    int n, entries, entry_capacity;
    struct key_table place; /* of the entry (i, j), i <= j */
    expr *entry;            /* M, then L below the diagonal */
    struct neighbours *near;
    bool *done;
    struct degree_queue queue;
};

static struct key entry_key(int i, int j) {
    return (struct key){.indices = 2, .index = {i < j ? i : j, i < j ? j : i}};
}

/* The entry (i, j); NULL: it is zero. */
static expr *find_entry(struct elimination *m, int i, int j) {
    struct key k = entry_key(i, j);
    const int *place = keys_find(&m->place, &k);
    return place ? &m->entry[*place] : NULL;
}

static bool add_neighbour(struct elimination *m, int i, int j) {
    struct neighbours *near = &m->near[i];
    int *grown =
        array_grow(near->velocity, &near->capacity, near->count + 1, sizeof *grown);
    if (!grown)
        return false;
    near->velocity = grown;
    near->velocity[near->count++] = j;
    near->degree++;
    return true;
}

static bool add_entry(struct elimination *m, int i, int j, expr value) {
    struct key k = entry_key(i, j);
    expr *grown = array_grow(m->entry, &m->entry_capacity, m->entries + 1, sizeof *grown);
    if (!grown)
        return elaborate_fail_memory(m->e);
    m->entry = grown;
    m->entry[m->entries] = value;
    bool added = keys_add(&m->place, &k, m->entries++) &&
                 (i == j || (add_neighbour(m, i, j) && add_neighbour(m, j, i)));
    return added || elaborate_fail_memory(m->e);
}

/* M_jk := M_jk - product. */
static bool subtract(struct elimination *m, int j, int k, expr product) {
    expr *entry = find_entry(m, j, k);
    if (entry)
        *entry = expr_sub(m->g, *entry, product);
    return entry || add_entry(m, j, k, expr_neg(m->g, product));
}

static bool fail_pivot(struct elimination *m, int p) {
    const struct elaboration *e = m->e;
    const struct declared_state *state = &e->state[e->declared[e->model->nq + p]];
    const char *name = state->name;
    if (!find_entry(m, p, p))
        return elaborate_fail(m->e, state->force_offset,
                              "'%s' has no mass: expected a line mass %s, %s = ...", name,
                              name, name);
    return elaborate_fail(m->e, state->force_offset,
                          "the mass matrix is singular: the pivot of '%s' is zero", name);
}

/* Keeps the neighbours that are not eliminated. */
static void drop_done(struct elimination *m, struct neighbours *near) {
    int kept = 0;
    for (int i = 0; i < near->count; i++)
        if (!m->done[near->velocity[i]])
            near->velocity[kept++] = near->velocity[i];
    near->count = kept;
}

/* Takes row p out of the rows of its neighbours. */
static bool subtract_row(struct elimination *m, const struct neighbours *near, int p,
                         expr pivot) {
    for (int a = 0; a < near->count; a++)
        for (int b = 0; b <= a; b++) {
            int j = near->velocity[a], k = near->velocity[b];
            expr l = expr_div(m->g, *find_entry(m, j, p), pivot);
            expr product = expr_mul(m->g, l, *find_entry(m, k, p));
            if (!subtract(m, j, k, product) ||
                !elaborate_spend(m->e, 1, m->e->mass[0].offset))
                return false;
        }
    return true;
}

static bool eliminate(struct elimination *m, int p, expr *f, expr *pivot) {
    struct neighbours *near = &m->near[p];
    const expr *diagonal = find_entry(m, p, p);
    if (!diagonal || expr_is_zero(m->g, *diagonal))
        return fail_pivot(m, p);
    *pivot = *diagonal;
    m->done[p] = true;
    drop_done(m, near);
    if (!subtract_row(m, near, p, *pivot))
        return false;
    for (int a = 0; a < near->count; a++) {
        int j = near->velocity[a];
        expr *l = find_entry(m, j, p);
        *l = expr_div(m->g, *l, *pivot);
        f[j] = expr_sub(m->g, f[j], expr_mul(m->g, *l, f[p]));
        m->near[j].degree--;
        if (!degree_queue_push(&m->queue, (struct degree){m->near[j].degree, j}))
            return elaborate_fail_memory(m->e);
    }
    return !graph_failed(m->g) || elaborate_fail_memory(m->e);
}

/* The velocity to be eliminated next. */
static int choose_pivot(struct elimination *m) {
    for (;;) {
        struct degree top = degree_queue_pop(&m->queue);
        if (!m->done[top.velocity] && top.degree == m->near[top.velocity].degree)
            return top.velocity;
    }
}

static bool factorise(struct elimination *m, expr *f, struct mass_factors *factors) {
    for (int i = 0; i < m->n; i++)
        if (!degree_queue_push(&m->queue, (struct degree){m->near[i].degree, i}))
            return elaborate_fail_memory(m->e);
    for (int i = 0; i < m->n; i++) {
        int p = factors->order[i] = choose_pivot(m);
        if (!eliminate(m, p, f, &factors->pivot[p]))
            return false;
    }
    return true;
}

static void substitute_back(struct elimination *m, const expr *f,
                            const struct mass_factors *factors, expr *acceleration) {
    for (int i = m->n - 1; i >= 0; i--) {
        int p = factors->order[i];
        const struct neighbours *near = &m->near[p];
        expr value = expr_div(m->g, f[p], factors->pivot[p]);
        for (int a = 0; a < near->count; a++) {
            expr l = *find_entry(m, near->velocity[a], p);
            value =
                expr_sub(m->g, value, expr_mul(m->g, l, acceleration[near->velocity[a]]));
        }
        acceleration[p] = value;
    }
}

static bool start_elimination(struct elimination *m) {
    const struct elaboration *e = m->e;
    m->near = calloc((size_t)m->n + 1, sizeof *m->near);
    m->done = calloc((size_t)m->n + 1, sizeof *m->done);
    if (!m->near || !m->done)
        return elaborate_fail_memory(m->e);
    for (int i = 0; i < e->masses; i++)
        if (!expr_is_zero(m->g, e->mass[i].value) &&
            !add_entry(m, e->mass[i].row, e->mass[i].column, e->mass[i].value))
            return false;
    return true;
}

static void clear_elimination(struct elimination *m) {
    for (int i = 0; i < m->n && m->near; i++)
        free(m->near[i].velocity);
    keys_clear(&m->place);
    free(m->entry);
    free(m->near);
    free(m->done);
    free(m->queue.heap);
}

bool mass_solve(struct elaboration *e, int n, expr *force, expr *acceleration,
                struct mass_factors *factors) {
    struct elimination m = {.e = e, .g = e->model->graph, .n = n};
    *factors = (struct mass_factors){.n = n};
    factors->order = calloc((size_t)n + 1, sizeof *factors->order);
    factors->pivot = calloc((size_t)n + 1, sizeof *factors->pivot);
    bool done = factors->order && factors->pivot && start_elimination(&m) &&
                factorise(&m, force, factors);
    if (done)
        substitute_back(&m, force, factors, acceleration);
    clear_elimination(&m);
    if (!done || graph_failed(e->model->graph))
        return elaborate_fail_memory(e);
    return true;
}

void mass_clear(struct mass_factors *factors) {
    free(factors->order);
    free(factors->pivot);
    *factors = (struct mass_factors){0};
}
