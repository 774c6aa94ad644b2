/* Vectors that are fields of a body, and its points in space: O + R p, with the velocities
 * V + omega x R p.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/bodies/bodies.h"

bool body_vector(struct elaboration *e, struct statement *s, const char *what,
                 struct vector3 *value) {
    *value = vector3_zero(e->model->graph);
    int i = 0;
    for (struct term *term = s ? s->value : NULL; term; term = term->next, i++) {
        value->e[i] = elaborate_constant(e, term, what);
        if (value->e[i] == EXPR_NONE)
            return false;
    }
    return true;
}

bool body_name_point(struct elaboration *e, const struct declared_body *b,
                     struct statement *s) {
    graph *g = e->model->graph;
    const bool is_place = s->body_field == BODY_POINT;
    struct vector3 p;
    if (!body_vector(e, s, "a point of a body", &p))
        return false;
    p = matrix3_apply(g, b->turn, p);
    p = is_place ? vector3_add(g, b->place, p)
                 : vector3_add(g, b->speed, vector3_cross(g, b->omega, p));
    int i = 0;
    for (struct statement *member = s->body; member; member = member->next, i++) {
        struct key k;
        if (i >= 3)
            return elaborate_fail(e, member->target.offset,
                                  "a point has two or three coordinates");
        if (!elaborate_key(e, &k, &member->target) ||
            !elaborate_define(e, &k,
                              (struct symbol){SYMBOL_LET, p.e[i], member->target.offset}))
            return false;
    }
    return true;
}
