/* Blocks and rods in the plane z = 0, whose ends and corners touch planes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "mechanism_parts.h"

/* The belt's frame: the belt is at rest there, and the spring's other end runs backwards. */
static const double flat[] = {0.4, 0.1, 0.4}; /* m: it does not tip, nor turn */

static void tell_block_on_belt(struct mechanism *s, double *x) {
    const struct mechanism_body *b = &s->body[0];
    const double belt = mechanism_number(s, "belt");
    s->spring.end = -belt * s->time;
    mechanism_set(s, x, "x", 0, b->position[0] + belt * s->time);
    mechanism_set(s, x, "y", 0, b->position[1] - flat[1]);
    mechanism_set(s, x, "u", 0, b->velocity[0] + belt);
    mechanism_set(s, x, "v", 0, b->velocity[1]);
}

int mechanism_make_block_on_belt(struct mechanism *s, const double *x, const char **why) {
    const double belt = mechanism_number(s, "belt"), k = mechanism_number(s, "k");
    *why = "the block is pushed by a force that depends on time";
    if (mechanism_number(s, "F") > 0 || mechanism_number(s, "F") < 0)
        return -1;
    struct mechanism_body *b =
        mechanism_add_box(s, mechanism_number(s, "m"), flat[0], flat[1], flat[2]);
    mechanism_lay_floor(s, 0, 0, 0);
    b->position[0] = mechanism_component(s, x, "x", 0) - belt * s->time;
    b->position[1] = mechanism_component(s, x, "y", 0) + flat[1];
    b->velocity[0] = mechanism_component(s, x, "u", 0) - belt;
    b->velocity[1] = mechanism_component(s, x, "v", 0);
    s->spring = (struct mechanism_spring){0, k, -belt * s->time, -belt};
    s->springs = k > 0;
    s->tell = tell_block_on_belt;
    return mechanism_set_friction(s, why);
}

/* A wedge of half angle 45 degrees is a cube on its edge, in a groove; its place is the edge's. */
#define CUBE 0.2                                       /* m: half an edge */
static const double right_angle = 0.78539816339744831; /* rad: half of it */
#define ROOT_OF_2 1.4142135623730951

static const struct mechanism_component wedge[] = {
    {"x", 0, MECHANISM_PLACE, 0, 0},    {"y", 0, MECHANISM_PLACE, 1, ROOT_OF_2 *CUBE},
    {"u", 0, MECHANISM_VELOCITY, 0, 0}, {"v", 0, MECHANISM_VELOCITY, 1, 0},
    {NULL, 0, MECHANISM_PLACE, 0, 0},
};

int mechanism_make_wedge(struct mechanism *s, const double *x, const char **why) {
    const double m = mechanism_number(s, "m");
    *why = "the wedge has not a half angle of 45 degrees";
    if (!(fabs(mechanism_number(s, "half") - right_angle) < 1e-12))
        return -1;
    mechanism_turn(mechanism_add_box(s, m, CUBE, CUBE, CUBE), right_angle, 0);
    mechanism_place(s, wedge, x);
    s->gravity[0] = mechanism_number(s, "Fx") / m;
    s->gravity[1] = mechanism_number(s, "Fy") / m;
    for (int side = -1; side <= 1; side += 2)
        s->plane[s->planes++] =
            (struct mechanism_plane){{side * sqrt(0.5), sqrt(0.5), 0}, 0};
    s->restitution = mechanism_number(s, "e");
    s->friction = s->static_friction = mechanism_number(s, "mu");
    return 0;
}

/* A rod that strikes with its right end, from its centre at the model's angle, is a thin box;
 * the end is the lower right corner, which is seen from the centre at -tilt in body axes. */
#define TILT 0.1 /* rad */

static const struct mechanism_component rod[] = {
    {"a", 0, MECHANISM_ANGLE, 0, TILT}, {"w", 0, MECHANISM_SPIN, 2, 0},
    {"x", 0, MECHANISM_PLACE, 0, 0},    {"y", 0, MECHANISM_PLACE, 1, 0},
    {"z", 0, MECHANISM_PLACE, 2, 0},    {"u", 0, MECHANISM_VELOCITY, 0, 0},
    {"v", 0, MECHANISM_VELOCITY, 1, 0}, {"c", 0, MECHANISM_VELOCITY, 2, 0},
    {NULL, 0, MECHANISM_PLACE, 0, 0},
};

int mechanism_make_rod(struct mechanism *s, const double *x, const char **why) {
    const double length = mechanism_number(s, "s");
    const double right_down = sin(mechanism_component(s, x, "a", 0) + TILT);
    *why = "the rod's left end is the lower one, or as low";
    if (!(right_down < 0))
        return -1;
    struct mechanism_body *b =
        mechanism_add_box(s, mechanism_number(s, "m"), length * cos(TILT),
                          length * sin(TILT), length * sin(TILT));
    mechanism_set_inertia(b, mechanism_number(s, "J"));
    mechanism_lay_floor(s, 0, mechanism_number(s, "e"), mechanism_number(s, "mu"));
    mechanism_place(s, rod, x);
    return 0;
}
