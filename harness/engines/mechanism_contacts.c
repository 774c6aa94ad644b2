/* Balls and blocks on a floor. The ball that bounces has a radius, of which its motion does not know:
 * the model's z is the height of its lowest point.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "mechanism_parts.h"

static const double radius = 0.1;

static void lay_floor(struct mechanism *s, double slope, double restitution,
                      double friction) {
    const double g = mechanism_number(s, "g");
    s->has_floor = true;
    s->restitution = restitution;
    s->friction = friction;
    s->gravity[0] = g * sin(slope);
    s->gravity[1] = -g * cos(slope);
}

static struct mechanism_body *add_ball(struct mechanism *s, double r, double inertia) {
    struct mechanism_body *b = mechanism_add(s, MECHANISM_BALL, mechanism_number(s, "m"));
    b->half[0] = b->half[1] = b->half[2] = r;
    mechanism_set_inertia(b, inertia);
    return b;
}

static void tell_bouncing_ball(struct mechanism *s, double *x) {
    mechanism_set(s, x, "z", 0, s->body[0].position[1] - radius);
    mechanism_set(s, x, "v", 0, s->body[0].velocity[1]);
}

int mechanism_make_bouncing_ball(struct mechanism *s, const double *x, const char **why) {
    const double m = mechanism_number(s, "m");
    struct mechanism_body *b = add_ball(s, radius, 2 * m * radius * radius / 5);
    (void)why;
    lay_floor(s, 0, mechanism_number(s, "e"), 0);
    b->position[1] = mechanism_component(s, x, "z", 0) + radius;
    b->velocity[1] = mechanism_component(s, x, "v", 0);
    s->tell = tell_bouncing_ball;
    return 0;
}

static void tell_rotating_ball(struct mechanism *s, double *x) {
    struct mechanism_body *b = &s->body[0];
    mechanism_set(s, x, "x", 0, b->position[0]);
    mechanism_set(s, x, "y", 0, b->position[1]);
    mechanism_set(s, x, "a", 0, mechanism_angle(b));
    mechanism_set(s, x, "u", 0, b->velocity[0]);
    mechanism_set(s, x, "v", 0, b->velocity[1]);
    mechanism_set(s, x, "w", 0, b->spin[2]);
}

int mechanism_make_rotating_ball(struct mechanism *s, const double *x, const char **why) {
    const double R = mechanism_number(s, "R");
    struct mechanism_body *b =
        add_ball(s, R, mechanism_number(s, "c") * mechanism_number(s, "m") * R * R);
    (void)why;
    lay_floor(s, 0, mechanism_number(s, "e"), mechanism_number(s, "mu"));
    mechanism_turn(b, mechanism_component(s, x, "a", 0),
                   mechanism_component(s, x, "w", 0));
    b->position[0] = mechanism_component(s, x, "x", 0);
    b->position[1] = mechanism_component(s, x, "y", 0);
    b->velocity[0] = mechanism_component(s, x, "u", 0);
    b->velocity[1] = mechanism_component(s, x, "v", 0);
    s->tell = tell_rotating_ball;
    return 0;
}

static void tell_cradle(struct mechanism *s, double *x) {
    for (int i = 0; i < s->bodies; i++) {
        mechanism_set(s, x, "x", i + 1, s->body[i].position[0]);
        mechanism_set(s, x, "v", i + 1, s->body[i].velocity[0]);
    }
}

/* Balls on a line, without gravity. */
int mechanism_make_cradle(struct mechanism *s, const double *x, const char **why) {
    const double n = mechanism_number(s, "n"), r = mechanism_number(s, "r");
    const double growth = mechanism_number(s, "growth");
    double m = mechanism_number(s, "m");
    *why = "too many balls";
    if (n > MECHANISM_MOST_BODIES)
        return -1;
    s->restitution = mechanism_number(s, "e");
    for (int i = 1; i <= n; i++, m *= growth) {
        struct mechanism_body *b = mechanism_add(s, MECHANISM_BALL, m);
        const double special = 2 * i == n + 1 ? mechanism_number(s, "middle") : 1;
        b->mass *= special;
        b->half[0] = b->half[1] = b->half[2] = r;
        mechanism_set_inertia(b, 2 * b->mass * r * r / 5);
        b->position[0] = mechanism_component(s, x, "x", i);
        b->velocity[0] = mechanism_component(s, x, "v", i);
    }
    s->tell = tell_cradle;
    return 0;
}

/* Names of a block's components, those of number i (0: without one). */
static const char *const attitude[] = {"e0", "e1", "e2", "e3"};
static const char *const place[] = {"x", "y", "z"}, *const turning[] = {"wx", "wy", "wz"};
static const char *const moving[] = {"vx", "vy", "vz"};

static void place_block(struct mechanism *s, struct mechanism_body *b, const double *x,
                        int i) {
    for (int k = 0; k < 4; k++)
        b->quaternion[k] = mechanism_component(s, x, attitude[k], i);
    for (int k = 0; k < 3; k++) {
        b->position[k] = mechanism_component(s, x, place[k], i);
        b->spin[k] = mechanism_component(s, x, turning[k], i);
        b->velocity[k] = mechanism_component(s, x, moving[k], i);
    }
}

static void tell_block(struct mechanism *s, struct mechanism_body *b, double *x, int i) {
    double q[4];
    mechanism_attitude(b, q);
    for (int k = 0; k < 4; k++)
        mechanism_set(s, x, attitude[k], i, q[k]);
    for (int k = 0; k < 3; k++) {
        mechanism_set(s, x, place[k], i, b->position[k]);
        mechanism_set(s, x, turning[k], i, b->spin[k]);
        mechanism_set(s, x, moving[k], i, b->velocity[k]);
    }
}

static void tell_sliding_block(struct mechanism *s, double *x) {
    tell_block(s, &s->body[0], x, 0);
}

/* A block's mass is spread evenly. Engines have one coefficient of friction. */
int mechanism_make_sliding_block(struct mechanism *s, const double *x, const char **why) {
    const double a = mechanism_number(s, "a"), b = mechanism_number(s, "b");
    const double c = mechanism_number(s, "c"), m = mechanism_number(s, "m");
    const double mu = mechanism_number(s, "mu_d");
    *why = "static friction differs from dynamic friction, or some is viscous";
    if (!(mechanism_number(s, "mu_s") <= mu && mechanism_number(s, "mu_s") >= mu) ||
        mechanism_number(s, "mu_v") > 0)
        return -1;
    struct mechanism_body *block = mechanism_add(s, MECHANISM_BOX, m);
    const double half[] = {a, b, c};
    const double inertia[] = {m * (b * b + c * c) / 3, m * (c * c + a * a) / 3,
                              m * (a * a + b * b) / 3};
    memcpy(block->half, half, sizeof half);
    memcpy(block->inertia, inertia, sizeof inertia);
    lay_floor(s, mechanism_number(s, "slope"), mechanism_number(s, "e"), mu);
    place_block(s, block, x, 0);
    s->tell = tell_sliding_block;
    return 0;
}

static void tell_brick_stack(struct mechanism *s, double *x) {
    for (int i = 0; i < s->bodies; i++)
        tell_block(s, &s->body[i], x, i + 1);
}

int mechanism_make_brick_stack(struct mechanism *s, const double *x, const char **why) {
    const double n = mechanism_number(s, "n");
    const double a = mechanism_number(s, "a"), b = mechanism_number(s, "b");
    *why = "too many bricks";
    if (n > MECHANISM_MOST_BODIES)
        return -1;
    lay_floor(s, mechanism_number(s, "slope"), mechanism_number(s, "e"),
              mechanism_number(s, "mu"));
    for (int i = 1; i <= n; i++) {
        double m = mechanism_number(s, "m");
        m *= i == 1 ? mechanism_number(s, "bottom") : 1;
        m *= i == n ? mechanism_number(s, "top") : 1;
        struct mechanism_body *brick = mechanism_add(s, MECHANISM_BOX, m);
        brick->half[0] = brick->half[2] = a;
        brick->half[1] = b;
        mechanism_set_inertia(brick, m * (a * a + b * b) / 3);
        place_block(s, brick, x, i);
    }
    s->tell = tell_brick_stack;
    return 0;
}
