/* A woodpecker: a sleeve on a pole with play, and a bird on it by a hinge with a spring. The pole is
 * the plane x = rO, which the beak and two edges of the sleeve touch.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "mechanism_parts.h"

enum { sleeve, bird };

static void tell_woodpecker(struct mechanism *s, double *x) {
    mechanism_set(s, x, "y", 0, s->body[sleeve].position[1]);
    mechanism_set(s, x, "m", 0, mechanism_angle(&s->body[sleeve]));
    mechanism_set(s, x, "s", 0, mechanism_angle(&s->body[bird]));
    mechanism_set(s, x, "v", 0, s->body[sleeve].velocity[1]);
    mechanism_set(s, x, "wm", 0, s->body[sleeve].spin[2]);
    mechanism_set(s, x, "ws", 0, s->body[bird].spin[2]);
}

/* One more body, turned about z. */
static struct mechanism_body *add(struct mechanism *s, const double *x, const char *mass,
                                  const char *inertia, const char *angle,
                                  const char *spin) {
    struct mechanism_body *b =
        mechanism_add(s, MECHANISM_POINT, mechanism_number(s, mass));
    mechanism_set_inertia(b, mechanism_number(s, inertia));
    mechanism_turn(b, mechanism_component(s, x, angle, 0),
                   mechanism_component(s, x, spin, 0));
    return b;
}

/* The hinge is at the distance lM from the sleeve's centre, the bird's centre at lG from there. */
static void add_bird(struct mechanism *s, const double *x) {
    const double lM = mechanism_number(s, "lM"), lG = mechanism_number(s, "lG");
    const struct mechanism_body *on = &s->body[sleeve];
    struct mechanism_body *b = add(s, x, "mS", "JS", "s", "ws");
    const double m = on->angle, turns = b->angle;
    b->position[0] = lM * cos(m) + lG * cos(turns);
    b->position[1] = on->position[1] + lM * sin(m) + lG * sin(turns);
    b->velocity[0] = -lM * sin(m) * on->spin[2] - lG * sin(turns) * b->spin[2];
    b->velocity[1] =
        on->velocity[1] + lM * cos(m) * on->spin[2] + lG * cos(turns) * b->spin[2];
    s->joint[s->joints++] =
        (struct mechanism_joint){MECHANISM_HINGE, bird, sleeve, {-lG, 0, 0}, {lM, 0, 0}};
    s->twist = (struct mechanism_twist){bird, sleeve, mechanism_number(s, "k")};
    s->twists = 1;
}

static void add_tip(struct mechanism *s, int body, double x, double y,
                    const char *restitution) {
    s->tip[s->tips++] =
        (struct mechanism_tip){body, {x, y, 0}, mechanism_number(s, restitution)};
}

int mechanism_make_woodpecker(struct mechanism *s, const double *x, const char **why) {
    const double rM = mechanism_number(s, "rM"), hM = mechanism_number(s, "hM");
    *why = "the model has small angles, which bodies have not: woodpecker_bodies has any";
    if (!(mechanism_number(s, "angles") > 1))
        return -1;
    s->gravity[1] = -mechanism_number(s, "g");
    struct mechanism_body *b = add(s, x, "mM", "JM", "m", "wm");
    b->position[1] = mechanism_component(s, x, "y", 0);
    b->velocity[1] = mechanism_component(s, x, "v", 0);
    s->joint[s->joints++] =
        (struct mechanism_joint){MECHANISM_SLEEVE, sleeve, -1, {0}, {0}};
    add_bird(s, x);
    add_tip(s, bird, -mechanism_number(s, "lS"), mechanism_number(s, "hS"), "e1");
    add_tip(s, sleeve, rM, -hM, "e2");
    add_tip(s, sleeve, rM, hM, "e3");
    s->plane[s->planes++] =
        (struct mechanism_plane){{1, 0, 0}, mechanism_number(s, "rO")};
    s->friction = s->static_friction = mechanism_number(s, "mu");
    s->tell = tell_woodpecker;
    return 0;
}
