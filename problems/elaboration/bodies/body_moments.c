/* Moments of mass about a body's origin: Steiner's rule.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/bodies/bodies.h"
#include "problems/graph/expr.h"

/* I, or Ixx, Iyy, Izz, and then Ixy, Ixz, Iyz, about the centre of mass; one is that about the
 * third axis. The products are entries of the matrix, minus the integrals of x y dm. */
static bool read_inertia(struct elaboration *e, struct statement *s,
                         struct matrix3 *inertia) {
    static const int PLACE[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    *inertia = matrix3_zero(e->model->graph);
    if (!s)
        return true;
    if (s->values != 1 && s->values != 3 && s->values != 6)
        return elaborate_fail(e, s->offset,
                              "an inertia is one moment in the plane, three in principal "
                              "axes, or six with the products, not %d values",
                              s->values);
    int place = s->values == 1 ? 2 : 0;
    for (struct term *term = s->value; term; term = term->next, place++) {
        const int i = PLACE[place][0], j = PLACE[place][1];
        inertia->e[i][j] = inertia->e[j][i] =
            elaborate_constant(e, term, "a moment of inertia");
        if (inertia->e[i][j] == EXPR_NONE)
            return false;
    }
    return true;
}

/* J + m (c.c - c c^T). */
static struct matrix3 about_origin(graph *g, struct matrix3 inertia, expr mass,
                                   struct vector3 center) {
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const expr *c = center.e;
        expr square = expr_add(g, expr_mul(g, c[j], c[j]), expr_mul(g, c[k], c[k]));
        expr product = expr_mul(g, mass, expr_mul(g, c[i], c[j]));
        inertia.e[i][i] = expr_add(g, inertia.e[i][i], expr_mul(g, mass, square));
        inertia.e[i][j] = inertia.e[j][i] = expr_sub(g, inertia.e[i][j], product);
    }
    return inertia;
}

bool body_inertia(struct elaboration *e, struct declared_body *b, struct statement *mass,
                  struct statement *center, struct statement *inertia) {
    graph *g = e->model->graph;
    struct vector3 c;
    struct matrix3 about_center;
    b->mass = mass ? elaborate_constant(e, mass->value, "a mass") : expr_integer(g, 0);
    if (b->mass == EXPR_NONE || !body_vector(e, center, "a center", &c) ||
        !read_inertia(e, inertia, &about_center))
        return false;
    if (!body_check_inertia(e, b->mass, about_center, mass ? mass->offset : b->offset,
                            inertia ? inertia->offset : b->offset))
        return false;
    b->first_moment = vector3_scale(g, b->mass, c);
    b->second_moment = about_origin(g, about_center, b->mass, c);
    return true;
}
