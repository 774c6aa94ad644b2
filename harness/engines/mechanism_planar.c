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
static const double cube = 0.2, right_angle = 0.78539816339744831; /* m, rad: halves */

static void tell_wedge(struct mechanism *s, double *x) {
    const struct mechanism_body *b = &s->body[0];
    mechanism_set(s, x, "x", 0, b->position[0]);
    mechanism_set(s, x, "y", 0, b->position[1] - sqrt(2) * cube);
    mechanism_set(s, x, "u", 0, b->velocity[0]);
    mechanism_set(s, x, "v", 0, b->velocity[1]);
}

int mechanism_make_wedge(struct mechanism *s, const double *x, const char **why) {
    const double m = mechanism_number(s, "m");
    *why = "the wedge has not a half angle of 45 degrees";
    if (!(fabs(mechanism_number(s, "half") - right_angle) < 1e-12))
        return -1;
    struct mechanism_body *b = mechanism_add_box(s, m, cube, cube, cube);
    mechanism_turn(b, right_angle, 0);
    b->position[0] = mechanism_component(s, x, "x", 0);
    b->position[1] = mechanism_component(s, x, "y", 0) + sqrt(2) * cube;
    b->velocity[0] = mechanism_component(s, x, "u", 0);
    b->velocity[1] = mechanism_component(s, x, "v", 0);
    s->gravity[0] = mechanism_number(s, "Fx") / m;
    s->gravity[1] = mechanism_number(s, "Fy") / m;
    for (int side = -1; side <= 1; side += 2)
        s->plane[s->planes++] =
            (struct mechanism_plane){{side * sqrt(0.5), sqrt(0.5), 0}, 0};
    s->restitution = mechanism_number(s, "e");
    s->friction = s->static_friction = mechanism_number(s, "mu");
    s->tell = tell_wedge;
    return 0;
}

/* A rod that strikes with its right end, from its centre at the model's angle, is a thin box; the end is
 * the lower right corner, which is seen from the centre at -tilt in body axes. */
static const double tilt = 0.1; /* rad */

static void tell_rod(struct mechanism *s, double *x) {
    struct mechanism_body *b = &s->body[0];
    mechanism_set(s, x, "a", 0, mechanism_angle(b) - tilt);
    mechanism_set(s, x, "w", 0, b->spin[2]);
    mechanism_set(s, x, "x", 0, b->position[0]);
    mechanism_set(s, x, "y", 0, b->position[1]);
    mechanism_set(s, x, "z", 0, b->position[2]);
    mechanism_set(s, x, "u", 0, b->velocity[0]);
    mechanism_set(s, x, "v", 0, b->velocity[1]);
    mechanism_set(s, x, "c", 0, b->velocity[2]);
}

/* What a model in the plane has not. */
static double or_zero(double value) {
    return isnan(value) ? 0 : value;
}

int mechanism_make_rod(struct mechanism *s, const double *x, const char **why) {
    const double length = mechanism_number(s, "s"), a = mechanism_component(s, x, "a", 0);
    const double right_down = sin(a + tilt);
    *why = "the rod's left end is the lower one, or as low";
    if (!(right_down < 0))
        return -1;
    struct mechanism_body *b =
        mechanism_add_box(s, mechanism_number(s, "m"), length * cos(tilt),
                          length * sin(tilt), length * sin(tilt));
    mechanism_set_inertia(b, mechanism_number(s, "J"));
    mechanism_lay_floor(s, 0, mechanism_number(s, "e"), mechanism_number(s, "mu"));
    mechanism_turn(b, a + tilt, mechanism_component(s, x, "w", 0));
    b->position[0] = mechanism_component(s, x, "x", 0);
    b->position[1] = mechanism_component(s, x, "y", 0);
    b->position[2] = or_zero(mechanism_component(s, x, "z", 0));
    b->velocity[0] = mechanism_component(s, x, "u", 0);
    b->velocity[1] = mechanism_component(s, x, "v", 0);
    b->velocity[2] = or_zero(mechanism_component(s, x, "c", 0));
    s->tell = tell_rod;
    return 0;
}
