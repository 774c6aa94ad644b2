/* What the motion of the bodies keeps, with the body's moments along the axes of space:
 *
 *     energy            sum V.(m V)/2 + V.(omega x m c) + omega.(A omega)/2 - g.(m O + m c)
 *     momentum          sum m V + omega x m c
 *     angular momentum  sum O x (that) + A omega + m c x V       about the origin
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/elaboration/bodies/bodies.h"
#include "problems/graph/expr.h"

static expr half(graph *g, expr a) {
    return expr_div(g, a, expr_integer(g, 2));
}

/* Of one body: kinetic and potential, and that of its joint's spring. */
static expr body_energy(struct elaboration *e, const struct declared_body *b) {
    graph *g = e->model->graph;
    const struct inertia3 inertia = body_spatial_inertia(g, b);
    const struct motion3 motion = {b->omega, b->speed};
    expr energy = half(g, motion3_dot(g, motion, inertia3_apply(g, &inertia, motion)));
    struct vector3 moment = vector3_add(g, vector3_scale(g, b->mass, b->place),
                                        matrix3_apply(g, b->turn, b->first_moment));
    energy = expr_sub(g, energy, vector3_dot(g, e->gravity, moment));
    if (b->stiffness == EXPR_NONE)
        return energy;
    expr stretch = expr_variable(g, 1 + b->position[0]);
    if (b->rest != EXPR_NONE)
        stretch = expr_sub(g, stretch, b->rest);
    expr square = expr_mul(g, stretch, stretch);
    return expr_add(g, energy, half(g, expr_mul(g, b->stiffness, square)));
}

static bool add_invariant(struct elaboration *e, const char *name, expr value) {
    for (int i = 0; i < e->model->invariants; i++)
        if (strcmp(e->model->invariant[i].name, name) == 0)
            return true;
    return expr_is_zero(e->model->graph, value) ||
           elaborate_add_invariant(e, name, value);
}

/* Whether nothing holds the bodies: each tree begins with a free joint. */
static bool are_free(const struct elaboration *e) {
    for (int i = 0; i < e->bodies; i++)
        if (e->body[i].parent < 0 && e->body[i].kind != JOINT_FREE)
            return false;
    return true;
}

static struct motion3 total_momentum(struct elaboration *e) {
    graph *g = e->model->graph;
    struct motion3 sum = {vector3_zero(g), vector3_zero(g)};
    for (int i = 0; i < e->bodies; i++) {
        const struct declared_body *b = &e->body[i];
        const struct inertia3 inertia = body_spatial_inertia(g, b);
        const struct motion3 motion = {b->omega, b->speed};
        sum = motion3_add(g, sum,
                          force_move(g, inertia3_apply(g, &inertia, motion), b->place));
    }
    return sum;
}

/* Along the directions in which gravity does not pull; about an axis if it does nowhere, or
 * along that axis. */
static bool add_momentum(struct elaboration *e) {
    static const char *const LINEAR[] = {"momentum_x", "momentum_y", "momentum_z"};
    static const char *const ANGULAR[] = {"angular_momentum_x", "angular_momentum_y",
                                          "angular_momentum_z"};
    graph *g = e->model->graph;
    const struct motion3 momentum = total_momentum(e);
    bool pulls[3], done = true;
    for (int i = 0; i < 3; i++)
        pulls[i] = !expr_is_zero(g, e->gravity.e[i]);
    for (int i = 0; i < 3 && done; i++)
        if (!pulls[i])
            done = add_invariant(e, LINEAR[i], momentum.linear.e[i]);
    for (int i = 0; i < 3 && done; i++)
        if (!pulls[(i + 1) % 3] && !pulls[(i + 2) % 3])
            done = add_invariant(e, ANGULAR[i], momentum.angular.e[i]);
    return done;
}

bool bodies_energy(struct elaboration *e, bool has_forces) {
    graph *g = e->model->graph;
    expr energy = expr_integer(g, 0);
    if (has_forces || e->joints > 0)
        return true;
    for (int i = 0; i < e->bodies; i++)
        energy = expr_add(g, energy, body_energy(e, &e->body[i]));
    return add_invariant(e, "energy", energy) && (!are_free(e) || add_momentum(e));
}
