/* Balls on a floor or on a line. The ball that bounces has a radius, of which its motion does not know:
 * the model's z is the height of its lowest point.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "mechanism_parts.h"

static const double radius = 0.1;

void mechanism_lay_floor(struct mechanism *s, double slope, double restitution,
                         double friction) {
    const double g = mechanism_number(s, "g");
    s->plane[s->planes++] = (struct mechanism_plane){{0, 1, 0}, 0};
    s->restitution = restitution;
    s->friction = s->static_friction = friction;
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
    mechanism_lay_floor(s, 0, mechanism_number(s, "e"), 0);
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
    mechanism_lay_floor(s, 0, mechanism_number(s, "e"), mechanism_number(s, "mu"));
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
