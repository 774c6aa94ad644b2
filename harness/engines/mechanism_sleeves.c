/* A woodpecker: a sleeve on a pole with play, and a bird on it by a hinge with a spring. The
 * pole is the plane x = rO, which the beak and two edges of the sleeve touch.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "mechanism_parts.h"

enum { sleeve, bird };

static const struct mechanism_component woodpecker[] = {
    {"y", sleeve, MECHANISM_PLACE, 1, 0}, {"m", sleeve, MECHANISM_ANGLE, 0, 0},
    {"s", bird, MECHANISM_ANGLE, 0, 0},   {"v", sleeve, MECHANISM_VELOCITY, 1, 0},
    {"wm", sleeve, MECHANISM_SPIN, 2, 0}, {"ws", bird, MECHANISM_SPIN, 2, 0},
    {NULL, 0, MECHANISM_PLACE, 0, 0},
};

static void add(struct mechanism *s, const char *mass, const char *inertia) {
    mechanism_set_inertia(mechanism_add(s, MECHANISM_POINT, mechanism_number(s, mass)),
                          mechanism_number(s, inertia));
}

/* The hinge is at the distance lM from the sleeve's centre, the bird's centre at lG from there. */
static void hang_bird(struct mechanism *s) {
    const double lM = mechanism_number(s, "lM"), lG = mechanism_number(s, "lG");
    const struct mechanism_body *on = &s->body[sleeve];
    struct mechanism_body *b = &s->body[bird];
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
    add(s, "mM", "JM");
    add(s, "mS", "JS");
    mechanism_place(s, woodpecker, x);
    s->joint[s->joints++] =
        (struct mechanism_joint){MECHANISM_SLEEVE, sleeve, -1, {0}, {0}};
    hang_bird(s);
    add_tip(s, bird, -mechanism_number(s, "lS"), mechanism_number(s, "hS"), "e1");
    add_tip(s, sleeve, rM, -hM, "e2");
    add_tip(s, sleeve, rM, hM, "e3");
    s->plane[s->planes++] =
        (struct mechanism_plane){{1, 0, 0}, mechanism_number(s, "rO")};
    s->friction = s->static_friction = mechanism_number(s, "mu");
    return 0;
}
