/* Contacts of random models: floors, walls, waves, bumps, rounds, a moving wall, bodies that meet;
 * most of them begin apart, some at rest on the surface or close to it, some to be grazed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "ref/tests/random/invent.h"

/* How far apart it begins: mostly somewhere, else zero, or a little. */
static double draw_distance(struct invention *v) {
    switch (invent_choice(v, 10)) {
    case 0: return 0;
    case 1: return invent_decades(v, -7, -2) * v->scale;
    default: return invent_between(v, 0.02, 1) * v->scale;
    }
}

/* A wall before or behind one coordinate, still or moving. */
static void write_wall(struct invention *v, int i) {
    const double d = draw_distance(v);
    const char *q = invent_position(i);
    const bool ahead = invent_chance(v, 0.75), below = (v->speed[i] < 0) == ahead;
    if (below)
        invent_write(v, "gap = %s - (%.12g)", q, v->start[i] - d);
    else
        invent_write(v, "gap = %.12g - %s", v->start[i] + d, q);
    if (invent_chance(v, 0.15))
        invent_write(v, " - %.4g*sin(%.4g*t)", 0.1 * v->scale, invent_between(v, 1, 6));
}

/* A ground that is a wave or a narrow bump. */
static void write_ground(struct invention *v, int along, int across) {
    const char *x = invent_position(along), *y = invent_position(across);
    const double height = invent_between(v, 0.02, 0.4) * v->scale;
    const double place = invent_between(v, -2, 2) * v->scale;
    const double bottom = v->start[across] - height - draw_distance(v);
    if (invent_chance(v, 0.5)) {
        invent_write(v, "gap = %s - (%.12g) + %.4g*cos(%.4g*%s)", y, bottom, height,
                     invent_between(v, 0.5, 4) / v->scale, x);
        return;
    }
    const double width = invent_decades(v, -2.5, 0) * v->scale;
    invent_write(v, "gap = %s - (%.12g) - %.4g*exp(-((%s - (%.4g))/%.4g)^2)", y, bottom,
                 height, x, place, width);
    invent_add_feature(v, width / v->scale, "(%s - (%.4g))/%.4g", x, place, v->scale);
}

/* A round: outside of it, or inside. */
static void write_round(struct invention *v, int along, int across) {
    const char *x = invent_position(along), *y = invent_position(across);
    const bool outside = invent_chance(v, 0.6);
    const double reach = outside ? 2 : 0.3, a = v->start[along], b = v->start[across];
    const double cx = a + invent_between(v, -reach, reach) * v->scale;
    const double cy = b + invent_between(v, -reach, reach) * v->scale;
    const double far = hypot(cx - a, cy - b), d = draw_distance(v);
    const double radius = outside ? far * invent_decades(v, -2, -0.05) : far + d;
    invent_write(v, "gap = %ssqrt((%s - (%.6g))^2 + (%s - (%.6g))^2)%s%.9g%s",
                 outside ? "" : "-", x, cx, y, cy, outside ? " - " : " + ", radius,
                 outside ? "" : "");
    if (outside)
        invent_add_feature(v, radius / v->scale,
                           "(sqrt((%s - (%.6g))^2 + (%s - (%.6g))^2) - %.9g)/%.4g", x, cx,
                           y, cy, radius, v->scale);
}

static void write_gap(struct invention *v, int i, int other) {
    if (other < 0 || invent_chance(v, 0.5)) {
        write_wall(v, i);
        return;
    }
    switch (invent_choice(v, 4)) {
    case 0:
        invent_write(v, "gap = %s - %s + (%.12g)", invent_position(i),
                     invent_position(other),
                     v->start[other] - v->start[i] + draw_distance(v));
        return;
    case 1: write_round(v, other, i); return;
    default: write_ground(v, other, i); return;
    }
}

static void write_friction(struct invention *v, int other) {
    invent_write(v, "; slide = %s", invent_velocity(other));
    if (invent_chance(v, 0.2))
        invent_write(v, " - (%.4g)", invent_between(v, -1, 1) * v->scale);
    const double mu = invent_between(v, 0.05, 1);
    if (invent_chance(v, 0.7))
        invent_write(v, "; friction = %.3g", mu);
    else
        invent_write(v, "; static_friction = %.3g; dynamic_friction = %.3g", mu,
                     mu * invent_between(v, 0.3, 1));
    if (invent_chance(v, 0.1))
        invent_write(v, "; viscous_friction = %.3g", 0.1 / v->scale);
}

void invent_contact(struct invention *v, int number) {
    const int i = invent_choice(v, v->coordinates);
    const int other =
        v->coordinates > 1
            ? (i + 1 + invent_choice(v, v->coordinates - 1)) % v->coordinates
            : -1;
    invent_write(v, "contact c%d { ", number);
    write_gap(v, i, other);
    if (other >= 0 && invent_chance(v, 0.55))
        write_friction(v, other);
    const double e = invent_chance(v, 0.3)   ? 0
                     : invent_chance(v, 0.2) ? 1
                                             : invent_between(v, 0.05, 0.95);
    invent_write(v, "; restitution = %.3g }\n", e);
}
