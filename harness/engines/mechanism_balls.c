/* Balls on a floor or on a line. The ball that bounces has a radius, of which its motion does
 * not know: the model's z is the height of its lowest point.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "mechanism_parts.h"

#define RADIUS 0.1

void mechanism_lay_floor(struct mechanism *s, double slope, double restitution,
                         double friction) {
    const double g = mechanism_number(s, "g");
    s->plane[s->planes++] = (struct mechanism_plane){{0, 1, 0}, 0};
    s->restitution = restitution;
    s->friction = s->static_friction = friction;
    s->gravity[0] = g * sin(slope);
    s->gravity[1] = -g * cos(slope);
}

static void add_ball(struct mechanism *s, double r, double inertia) {
    struct mechanism_body *b = mechanism_add(s, MECHANISM_BALL, mechanism_number(s, "m"));
    b->half[0] = b->half[1] = b->half[2] = r;
    mechanism_set_inertia(b, inertia);
}

static const struct mechanism_component bouncing[] = {
    {"z", 0, MECHANISM_PLACE, 1, RADIUS},
    {"v", 0, MECHANISM_VELOCITY, 1, 0},
    {NULL, 0, MECHANISM_PLACE, 0, 0},
};

int mechanism_make_bouncing_ball(struct mechanism *s, const double *x, const char **why) {
    const double m = mechanism_number(s, "m");
    (void)why;
    add_ball(s, RADIUS, 2 * m * RADIUS * RADIUS / 5);
    mechanism_lay_floor(s, 0, mechanism_number(s, "e"), 0);
    mechanism_place(s, bouncing, x);
    return 0;
}

static const struct mechanism_component rotating[] = {
    {"x", 0, MECHANISM_PLACE, 0, 0},    {"y", 0, MECHANISM_PLACE, 1, 0},
    {"a", 0, MECHANISM_ANGLE, 0, 0},    {"u", 0, MECHANISM_VELOCITY, 0, 0},
    {"v", 0, MECHANISM_VELOCITY, 1, 0}, {"w", 0, MECHANISM_SPIN, 2, 0},
    {NULL, 0, MECHANISM_PLACE, 0, 0},
};

int mechanism_make_rotating_ball(struct mechanism *s, const double *x, const char **why) {
    const double R = mechanism_number(s, "R");
    (void)why;
    add_ball(s, R, mechanism_number(s, "c") * mechanism_number(s, "m") * R * R);
    mechanism_lay_floor(s, 0, mechanism_number(s, "e"), mechanism_number(s, "mu"));
    mechanism_place(s, rotating, x);
    return 0;
}

/* On a line: the ball i of n, from 1. */
static void add_in_line(struct mechanism *s, int i, double mass) {
    const double r = mechanism_number(s, "r");
    struct mechanism_body *b = mechanism_add(s, MECHANISM_BALL, mass);
    b->half[0] = b->half[1] = b->half[2] = r;
    mechanism_set_inertia(b, 2 * mass * r * r / 5);
    snprintf(b->index, sizeof b->index, "[%d]", i);
}

static const struct mechanism_component in_a_line[] = {
    {"x", MECHANISM_EACH, MECHANISM_PLACE, 0, 0},
    {"v", MECHANISM_EACH, MECHANISM_VELOCITY, 0, 0},
    {NULL, 0, MECHANISM_PLACE, 0, 0},
};

/* Balls on a line, without gravity. */
int mechanism_make_cradle(struct mechanism *s, const double *x, const char **why) {
    const double n = mechanism_number(s, "n"), growth = mechanism_number(s, "growth");
    double m = mechanism_number(s, "m");
    *why = "too many balls";
    if (n > MECHANISM_MOST_BODIES)
        return -1;
    s->restitution = mechanism_number(s, "e");
    for (int i = 1; i <= n; i++, m *= growth)
        add_in_line(s, i, m * (2 * i == n + 1 ? mechanism_number(s, "middle") : 1));
    mechanism_place(s, in_a_line, x);
    return 0;
}

static const struct mechanism_component in_a_stack[] = {
    {"z", MECHANISM_EACH, MECHANISM_PLACE, 1, 0},
    {"v", MECHANISM_EACH, MECHANISM_VELOCITY, 1, 0},
    {NULL, 0, MECHANISM_PLACE, 0, 0},
};

/* Only what holds them on their line builds these: in space they would fall off. */
int mechanism_make_slider_stack(struct mechanism *s, const double *x, const char **why) {
    const double n = mechanism_number(s, "n");
    *why = "too many discs";
    if (n > MECHANISM_MOST_BODIES)
        return -1;
    mechanism_lay_floor(s, 0, mechanism_number(s, "e"), 0);
    for (int i = 1; i <= n; i++) {
        double m = mechanism_number(s, "m");
        m *= i % 2 == 0 ? mechanism_number(s, "even") : 1;
        m *= i == 1 ? mechanism_number(s, "bottom") : 1;
        m *= i == n ? mechanism_number(s, "top") : 1;
        add_in_line(s, i, m);
    }
    mechanism_place(s, in_a_stack, x);
    return 0;
}
