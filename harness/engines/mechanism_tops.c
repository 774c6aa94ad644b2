/* Bodies that turn in space: one that is free, and one that is held at a point of its third axis.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "mechanism_parts.h"

#define QUATERNION                                                                       \
    {"w", 0, MECHANISM_ATTITUDE, 0, 0}, {"x", 0, MECHANISM_ATTITUDE, 1, 0},              \
        {"y", 0, MECHANISM_ATTITUDE, 2, 0}, {                                            \
        "z", 0, MECHANISM_ATTITUDE, 3, 0                                                 \
    }

static const struct mechanism_component in_space[] = {
    QUATERNION,
    {"a", 0, MECHANISM_SPIN, 0, 0},
    {"b", 0, MECHANISM_SPIN, 1, 0},
    {"c", 0, MECHANISM_SPIN, 2, 0},
    {NULL, 0, MECHANISM_PLACE, 0, 0},
};

int mechanism_make_free_rotation(struct mechanism *s, const double *x, const char **why) {
    struct mechanism_body *b = mechanism_add(s, MECHANISM_POINT, 1);
    (void)why;
    b->inertia[0] = mechanism_number(s, "I1");
    b->inertia[1] = mechanism_number(s, "I2");
    b->inertia[2] = mechanism_number(s, "I3");
    mechanism_place(s, in_space, x);
    return 0;
}

static const struct mechanism_component in_body[] = {
    QUATERNION,
    {"p", 0, MECHANISM_TURNING, 0, 0},
    {"r", 0, MECHANISM_TURNING, 1, 0},
    {"s", 0, MECHANISM_TURNING, 2, 0},
    {NULL, 0, MECHANISM_PLACE, 0, 0},
};

/* The model gives the moments of inertia about the tip and the weight's moment m g l; g is 9.81,
 * and l such that m l^2 is half of the lesser moment across the axis. Gravity is along -z. */
int mechanism_make_heavy_top(struct mechanism *s, const double *x, const char **why) {
    static const double g = 9.81;
    const double I1 = mechanism_number(s, "I1"), I2 = mechanism_number(s, "I2");
    const double ml = mechanism_number(s, "mgl") / g;
    const double l = (I1 < I2 ? I1 : I2) / (2 * ml);
    const double arm[] = {0, 0, l};
    struct mechanism_body *b = mechanism_add(s, MECHANISM_POINT, ml / l);
    (void)why;
    b->inertia[0] = I1 - ml * l;
    b->inertia[1] = I2 - ml * l;
    b->inertia[2] = mechanism_number(s, "I3");
    mechanism_place(s, in_body, x);
    halfstep_to_space(b->quaternion, arm, b->position);
    const double *w = b->spin, *r = b->position;
    b->velocity[0] = w[1] * r[2] - w[2] * r[1];
    b->velocity[1] = w[2] * r[0] - w[0] * r[2];
    b->velocity[2] = w[0] * r[1] - w[1] * r[0];
    s->gravity[2] = -g;
    s->joint[s->joints++] = (struct mechanism_joint){
        .kind = MECHANISM_BALL_JOINT, .body = 0, .other = -1, .on_body = {0, 0, -l}};
    return 0;
}
