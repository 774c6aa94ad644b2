/* The bodies' equations as balances of neighbours (Featherstone 2008, section 5.3): with A and F
 * a body's acceleration and the force through its joint, ' of the parent, " of the children,
 *
 *     A = A' moved + drift + sum S v',   F = I A + gyroscopic force + sum F" moved,
 *     S . F = tau
 *
 * where turn and omega, on which S, I, the drift and the gyroscopic force depend, are unknowns,
 * too. Each balance has few of them, so that derivatives along the tree are sparse.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/elaboration/bodies/bodies.h"
#include "problems/graph/expr.h"

enum { MOST_OF_BODY = 9 + 3 + 6 + 6 };

struct balanced {
    struct motion3 acceleration, force;
};

static bool may_be_unknown(const graph *g, expr e) {
    return !expr_is_constant(g, e) && expr_operation(g, e) != EXPR_VARIABLE;
}

/* Every velocity is a body's, and its rate a formula of its own. */
static bool is_possible(const struct elaboration *e, const expr *acceleration) {
    const struct model *m = e->model;
    int velocities = 0;
    for (int i = 0; i < e->bodies; i++)
        velocities += e->body[i].velocities;
    bool possible = m->nz == 0 && velocities == m->nv;
    for (int i = 0; i < m->nv && possible; i++)
        possible = may_be_unknown(m->graph, acceleration[i]);
    return possible;
}

static void find_acceleration(struct elaboration *e, struct balanced *all, int i,
                              const expr *acceleration) {
    graph *g = e->model->graph;
    const struct declared_body *b = &e->body[i];
    const struct motion3 parent =
        b->parent < 0 ? bodies_ground(e) : all[b->parent].acceleration;
    struct motion3 sum = motion3_add(g, motion_move(g, parent, b->r), b->drift);
    for (int k = 0; k < b->velocities; k++) {
        const expr rate = acceleration[b->velocity[k] - e->model->nq];
        const struct motion3 change = {vector3_scale(g, rate, b->subspace[k].angular),
                                       vector3_scale(g, rate, b->subspace[k].linear)};
        sum = motion3_add(g, sum, change);
    }
    all[i].acceleration = sum;
    const struct inertia3 own = body_spatial_inertia(g, b);
    all[i].force =
        motion3_add(g, inertia3_apply(g, &own, sum), body_gyroscopic_force(g, b, &own));
}

/* All that hangs on the body has been added to its force. */
static void find_balance(struct elaboration *e, struct balanced *all, int i,
                         const expr *force) {
    graph *g = e->model->graph;
    const struct declared_body *b = &e->body[i];
    for (int k = 0; k < b->velocities; k++) {
        const int v = b->velocity[k] - e->model->nq;
        e->model->balance[v] =
            expr_sub(g, motion3_dot(g, b->subspace[k], all[i].force), force[v]);
    }
    if (b->parent < 0)
        return;
    struct balanced *parent = &all[b->parent];
    parent->force = motion3_add(g, parent->force, force_move(g, all[i].force, b->r));
}

static int gather_vector(const graph *g, struct vector3 v, expr *unknown, int count) {
    for (int i = 0; i < 3; i++)
        if (may_be_unknown(g, v.e[i]))
            unknown[count++] = v.e[i];
    return count;
}

/* The formulas among a body's quantities. */
static int gather(const graph *g, const struct declared_body *b,
                  const struct balanced *balanced, expr *unknown) {
    int count = 0;
    for (int i = 0; i < 3; i++)
        count = gather_vector(g, matrix3_column(b->turn, i), unknown, count);
    count = gather_vector(g, b->omega, unknown, count);
    count = gather_vector(g, balanced->acceleration.angular, unknown, count);
    count = gather_vector(g, balanced->acceleration.linear, unknown, count);
    count = gather_vector(g, balanced->force.angular, unknown, count);
    return gather_vector(g, balanced->force.linear, unknown, count);
}

static int compare(const void *a, const void *b) {
    const expr x = *(const expr *)a, y = *(const expr *)b;
    return (x > y) - (x < y);
}

/* The others once each, in the order of the graph, and then the rates, which are none of
 * them; 0 if two rates are one. */
static int settle(int count, expr *unknown, int rates, const expr *rate) {
    expr *sorted = unknown + count; /* the rates, sorted */
    int kept = 0;
    for (int i = 0; i < rates; i++)
        sorted[i] = rate[i];
    qsort(sorted, (size_t)rates, sizeof *sorted, compare);
    for (int i = 1; i < rates; i++)
        if (sorted[i] == sorted[i - 1])
            return 0;
    qsort(unknown, (size_t)count, sizeof *unknown, compare);
    for (int i = 0; i < count; i++) {
        const bool again = kept > 0 && unknown[i] == unknown[kept - 1];
        if (!again &&
            !bsearch(&unknown[i], sorted, (size_t)rates, sizeof *sorted, compare))
            unknown[kept++] = unknown[i];
    }
    for (int i = 0; i < rates; i++)
        unknown[kept + i] = rate[i];
    return kept + rates;
}

bool bodies_balances(struct elaboration *e, const expr *force, const expr *acceleration) {
    struct model *m = e->model;
    if (graph_failed(m->graph) || !is_possible(e, acceleration))
        return true;
    const size_t most = (size_t)e->bodies * MOST_OF_BODY + (size_t)m->nv + 1;
    struct balanced *all = malloc((size_t)(e->bodies + 1) * sizeof *all);
    m->balance = malloc((size_t)(m->nv + 1) * sizeof *m->balance);
    m->unknown = malloc(most * sizeof *m->unknown);
    const bool done = (all && m->balance && m->unknown) || elaborate_fail_memory(e);
    int count = 0;
    for (int i = 0; i < e->bodies && done; i++)
        find_acceleration(e, all, i, acceleration);
    for (int i = e->bodies - 1; i >= 0 && done; i--)
        find_balance(e, all, i, force);
    const bool known = done && !graph_failed(m->graph);
    for (int i = 0; i < e->bodies && known; i++)
        count += gather(m->graph, &e->body[i], &all[i], m->unknown + count);
    if (known)
        m->unknowns = settle(count, m->unknown, m->nv, acceleration);
    free(all);
    return done;
}
