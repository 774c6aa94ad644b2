/* Inertias and forces at a body's origin:
 *
 *     moment = A alpha + B a,   force = B^T alpha + C a
 *
 * with A the inertia about O, B = [m c], C = m 1, c the centre from O. What turns besides:
 * omega x (A omega) and omega x (omega x m c). Moved to O' = O - r, a motion there is
 * (alpha, a + alpha x r) here, so that
 *
 *     B' = B + [r] C,   A' = A + [r] B^T - B' [r],   C' = C
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/bodies/bodies.h"
#include "problems/graph/expr.h"

struct inertia3 body_spatial_inertia(graph *g, const struct declared_body *b) {
    const struct matrix3 back = matrix3_transpose(b->turn);
    struct inertia3 inertia;
    inertia.a = matrix3_product(g, b->turn, matrix3_product(g, b->second_moment, back));
    for (int i = 0; i < 3; i++) /* the products of both triangles are one expression */
        for (int j = 0; j < i; j++)
            inertia.a.e[i][j] = inertia.a.e[j][i];
    inertia.b = matrix3_cross(g, matrix3_apply(g, b->turn, b->first_moment));
    inertia.c = matrix3_zero(g);
    for (int i = 0; i < 3; i++)
        inertia.c.e[i][i] = b->mass;
    return inertia;
}

struct motion3 body_gyroscopic_force(graph *g, const struct declared_body *b,
                                     const struct inertia3 *inertia) {
    struct vector3 moment = matrix3_apply(g, b->turn, b->first_moment);
    struct vector3 spin = matrix3_apply(g, inertia->a, b->omega);
    return (struct motion3){
        vector3_cross(g, b->omega, spin),
        vector3_cross(g, b->omega, vector3_cross(g, b->omega, moment))};
}

static struct matrix3 subtract(graph *g, struct matrix3 a, struct matrix3 b) {
    for (int i = 0; i < 9; i++)
        a.e[i / 3][i % 3] = expr_sub(g, a.e[i / 3][i % 3], b.e[i / 3][i % 3]);
    return a;
}

struct inertia3 inertia3_move(graph *g, const struct inertia3 *inertia,
                              struct vector3 r) {
    const struct matrix3 cross = matrix3_cross(g, r);
    struct inertia3 moved = *inertia;
    moved.b = matrix3_add(g, inertia->b, matrix3_product(g, cross, inertia->c));
    moved.a = matrix3_add(g, inertia->a,
                          matrix3_product(g, cross, matrix3_transpose(inertia->b)));
    moved.a = subtract(g, moved.a, matrix3_product(g, moved.b, cross));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++)
            moved.a.e[i][j] = moved.a.e[j][i];
    return moved;
}

struct motion3 force_move(graph *g, struct motion3 force, struct vector3 r) {
    force.angular = vector3_add(g, force.angular, vector3_cross(g, r, force.linear));
    return force;
}

struct motion3 motion_move(graph *g, struct motion3 motion, struct vector3 r) {
    motion.linear = vector3_add(g, motion.linear, vector3_cross(g, motion.angular, r));
    return motion;
}

struct motion3 motion3_add(graph *g, struct motion3 a, struct motion3 b) {
    return (struct motion3){vector3_add(g, a.angular, b.angular),
                            vector3_add(g, a.linear, b.linear)};
}

struct motion3 inertia3_apply(graph *g, const struct inertia3 *inertia,
                              struct motion3 a) {
    const struct matrix3 back = matrix3_transpose(inertia->b);
    return (struct motion3){vector3_add(g, matrix3_apply(g, inertia->a, a.angular),
                                        matrix3_apply(g, inertia->b, a.linear)),
                            vector3_add(g, matrix3_apply(g, back, a.angular),
                                        matrix3_apply(g, inertia->c, a.linear))};
}

struct inertia3 inertia3_add(graph *g, const struct inertia3 *a,
                             const struct inertia3 *b) {
    return (struct inertia3){matrix3_add(g, a->a, b->a), matrix3_add(g, a->b, b->b),
                             matrix3_add(g, a->c, b->c)};
}

expr motion3_dot(graph *g, struct motion3 a, struct motion3 b) {
    return expr_add(g, vector3_dot(g, a.angular, b.angular),
                    vector3_dot(g, a.linear, b.linear));
}

struct motion3 bodies_ground(struct elaboration *e) {
    graph *g = e->model->graph;
    return (struct motion3){vector3_zero(g),
                            vector3_scale(g, expr_integer(g, -1), e->gravity)};
}
