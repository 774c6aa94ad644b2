/* The mass matrix by the composite-rigid-body algorithm, and the force that v' = 0 needs by the
 * recursive Newton-Euler algorithm (Featherstone 2008, sections 6.2 and 5.3):
 *
 *     I <- I + moved inertias of the children,  F = I S_k,  M_jk = S_j . F  along the way to
 *     the ground, on which F is moved
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/elaboration/bodies/bodies.h"
#include "problems/graph/expr.h"

struct composite {
    struct inertia3 inertia;
    struct motion3 acceleration, force;
};

/* The entries of M in the column of a body's velocity k. */
static bool add_column(struct elaboration *e, const struct composite *all, int body,
                       int k) {
    graph *g = e->model->graph;
    const struct declared_body *b = &e->body[body];
    const int column = b->velocity[k] - e->model->nq;
    struct motion3 force = inertia3_apply(g, &all[body].inertia, b->subspace[k]);
    for (int i = body; i >= 0; i = e->body[i].parent) {
        const struct declared_body *at = &e->body[i];
        for (int j = 0; j < (i == body ? k + 1 : at->velocities); j++) {
            expr value = motion3_dot(g, at->subspace[j], force);
            if (!elaborate_spend(e, 1, b->offset) ||
                (!expr_is_zero(g, value) &&
                 !elaborate_set_mass(e, at->velocity[j] - e->model->nq, column, value,
                                     b->offset)))
                return false;
        }
        force = force_move(g, force, at->r);
    }
    return true;
}

static void start(struct elaboration *e, struct composite *all, int i) {
    graph *g = e->model->graph;
    const struct declared_body *b = &e->body[i];
    struct motion3 parent =
        b->parent < 0 ? bodies_ground(e) : all[b->parent].acceleration;
    struct composite *c = &all[i];
    c->acceleration = motion3_add(g, motion_move(g, parent, b->r), b->drift);
    c->inertia = body_spatial_inertia(g, b);
    c->force = motion3_add(g, inertia3_apply(g, &c->inertia, c->acceleration),
                           body_gyroscopic_force(g, b, &c->inertia));
}

/* All that hangs on a body is there. */
static bool finish(struct elaboration *e, struct composite *all, int i, expr *force) {
    graph *g = e->model->graph;
    const struct declared_body *b = &e->body[i];
    for (int k = 0; k < b->velocities; k++) {
        expr *own = &force[b->velocity[k] - e->model->nq];
        *own = expr_sub(g, *own, motion3_dot(g, b->subspace[k], all[i].force));
        if (!add_column(e, all, i, k))
            return false;
    }
    if (b->parent < 0)
        return true;
    struct composite *parent = &all[b->parent];
    struct inertia3 moved = inertia3_move(g, &all[i].inertia, b->r);
    parent->inertia = inertia3_add(g, &parent->inertia, &moved);
    parent->force = motion3_add(g, parent->force, force_move(g, all[i].force, b->r));
    return true;
}

bool bodies_composite(struct elaboration *e, expr *force) {
    struct composite *all = malloc((size_t)(e->bodies + 1) * sizeof *all);
    bool done = all || elaborate_fail_memory(e);
    for (int i = 0; i < e->bodies && done; i++)
        start(e, all, i);
    for (int i = e->bodies - 1; i >= 0 && done; i--)
        done = finish(e, all, i, force);
    free(all);
    return done;
}
