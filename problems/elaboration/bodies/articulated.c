/* The articulated-body algorithm (Featherstone 2008, section 7.3), its joints of several
 * velocities taken one velocity after the other, as if bodies without mass stood between them:
 *
 *     U = I S,  D = S . U,  u = tau - S . p            towards the ground
 *     I <- I - U U^T / D,  p <- p + U u / D
 *     v' = (u - U . a) / D,  a <- a + S v'             away from it
 *
 * Turns and slides in all three directions are taken along the axes of space, where S has one
 * entry and I and p become exact zeros and tau; v' is then turned to the joint's own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/elaboration/bodies/bodies.h"
#include "problems/graph/expr.h"

enum { SIX = 6, NO_UNIT = -1 };

/* A symmetric matrix and vectors in six dimensions, turns before slides. */
struct six {
    expr e[SIX];
};

struct articulated {
    expr inertia[SIX][SIX];
    struct six force;           /* p */
    int unit[JOINT_VELOCITIES]; /* the direction of S where that is one of the six */
    struct six subspace[JOINT_VELOCITIES], u_vector[JOINT_VELOCITIES]; /* S, U */
    expr u[JOINT_VELOCITIES], inverse[JOINT_VELOCITIES];               /* u, 1/D */
    struct motion3 acceleration;
};

static struct six to_six(struct motion3 m) {
    struct six six;
    for (int i = 0; i < 3; i++) {
        six.e[i] = m.angular.e[i];
        six.e[i + 3] = m.linear.e[i];
    }
    return six;
}

static struct motion3 to_motion(const struct six *six) {
    struct motion3 m;
    for (int i = 0; i < 3; i++) {
        m.angular.e[i] = six->e[i];
        m.linear.e[i] = six->e[i + 3];
    }
    return m;
}

static expr dot(graph *g, const struct six *a, const struct six *b) {
    expr sum = expr_integer(g, 0);
    for (int i = 0; i < SIX; i++)
        sum = expr_add(g, sum, expr_mul(g, a->e[i], b->e[i]));
    return sum;
}

/* Adds an inertia and a force. */
static void add(graph *g, struct articulated *a, const struct inertia3 *inertia,
                struct motion3 force) {
    const struct six six = to_six(force);
    for (int i = 0; i < SIX; i++) {
        a->force.e[i] = expr_add(g, a->force.e[i], six.e[i]);
        for (int j = 0; j < SIX; j++) {
            expr value = i < 3 && j < 3 ? inertia->a.e[i][j]
                         : i < 3        ? inertia->b.e[i][j - 3]
                         : j < 3        ? inertia->b.e[j][i - 3]
                                        : inertia->c.e[i - 3][j - 3];
            a->inertia[i][j] = expr_add(g, a->inertia[i][j], value);
        }
    }
}

static struct inertia3 blocks(const struct articulated *a) {
    struct inertia3 inertia;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            inertia.a.e[i][j] = a->inertia[i][j];
            inertia.b.e[i][j] = a->inertia[i][j + 3];
            inertia.c.e[i][j] = a->inertia[i + 3][j + 3];
        }
    return inertia;
}

/* The direction that is all of S: its entry is 1 and the others are 0. */
static int find_unit(graph *g, const struct six *s) {
    int unit = NO_UNIT, others = 0;
    for (int i = 0; i < SIX; i++) {
        if (s->e[i] == expr_integer(g, 1))
            unit = i;
        else if (!expr_is_zero(g, s->e[i]))
            others++;
    }
    return others == 0 ? unit : NO_UNIT;
}

/* I - U U^T / D and p + U u / D. */
static void eliminate(graph *g, struct articulated *a, int k, expr tau) {
    const struct six *U = &a->u_vector[k];
    const int unit = a->unit[k];
    expr factor[SIX];
    for (int i = 0; i < SIX; i++)
        factor[i] = expr_mul(g, U->e[i], a->inverse[k]);
    for (int i = 0; i < SIX; i++)
        for (int j = i; j < SIX; j++) {
            bool is_gone = i == unit || j == unit;
            expr change = expr_mul(g, factor[i], U->e[j]);
            a->inertia[i][j] = a->inertia[j][i] =
                is_gone ? expr_integer(g, 0) : expr_sub(g, a->inertia[i][j], change);
        }
    for (int i = 0; i < SIX; i++)
        a->force.e[i] =
            i == unit ? tau : expr_add(g, a->force.e[i], expr_mul(g, factor[i], a->u[k]));
}

static void take_velocity(graph *g, struct articulated *a, int k, expr tau, expr *pivot) {
    const struct six *s = &a->subspace[k];
    a->unit[k] = find_unit(g, s);
    for (int i = 0; i < SIX; i++) {
        struct six row;
        for (int j = 0; j < SIX; j++)
            row.e[j] = a->inertia[i][j];
        a->u_vector[k].e[i] = dot(g, &row, s);
    }
    *pivot = dot(g, s, &a->u_vector[k]);
    a->inverse[k] = expr_div(g, expr_integer(g, 1), *pivot);
    a->u[k] = expr_sub(g, tau, dot(g, s, &a->force));
    eliminate(g, a, k, tau);
}

/* The directions in which the velocities are taken, and the forces along these. */
static void choose_directions(graph *g, const struct declared_body *b,
                              struct articulated *a, expr *tau) {
    for (int k = 0; k < b->velocities; k++)
        a->subspace[k] = to_six(b->subspace[k]);
    for (int group = 0; group < 2; group++) {
        const int from = group == 0 ? b->turn_from : b->slide_from;
        const struct matrix3 axes = group == 0 ? b->turn : b->frame;
        if (from < 0)
            continue;
        struct vector3 own = {{tau[from], tau[from + 1], tau[from + 2]}};
        struct vector3 along = matrix3_apply(g, axes, own);
        for (int i = 0; i < 3; i++) {
            struct motion3 s = {vector3_zero(g), vector3_zero(g)};
            *(group == 0 ? &s.angular : &s.linear) = vector3_unit(g, i);
            a->subspace[from + i] = to_six(s);
            tau[from + i] = along.e[i];
        }
    }
}

static void go_inwards(struct elaboration *e, struct articulated *all, int i,
                       const expr *force, expr *pivot) {
    graph *g = e->model->graph;
    const struct declared_body *b = &e->body[i];
    struct articulated *a = &all[i];
    const int nq = e->model->nq;
    expr tau[JOINT_VELOCITIES];
    struct inertia3 own = body_spatial_inertia(g, b);
    add(g, a, &own, body_gyroscopic_force(g, b, &own));
    for (int k = 0; k < b->velocities; k++)
        tau[k] = force[b->velocity[k] - nq];
    choose_directions(g, b, a, tau);
    for (int k = 0; k < b->velocities; k++)
        take_velocity(g, a, k, tau[k], &pivot[b->velocity[k] - nq]);
    if (b->parent < 0)
        return;
    struct inertia3 left = blocks(a), moved = inertia3_move(g, &left, b->r);
    struct motion3 rest =
        motion3_add(g, to_motion(&a->force), inertia3_apply(g, &left, b->drift));
    add(g, &all[b->parent], &moved, force_move(g, rest, b->r));
}

/* The velocities' own rates from those along the axes of space. */
static void turn_back(graph *g, struct matrix3 axes, expr *rate) {
    struct vector3 own = matrix3_apply(g, matrix3_transpose(axes),
                                       (struct vector3){{rate[0], rate[1], rate[2]}});
    for (int i = 0; i < 3; i++)
        rate[i] = own.e[i];
}

static void go_outwards(struct elaboration *e, struct articulated *all, int i,
                        expr *acceleration) {
    graph *g = e->model->graph;
    const struct declared_body *b = &e->body[i];
    struct articulated *a = &all[i];
    struct motion3 parent =
        b->parent < 0 ? bodies_ground(e) : all[b->parent].acceleration;
    struct six now = to_six(motion3_add(g, motion_move(g, parent, b->r), b->drift));
    expr rate[JOINT_VELOCITIES];
    for (int k = b->velocities - 1; k >= 0; k--) {
        rate[k] = expr_mul(g, expr_sub(g, a->u[k], dot(g, &a->u_vector[k], &now)),
                           a->inverse[k]);
        for (int j = 0; j < SIX; j++)
            now.e[j] = expr_add(g, now.e[j], expr_mul(g, a->subspace[k].e[j], rate[k]));
    }
    a->acceleration = to_motion(&now);
    if (b->turn_from >= 0)
        turn_back(g, b->turn, rate + b->turn_from);
    if (b->slide_from >= 0)
        turn_back(g, b->frame, rate + b->slide_from);
    for (int k = 0; k < b->velocities; k++)
        acceleration[b->velocity[k] - e->model->nq] = rate[k];
}

bool bodies_articulated(struct elaboration *e, const expr *force, expr *acceleration,
                        expr *pivot) {
    graph *g = e->model->graph;
    struct articulated *all = malloc((size_t)(e->bodies + 1) * sizeof *all);
    if (!all)
        return elaborate_fail_memory(e);
    for (int i = 0; i < e->bodies * SIX; i++) {
        struct articulated *a = &all[i / SIX];
        a->force.e[i % SIX] = expr_integer(g, 0);
        for (int j = 0; j < SIX; j++)
            a->inertia[i % SIX][j] = expr_integer(g, 0);
    }
    bool done = true;
    for (int i = e->bodies - 1; i >= 0 && done; i--) {
        go_inwards(e, all, i, force, pivot);
        done = elaborate_spend(e, 1, e->body[i].offset);
    }
    for (int i = 0; i < e->bodies && done; i++) {
        go_outwards(e, all, i, acceleration);
        done = elaborate_spend(e, 1, e->body[i].offset);
    }
    free(all);
    return done;
}
