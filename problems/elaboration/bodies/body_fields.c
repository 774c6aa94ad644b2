/* What the fields of a body say.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "problems/elaboration/bodies/bodies.h"
#include "problems/elaboration/rough.h"
#include "problems/graph/expr.h"

#define FIELD_NAME(field, name, least, most) [field] = name,
static const char *const NAME[] = {BODY_FIELD_LIST(FIELD_NAME)};
#undef FIELD_NAME

/* The fields of a body by kind, of those that stand once. */
struct fields {
    struct statement *of[BODY_FIELDS];
};

static bool sort_fields(struct elaboration *e, struct fields *fields,
                        struct statement *s) {
    *fields = (struct fields){{NULL}};
    for (; s; s = s->next) {
        bool may_repeat = s->body_field == BODY_POINT || s->body_field == BODY_VELOCITY;
        struct statement **place = &fields->of[s->body_field];
        if (*place && !may_repeat)
            return elaborate_fail(e, s->offset, "'%s' is already given, on line %d",
                                  NAME[s->body_field],
                                  elaborate_line(e, (*place)->offset));
        *place = s;
    }
    return true;
}

/* The values of a field as rotation, an angle about the third axis or a quaternion of any length,
 * the real part first. */
static bool body_rotation(struct elaboration *e, struct statement *s,
                          struct matrix3 *value) {
    graph *g = e->model->graph;
    expr q[QUATERNION_SIZE];
    int i = 0;
    *value = matrix3_identity(g);
    if (!s)
        return true;
    if (s->values != 1 && s->values != QUATERNION_SIZE)
        return elaborate_fail(
            e, s->offset,
            "a rotation is an angle in the plane or the four members of "
            "a quaternion, not %d values",
            s->values);
    for (struct term *term = s->value; term; term = term->next, i++) {
        q[i] = elaborate_constant(e, term, "a rotation");
        if (q[i] == EXPR_NONE)
            return false;
    }
    if (s->values == 1) {
        *value = body_turn_axis(g, vector3_unit(g, 2), q[0]);
        return true;
    }
    struct rough rough;
    const struct vector3 imaginary = {{q[1], q[2], q[3]}};
    expr square =
        expr_add(g, expr_mul(g, q[0], q[0]), vector3_dot(g, imaginary, imaginary));
    *value = body_turn_quaternion(g, q);
    return rough_values(e, 1, &square, 0, NULL, s->offset, &rough) &&
           ((rough.finite && rough.sign > 0) ||
            elaborate_fail(e, s->offset, "the quaternion of a rotation is not zero"));
}

/* A vector of length 1 along the axis: the third one where none is given. */
static bool read_axis(struct elaboration *e, struct statement *s, struct vector3 *axis) {
    graph *g = e->model->graph;
    struct rough length;
    *axis = vector3_unit(g, 2);
    if (!s)
        return true;
    if (!body_vector(e, s, "an axis", axis))
        return false;
    expr square = vector3_dot(g, *axis, *axis);
    if (!rough_values(e, 1, &square, 0, NULL, s->offset, &length))
        return false;
    if (!length.finite || length.sign <= 0)
        return elaborate_fail(e, s->offset, "this axis has no direction");
    if (!expr_is_one(g, square))
        *axis = vector3_scale(
            g, expr_div(g, expr_integer(g, 1), expr_apply(g, EXPR_SQRT, square)), *axis);
    return true;
}

static bool find_parent(struct elaboration *e, struct declared_body *b,
                        const struct statement *s) {
    struct key k;
    char text[KEY_TEXT_SIZE];
    b->parent = NO_PARENT;
    if (!s)
        return true;
    const struct target *target = &s->body->target;
    if (s->values != 1)
        return elaborate_fail(e, s->body->next->target.offset, "a body has one parent");
    if (!elaborate_key(e, &k, target))
        return false;
    const int *place = keys_find(&e->body_names, &k);
    key_text(text, e->atoms, &k);
    if (!place)
        return elaborate_fail(
            e, target->offset,
            "there is no body '%s' above this line: parents stand above "
            "their children",
            text);
    b->parent = *place;
    return true;
}

/* A constant of the joint that is not negative, but for the place of rest. */
static bool read_constant(struct elaboration *e, const struct declared_body *b,
                          struct statement *s, expr *value) {
    struct rough rough;
    *value = EXPR_NONE;
    if (!s)
        return true;
    if (b->velocities != 1)
        return elaborate_fail(e, s->offset,
                              "'%s' belongs to revolute and prismatic joints",
                              NAME[s->body_field]);
    *value = elaborate_constant(e, s->value, NAME[s->body_field]);
    if (*value == EXPR_NONE || !rough_values(e, 1, value, 0, NULL, s->offset, &rough))
        return false;
    return s->body_field == BODY_REST || rough.sign >= 0 ||
           elaborate_fail(e, s->offset, "%s is not negative", NAME[s->body_field]);
}

static bool read_joint(struct elaboration *e, struct declared_body *b,
                       const struct fields *f) {
    struct body_frame frame = {.axis_offset = -1};
    struct statement *axis = f->of[BODY_AXIS];
    if (axis)
        frame.axis_offset = axis->offset;
    if (!read_axis(e, axis, &frame.axis) ||
        !body_vector(e, f->of[BODY_POSITION], "a position", &frame.position) ||
        !body_rotation(e, f->of[BODY_ROTATION], &frame.rotation) ||
        !body_joint(e, b, f->of[BODY_JOINT], &frame) ||
        !read_constant(e, b, f->of[BODY_STIFFNESS], &b->stiffness) ||
        !read_constant(e, b, f->of[BODY_REST], &b->rest) ||
        !read_constant(e, b, f->of[BODY_DAMPING], &b->damping))
        return false;
    if (b->rest != EXPR_NONE && b->stiffness == EXPR_NONE)
        return elaborate_fail(
            e, f->of[BODY_REST]->offset,
            "'rest' is where a spring of some 'stiffness' has no force");
    return true;
}

static bool keep_body(struct elaboration *e, const struct key *k,
                      const struct declared_body *b) {
    struct declared_body *grown =
        array_grow(e->body, &e->body_capacity, e->bodies + 1, sizeof *grown);
    if (!grown)
        return elaborate_fail_memory(e);
    e->body = grown;
    e->body[e->bodies] = *b;
    return keys_add(&e->body_names, k, e->bodies++) || elaborate_fail_memory(e);
}

static bool add_body(struct elaboration *e, void *context) {
    struct statement *s = context;
    struct declared_body b = {.offset = s->target.offset};
    struct fields f;
    struct key k;
    if (!sort_fields(e, &f, s->body) || !elaborate_key(e, &k, &s->target))
        return false;
    const int *taken = keys_find(&e->body_names, &k);
    b.name = elaborate_name(e, &k);
    if (taken)
        return elaborate_fail(e, b.offset, "'%s' is already defined, on line %d", b.name,
                              elaborate_line(e, e->body[*taken].offset));
    if (!b.name || !find_parent(e, &b, f.of[BODY_PARENT]) ||
        !body_inertia(e, &b, f.of[BODY_MASS], f.of[BODY_CENTER], f.of[BODY_INERTIA]) ||
        !read_joint(e, &b, &f))
        return false;
    for (struct statement *t = s->body; t; t = t->next)
        if ((t->body_field == BODY_POINT || t->body_field == BODY_VELOCITY) &&
            !body_name_point(e, &b, t))
            return false;
    return elaborate_spend(e, 1, b.offset) && keep_body(e, &k, &b);
}

bool elaborate_body(struct elaboration *e, struct statement *s) {
    return elaborate_loops(e, s->clauses, add_body, s);
}
