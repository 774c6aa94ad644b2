/* The bodies together: the forces on their joints, and their accelerations. A model without
 * joints that close loops and without contacts needs no mass matrix.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/bodies/bodies.h"

#include <stdlib.h>

#include "problems/elaboration/rough.h"
#include "problems/graph/expr.h"

bool elaborate_gravity(struct elaboration *e, struct statement *s) {
    if (e->gravity_offset >= 0)
        return elaborate_fail(e, s->offset, "gravity is already given, on line %d",
                              elaborate_line(e, e->gravity_offset));
    e->gravity_offset = s->offset;
    return body_vector(e, s, "gravity", &e->gravity);
}

static struct declared_state *velocity_state(const struct elaboration *e,
                                             const struct declared_body *b, int k) {
    return &e->state[e->declared[b->velocity[k]]];
}

/* What acts on a velocity: the force that is given, and the joint's spring and damper. */
static bool joint_force(struct elaboration *e, const struct declared_body *b, int k,
                        expr *force, bool *has_forces) {
    graph *g = e->model->graph;
    const struct declared_state *state = velocity_state(e, b, k);
    if (state->rate != EXPR_NONE)
        return elaborate_fail(e, state->rate_offset,
                              "'%s' is a velocity of body '%s': it takes a force and no "
                              "rate",
                              state->name, b->name);
    *has_forces = *has_forces || state->force != EXPR_NONE || b->damping != EXPR_NONE;
    *force = state->force != EXPR_NONE ? state->force : expr_integer(g, 0);
    if (b->stiffness != EXPR_NONE) {
        expr stretch = expr_variable(g, 1 + b->position[k]);
        if (b->rest != EXPR_NONE)
            stretch = expr_sub(g, stretch, b->rest);
        *force = expr_sub(g, *force, expr_mul(g, b->stiffness, stretch));
    }
    if (b->damping != EXPR_NONE)
        *force = expr_sub(g, *force,
                          expr_mul(g, b->damping, expr_variable(g, 1 + b->velocity[k])));
    return true;
}

/* Velocities of no body have rates. */
static bool check_others(struct elaboration *e) {
    if (e->masses > 0)
        return elaborate_fail(
            e, e->mass[0].offset,
            "the masses of a model with bodies are those of the bodies");
    for (int i = 0; i < e->states; i++) {
        const struct declared_state *state = &e->state[i];
        if (state->force != EXPR_NONE && !state->body)
            return elaborate_fail(e, state->force_offset,
                                  "'%s' is the velocity of no body: it takes a rate and "
                                  "no force",
                                  state->name);
    }
    return true;
}

static bool solve(struct elaboration *e, expr *force) {
    const int nq = e->model->nq;
    const bool needs_matrix = e->joints > 0 || e->model->contacts > 0;
    expr *acceleration = malloc((size_t)(e->model->nv + 1) * sizeof *acceleration);
    bool done = acceleration || elaborate_fail_memory(e);
    if (done)
        done = needs_matrix ? bodies_composite(e, force)
                            : bodies_articulated(e, force, acceleration, e->body_pivot) &&
                                  bodies_balances(e, force, acceleration);
    for (int i = 0; i < e->bodies && done; i++)
        for (int k = 0; k < e->body[i].velocities; k++) {
            struct declared_state *state = velocity_state(e, &e->body[i], k);
            const int v = e->body[i].velocity[k] - nq;
            state->force_offset = e->body[i].offset;
            state->force = needs_matrix ? force[v] : EXPR_NONE;
            state->rate = needs_matrix ? EXPR_NONE : acceleration[v];
        }
    free(acceleration);
    return done;
}

bool elaborate_bodies(struct elaboration *e) {
    const int nq = e->model->nq;
    const size_t size = (size_t)e->model->nv + 1;
    bool has_forces = false;
    e->model->bodies = e->bodies;
    if (e->bodies == 0)
        return e->gravity_offset < 0 ||
               elaborate_fail(e, e->gravity_offset,
                              "gravity acts on bodies: there is none");
    expr *force = malloc(size * sizeof *force);
    e->body_pivot = malloc(size * sizeof *e->body_pivot);
    bool done = (force && e->body_pivot) || elaborate_fail_memory(e);
    if (done && e->gravity_offset < 0)
        e->gravity = vector3_zero(e->model->graph);
    done = done && check_others(e);
    for (int i = 0; i < e->model->nv && done; i++)
        e->body_pivot[i] = expr_integer(e->model->graph, 1);
    for (int i = 0; i < e->bodies && done; i++)
        for (int k = 0; k < e->body[i].velocities && done; k++)
            done = joint_force(e, &e->body[i], k, &force[e->body[i].velocity[k] - nq],
                               &has_forces);
    done = done && solve(e, force) && bodies_energy(e, has_forces);
    free(force);
    return done;
}

/* What is divided by is positive at the start, as inertias are. */
bool elaborate_bodies_start(struct elaboration *e) {
    const int nv = e->model->nv;
    if (e->bodies == 0)
        return true;
    double t = 0, *x = malloc((size_t)e->states * sizeof *x);
    struct rough *value = malloc((size_t)(nv + 1) * sizeof *value);
    bool fine = (x && value) || elaborate_fail_memory(e);
    fine = fine && rough_start(e, &t, x) &&
           rough_values(e, nv, e->body_pivot, t, x, e->body[0].offset, value);
    for (int i = 0; i < e->bodies && fine; i++)
        for (int k = 0; k < e->body[i].velocities && fine; k++) {
            const struct declared_state *state = velocity_state(e, &e->body[i], k);
            const struct rough *pivot = &value[e->body[i].velocity[k] - e->model->nq];
            fine = (pivot->finite && pivot->sign > 0) || elaborate_fail_unmoved(e, state);
        }
    free(x);
    free(value);
    return fine;
}

void elaborate_bodies_clear(struct elaboration *e) {
    free(e->body);
    free(e->body_pivot);
    keys_clear(&e->body_names);
}
