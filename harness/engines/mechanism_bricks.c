/* Blocks and bricks that move in space. A block's mass is spread evenly; a brick's moments of inertia are
 * all the same.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "mechanism_parts.h"

/* Component `name` of the block of that index: "", "[3]", "[2,1]". */
static const char *indexed(char *text, size_t size, const char *name, const char *index) {
    snprintf(text, size, "%s%s", name, index);
    return text;
}

enum { longest_name = 40, longest_index = 32 };
static const char *const attitude[] = {"e0", "e1", "e2", "e3"};
static const char *const place[] = {"x", "y", "z"}, *const turning[] = {"wx", "wy", "wz"};
static const char *const moving[] = {"vx", "vy", "vz"};

static void read_block(const struct mechanism *s, const double *x, const char *index,
                       const char *const *name, int count, double *value) {
    char text[longest_name];
    for (int k = 0; k < count; k++)
        value[k] =
            mechanism_component(s, x, indexed(text, sizeof text, name[k], index), 0);
}

static void place_block(struct mechanism *s, struct mechanism_body *b, const double *x,
                        const char *index) {
    read_block(s, x, index, attitude, 4, b->quaternion);
    read_block(s, x, index, place, 3, b->position);
    read_block(s, x, index, turning, 3, b->spin);
    read_block(s, x, index, moving, 3, b->velocity);
}

static void write_block(const struct mechanism *s, double *x, const char *index,
                        const char *const *name, int count, const double *value) {
    char text[longest_name];
    for (int k = 0; k < count; k++)
        mechanism_set(s, x, indexed(text, sizeof text, name[k], index), 0, value[k]);
}

static void tell_block(struct mechanism *s, struct mechanism_body *b, double *x,
                       const char *index) {
    double q[4];
    mechanism_attitude(b, q);
    write_block(s, x, index, attitude, 4, q);
    write_block(s, x, index, place, 3, b->position);
    write_block(s, x, index, turning, 3, b->spin);
    write_block(s, x, index, moving, 3, b->velocity);
}

static void tell_sliding_block(struct mechanism *s, double *x) {
    tell_block(s, &s->body[0], x, "");
}

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
    struct mechanism_body *block =
        mechanism_add_box(s, mechanism_number(s, "m"), mechanism_number(s, "a"),
                          mechanism_number(s, "b"), mechanism_number(s, "c"));
    mechanism_lay_floor(s, mechanism_number(s, "slope"), mechanism_number(s, "e"), 0);
    place_block(s, block, x, "");
    s->tell = tell_sliding_block;
    return mechanism_set_friction(s, why);
}

/* A brick of half edges a, b, c, of that index. */
static void add_brick(struct mechanism *s, const double *x, const char *index, double m,
                      const double *half, double inertia) {
    struct mechanism_body *brick = mechanism_add(s, MECHANISM_BOX, m);
    memcpy(brick->half, half, sizeof brick->half);
    mechanism_set_inertia(brick, inertia);
    place_block(s, brick, x, index);
}

static void tell_brick_stack(struct mechanism *s, double *x) {
    char index[longest_index];
    for (int i = 0; i < s->bodies; i++) {
        snprintf(index, sizeof index, "[%d]", i + 1);
        tell_block(s, &s->body[i], x, index);
    }
}

int mechanism_make_brick_stack(struct mechanism *s, const double *x, const char **why) {
    const double n = mechanism_number(s, "n");
    const double a = mechanism_number(s, "a"), b = mechanism_number(s, "b");
    const double half[] = {a, b, a};
    char index[longest_index];
    *why = "too many bricks";
    if (n > MECHANISM_MOST_BODIES)
        return -1;
    mechanism_lay_floor(s, mechanism_number(s, "slope"), mechanism_number(s, "e"),
                        mechanism_number(s, "mu"));
    for (int i = 1; i <= n; i++) {
        double m = mechanism_number(s, "m");
        m *= i == 1 ? mechanism_number(s, "bottom") : 1;
        m *= i == n ? mechanism_number(s, "top") : 1;
        snprintf(index, sizeof index, "[%d]", i);
        add_brick(s, x, index, m, half, m * (a * a + b * b) / 3);
    }
    s->tell = tell_brick_stack;
    return 0;
}

/* Row j of a wall, counted from 1, has as many bricks. */
static int bricks_of_row(const struct mechanism *s, int j) {
    return (int)(mechanism_number(s, "columns") -
                 (mechanism_number(s, "rise") - 1) * (j - 1));
}

static void tell_brick_wall(struct mechanism *s, double *x) {
    char index[longest_index];
    int brick = 0;
    for (int j = 1; j <= mechanism_number(s, "rows"); j++)
        for (int i = 1; i <= bricks_of_row(s, j); i++) {
            snprintf(index, sizeof index, "[%d,%d]", j, i);
            tell_block(s, &s->body[brick++], x, index);
        }
}

int mechanism_make_brick_wall(struct mechanism *s, const double *x, const char **why) {
    const double rows = mechanism_number(s, "rows"), m = mechanism_number(s, "m");
    const double half[] = {mechanism_number(s, "a"), mechanism_number(s, "b"),
                           mechanism_number(s, "c")};
    const double square = half[0] * half[0] + half[1] * half[1] + half[2] * half[2];
    char index[longest_index];
    *why = "too many bricks";
    if (rows * mechanism_number(s, "columns") > MECHANISM_MOST_BODIES)
        return -1;
    mechanism_lay_floor(s, 0, mechanism_number(s, "e"), mechanism_number(s, "mu"));
    for (int j = 1; j <= rows; j++)
        for (int i = 1; i <= bricks_of_row(s, j); i++) {
            snprintf(index, sizeof index, "[%d,%d]", j, i);
            add_brick(s, x, index, m, half, m * square * 2 / 9);
        }
    s->tell = tell_brick_wall;
    return 0;
}
