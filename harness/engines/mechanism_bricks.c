/* Blocks and bricks that move in space. A block's mass is spread evenly; a brick's moments of
 * inertia are all the same.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "mechanism_parts.h"

#define EACH(name, part, axis)                                                           \
    { name, MECHANISM_EACH, part, axis, 0 }
static const struct mechanism_component block_components[] = {
    EACH("e0", MECHANISM_ATTITUDE, 0), EACH("e1", MECHANISM_ATTITUDE, 1),
    EACH("e2", MECHANISM_ATTITUDE, 2), EACH("e3", MECHANISM_ATTITUDE, 3),
    EACH("x", MECHANISM_PLACE, 0),     EACH("y", MECHANISM_PLACE, 1),
    EACH("z", MECHANISM_PLACE, 2),     EACH("wx", MECHANISM_SPIN, 0),
    EACH("wy", MECHANISM_SPIN, 1),     EACH("wz", MECHANISM_SPIN, 2),
    EACH("vx", MECHANISM_VELOCITY, 0), EACH("vy", MECHANISM_VELOCITY, 1),
    EACH("vz", MECHANISM_VELOCITY, 2), EACH(NULL, MECHANISM_PLACE, 0),
};

struct mechanism_body *mechanism_add_box(struct mechanism *s, double m, double a,
                                         double b, double c) {
    struct mechanism_body *block = mechanism_add(s, MECHANISM_BOX, m);
    const double half[] = {a, b, c};
    const double inertia[] = {m * (b * b + c * c) / 3, m * (c * c + a * a) / 3,
                              m * (a * a + b * b) / 3};
    memcpy(block->half, half, sizeof half);
    memcpy(block->inertia, inertia, sizeof inertia);
    return block;
}

int mechanism_set_friction(struct mechanism *s, const char **why) {
    const double viscous = mechanism_number(s, "mu_v"); /* NaN: the model has none */
    s->friction = mechanism_number(s, "mu_d");
    s->static_friction = mechanism_number(s, "mu_s");
    *why = "some of the friction is viscous";
    return viscous > 0 ? -1 : 0;
}

int mechanism_make_sliding_block(struct mechanism *s, const double *x, const char **why) {
    mechanism_add_box(s, mechanism_number(s, "m"), mechanism_number(s, "a"),
                      mechanism_number(s, "b"), mechanism_number(s, "c"));
    mechanism_lay_floor(s, mechanism_number(s, "slope"), mechanism_number(s, "e"), 0);
    mechanism_place(s, block_components, x);
    return mechanism_set_friction(s, why);
}

/* A brick of half edges a, b, c. */
static struct mechanism_body *add_brick(struct mechanism *s, double m, const double *half,
                                        double inertia) {
    struct mechanism_body *brick = mechanism_add(s, MECHANISM_BOX, m);
    memcpy(brick->half, half, sizeof brick->half);
    mechanism_set_inertia(brick, inertia);
    return brick;
}

int mechanism_make_brick_stack(struct mechanism *s, const double *x, const char **why) {
    const double n = mechanism_number(s, "n");
    const double a = mechanism_number(s, "a"), b = mechanism_number(s, "b");
    const double half[] = {a, b, a};
    *why = "too many bricks";
    if (n > MECHANISM_MOST_BODIES)
        return -1;
    mechanism_lay_floor(s, mechanism_number(s, "slope"), mechanism_number(s, "e"),
                        mechanism_number(s, "mu"));
    for (int i = 1; i <= n; i++) {
        double m = mechanism_number(s, "m");
        m *= i == 1 ? mechanism_number(s, "bottom") : 1;
        m *= i == n ? mechanism_number(s, "top") : 1;
        struct mechanism_body *brick = add_brick(s, m, half, m * (a * a + b * b) / 3);
        snprintf(brick->index, sizeof brick->index, "[%d]", i);
    }
    mechanism_place(s, block_components, x);
    return 0;
}

/* Row j of a wall, counted from 1, has as many bricks. */
static int bricks_of_row(const struct mechanism *s, int j) {
    return (int)(mechanism_number(s, "columns") -
                 (mechanism_number(s, "rise") - 1) * (j - 1));
}

static double count_bricks(const struct mechanism *s) {
    double bricks = 0;
    for (int j = 1; j <= mechanism_number(s, "rows"); j++)
        bricks += fmax(bricks_of_row(s, j), 0);
    return bricks;
}

int mechanism_make_brick_wall(struct mechanism *s, const double *x, const char **why) {
    const double rows = mechanism_number(s, "rows"), m = mechanism_number(s, "m");
    const double half[] = {mechanism_number(s, "a"), mechanism_number(s, "b"),
                           mechanism_number(s, "c")};
    const double square = half[0] * half[0] + half[1] * half[1] + half[2] * half[2];
    *why = "too many bricks";
    if (count_bricks(s) > MECHANISM_MOST_BODIES)
        return -1;
    mechanism_lay_floor(s, 0, mechanism_number(s, "e"), mechanism_number(s, "mu"));
    for (int j = 1; j <= rows; j++)
        for (int i = 1; i <= bricks_of_row(s, j); i++) {
            struct mechanism_body *brick = add_brick(s, m, half, m * square * 2 / 9);
            snprintf(brick->index, sizeof brick->index, "[%d,%d]", j, i);
        }
    mechanism_place(s, block_components, x);
    return 0;
}
