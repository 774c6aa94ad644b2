/* Joints: where a body is and how fast, from its parent and the joint's coordinates.
 *
 *     revolute   turn about the axis by q              q' = v
 *     prismatic  slide along the axis by q             q' = v
 *     ball       quaternion q; v = omega in the body   q' = q (0, v)/2
 *     free       place in the parent's frame, then a quaternion; or, with three coordinates, a
 *                place in the plane and an angle
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/bodies/bodies.h"
#include "problems/graph/expr.h"

/* Positions and velocities of each kind; a free body in the plane has three of both. */
static const struct {
    const char *name;
    int positions, velocities;
} KIND[] = {[JOINT_FIXED] = {"fixed", 0, 0},
            [JOINT_REVOLUTE] = {"revolute", 1, 1},
            [JOINT_PRISMATIC] = {"prismatic", 1, 1},
            [JOINT_BALL] = {"ball", 4, 3},
            [JOINT_FREE] = {"free", 7, 6}};
enum { PLANE = 3 };

/* The component of x that a coordinate names, which belongs to no other body. */
static int find_coordinate(struct elaboration *e, const struct target *target,
                           enum state_kind kind, const struct declared_body *b) {
    const char *what = kind == STATE_POSITION ? "position" : "velocity";
    struct declared_state *state = elaborate_state(e, target, what);
    if (!state)
        return -1;
    if (state->kind != kind) {
        elaborate_fail(
            e, target->offset,
            "expected the name of a %s, but '%s' is a %s; a joint is followed by "
            "its positions and then its velocities",
            what, state->name,
            state->kind == STATE_POSITION   ? "position"
            : state->kind == STATE_VELOCITY ? "velocity"
                                            : "state");
        return -1;
    }
    if (state->rate != EXPR_NONE || state->body) {
        elaborate_fail(e, target->offset, "'%s' has a rate or a body already, on line %d",
                       state->name, elaborate_line(e, state->rate_offset));
        return -1;
    }
    state->body = b->name;
    state->rate_offset = target->offset;
    return state->component;
}

static bool find_coordinates(struct elaboration *e, struct declared_body *b,
                             const struct statement *s) {
    bool in_plane = b->kind == JOINT_FREE && s->values == 2 * PLANE;
    b->positions = in_plane ? PLANE : KIND[b->kind].positions;
    b->velocities = in_plane ? PLANE : KIND[b->kind].velocities;
    if (s->values != b->positions + b->velocities)
        return elaborate_fail(
            e, s->offset,
            "a %s joint has %d position%s and %d velocit%s%s, not %d name%s",
            KIND[b->kind].name, b->positions, b->positions > 1 ? "s" : "", b->velocities,
            b->velocities > 1 ? "ies" : "y",
            b->kind == JOINT_FREE ? ", or 3 and 3 in the plane" : "", s->values,
            s->values > 1 ? "s" : "");
    const struct statement *member = s->body;
    for (int i = 0; i < s->values; i++, member = member->next) {
        bool is_position = i < b->positions;
        int *place = is_position ? &b->position[i] : &b->velocity[i - b->positions];
        *place = find_coordinate(e, &member->target,
                                 is_position ? STATE_POSITION : STATE_VELOCITY, b);
        if (*place < 0)
            return false;
    }
    return true;
}

static expr variable(struct elaboration *e, int component) {
    return expr_variable(e->model->graph, 1 + component);
}

static void set_rate(struct elaboration *e, int component, expr rate) {
    e->state[e->declared[component]].rate = rate;
}

/* q' = q (0, v)/2. */
static void set_quaternion_rates(struct elaboration *e, const int *position,
                                 const int *velocity) {
    /* The member of q that a velocity is multiplied by, counted from 1, with its sign. */
    static const int FACTOR[4][3] = {{-2, -3, -4}, {1, -4, 3}, {4, 1, -2}, {-3, 2, 1}};
    graph *g = e->model->graph;
    for (int i = 0; i < QUATERNION_SIZE; i++) {
        expr sum = expr_integer(g, 0);
        for (int j = 0; j < 3; j++) {
            int which = FACTOR[i][j];
            expr product =
                expr_mul(g, variable(e, position[(which < 0 ? -which : which) - 1]),
                         variable(e, velocity[j]));
            sum = which < 0 ? expr_sub(g, sum, product) : expr_add(g, sum, product);
        }
        set_rate(e, position[i], expr_div(g, sum, expr_integer(g, 2)));
    }
}

/* The turn of a quaternion that begins with a position, and its velocities as turns about the
 * body's axes. */
static bool turn_freely(struct elaboration *e, struct declared_body *b, int position,
                        int velocity, const struct statement *s) {
    expr q[QUATERNION_SIZE];
    for (int i = 0; i < QUATERNION_SIZE; i++)
        q[i] = variable(e, b->position[position + i]);
    b->turn = matrix3_product(e->model->graph, b->turn,
                              body_turn_quaternion(e->model->graph, q));
    set_quaternion_rates(e, b->position + position, b->velocity + velocity);
    for (int i = 0; i < 3; i++)
        b->subspace[velocity + i].angular = matrix3_column(b->turn, i);
    b->turn_from = velocity;
    return elaborate_add_quaternion(e, b->name, b->position + position, s->offset);
}

static void turn_about(struct elaboration *e, struct declared_body *b, int position,
                       int velocity, struct vector3 axis) {
    graph *g = e->model->graph;
    b->subspace[velocity].angular = matrix3_apply(g, b->turn, axis);
    b->turn = matrix3_product(
        g, b->turn, body_turn_axis(g, axis, variable(e, b->position[position])));
    set_rate(e, b->position[position], variable(e, b->velocity[velocity]));
}

static void slide_along(struct elaboration *e, struct declared_body *b, int i,
                        struct vector3 axis) {
    graph *g = e->model->graph;
    axis = matrix3_apply(g, b->frame, axis);
    b->subspace[i].linear = axis;
    b->r = vector3_add(g, b->r, vector3_scale(g, variable(e, b->position[i]), axis));
    set_rate(e, b->position[i], variable(e, b->velocity[i]));
}

static bool move(struct elaboration *e, struct declared_body *b,
                 const struct statement *s, struct vector3 axis) {
    graph *g = e->model->graph;
    bool in_plane = b->positions == PLANE;
    if (b->kind == JOINT_REVOLUTE)
        turn_about(e, b, 0, 0, axis);
    if (b->kind == JOINT_PRISMATIC)
        slide_along(e, b, 0, axis);
    if (b->kind == JOINT_BALL)
        return turn_freely(e, b, 0, 0, s);
    if (b->kind != JOINT_FREE)
        return true;
    for (int i = 0; i < (in_plane ? 2 : 3); i++)
        slide_along(e, b, i, vector3_unit(g, i));
    b->slide_from = in_plane ? -1 : 0;
    if (!in_plane)
        return turn_freely(e, b, 3, 3, s);
    turn_about(e, b, 2, 2, vector3_unit(g, 2));
    return true;
}

/* omega and V, and the part of the acceleration that needs no v':
 *     omega' x S_w v   and   omega' x (omega' x r) + 2 omega' x S_v v */
static void set_motion(struct elaboration *e, struct declared_body *b,
                       const struct declared_body *parent) {
    graph *g = e->model->graph;
    struct motion3 relative = {vector3_zero(g), vector3_zero(g)};
    for (int i = 0; i < b->velocities; i++) {
        expr v = variable(e, b->velocity[i]);
        relative.angular =
            vector3_add(g, relative.angular, vector3_scale(g, v, b->subspace[i].angular));
        relative.linear =
            vector3_add(g, relative.linear, vector3_scale(g, v, b->subspace[i].linear));
    }
    const struct vector3 zero = vector3_zero(g);
    const struct vector3 omega = parent ? parent->omega : zero;
    const struct vector3 carried = vector3_cross(g, omega, b->r);
    b->omega = vector3_add(g, omega, relative.angular);
    b->speed = vector3_add(g, vector3_add(g, parent ? parent->speed : zero, carried),
                           relative.linear);
    b->place = vector3_add(g, parent ? parent->place : zero, b->r);
    b->drift.angular = vector3_cross(g, omega, relative.angular);
    b->drift.linear = vector3_add(
        g, vector3_cross(g, omega, carried),
        vector3_scale(g, expr_integer(g, 2), vector3_cross(g, omega, relative.linear)));
}

bool body_joint(struct elaboration *e, struct declared_body *b, struct statement *s,
                const struct body_frame *frame) {
    graph *g = e->model->graph;
    const struct declared_body *parent = b->parent < 0 ? NULL : &e->body[b->parent];
    b->kind = s ? s->joint_kind : JOINT_FIXED;
    b->turn_from = b->slide_from = -1;
    if (s && !find_coordinates(e, b, s))
        return false;
    bool has_axis = b->kind == JOINT_REVOLUTE || b->kind == JOINT_PRISMATIC;
    if (frame->axis_offset >= 0 && !has_axis)
        return elaborate_fail(e, frame->axis_offset, "a %s joint has no axis",
                              KIND[b->kind].name);
    if (frame->axis_offset < 0 && b->kind == JOINT_PRISMATIC)
        return elaborate_fail(e, b->offset, "body '%s' has no axis to slide along",
                              b->name);
    for (int i = 0; i < JOINT_VELOCITIES; i++)
        b->subspace[i] = (struct motion3){vector3_zero(g), vector3_zero(g)};
    struct matrix3 turn = parent ? parent->turn : matrix3_identity(g);
    b->r = matrix3_apply(g, turn, frame->position);
    b->frame = b->turn = matrix3_product(g, turn, frame->rotation);
    if (!move(e, b, s, frame->axis))
        return false;
    set_motion(e, b, parent);
    return !graph_failed(g) || elaborate_fail_memory(e);
}
