/* Bodies that turn in space: one that is free, and one that is held at a point of its third axis.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "mechanism_parts.h"

static const char *const quaternion_names[] = {"w", "x", "y", "z"};

static void read_quaternion(const struct mechanism *s, const double *x, double *q) {
    for (int i = 0; i < 4; i++)
        q[i] = mechanism_component(s, x, quaternion_names[i], 0);
}

static void tell_quaternion(struct mechanism *s, double *x) {
    double q[4];
    mechanism_attitude(&s->body[0], q);
    for (int i = 0; i < 4; i++)
        mechanism_set(s, x, quaternion_names[i], 0, q[i]);
}

static void tell_free_rotation(struct mechanism *s, double *x) {
    static const char *const names[] = {"a", "b", "c"};
    tell_quaternion(s, x);
    for (int i = 0; i < 3; i++)
        mechanism_set(s, x, names[i], 0, s->body[0].spin[i]);
}

int mechanism_make_free_rotation(struct mechanism *s, const double *x, const char **why) {
    struct mechanism_body *b = mechanism_add(s, MECHANISM_POINT, 1);
    (void)why;
    b->inertia[0] = mechanism_number(s, "I1");
    b->inertia[1] = mechanism_number(s, "I2");
    b->inertia[2] = mechanism_number(s, "I3");
    read_quaternion(s, x, b->quaternion);
    b->spin[0] = mechanism_component(s, x, "a", 0);
    b->spin[1] = mechanism_component(s, x, "b", 0);
    b->spin[2] = mechanism_component(s, x, "c", 0);
    s->tell = tell_free_rotation;
    return 0;
}

/* The model's angular velocities are about body axes. */
static void tell_heavy_top(struct mechanism *s, double *x) {
    static const char *const names[] = {"p", "r", "s"};
    double spin[3];
    tell_quaternion(s, x);
    halfstep_to_body(s->body[0].quaternion, s->body[0].spin, spin);
    for (int i = 0; i < 3; i++)
        mechanism_set(s, x, names[i], 0, spin[i]);
}

/* The model gives the moments of inertia about the tip and the weight's moment m g l; g is 9.81, and l
 * such that m l^2 is half of the lesser moment across the axis. Gravity is along -z. */
int mechanism_make_heavy_top(struct mechanism *s, const double *x, const char **why) {
    static const double g = 9.81;
    const double I1 = mechanism_number(s, "I1"), I2 = mechanism_number(s, "I2");
    const double ml = mechanism_number(s, "mgl") / g;
    const double l = (I1 < I2 ? I1 : I2) / (2 * ml);
    const double spin[] = {mechanism_component(s, x, "p", 0),
                           mechanism_component(s, x, "r", 0),
                           mechanism_component(s, x, "s", 0)};
    const double arm[] = {0, 0, l};
    struct mechanism_body *b = mechanism_add(s, MECHANISM_POINT, ml / l);
    (void)why;
    b->inertia[0] = I1 - ml * l;
    b->inertia[1] = I2 - ml * l;
    b->inertia[2] = mechanism_number(s, "I3");
    read_quaternion(s, x, b->quaternion);
    halfstep_to_space(b->quaternion, spin, b->spin);
    halfstep_to_space(b->quaternion, arm, b->position);
    const double *w = b->spin, *r = b->position;
    b->velocity[0] = w[1] * r[2] - w[2] * r[1];
    b->velocity[1] = w[2] * r[0] - w[0] * r[2];
    b->velocity[2] = w[0] * r[1] - w[1] * r[0];
    s->gravity[2] = -g;
    s->joint[s->joints++] = (struct mechanism_joint){
        .kind = MECHANISM_BALL_JOINT, .body = 0, .other = -1, .on_body = {0, 0, -l}};
    s->tell = tell_heavy_top;
    return 0;
}
