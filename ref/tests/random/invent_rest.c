/* Contacts that begin closed, pushed together, with kinks and jumps in what they hold: in the
 * gap and in the slide. A kink is met some way along another coordinate, or at a time. Patterns,
 * in which a letter stands for something random (all of the size 1):
 *
 *     R a distance that is negative at the start and then mostly grows; V the slip's velocity
 *     A, B numbers in 0.1 .. 1, -2 .. 2
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "ref/tests/random/invent.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static const char *const profiles[] = {
    "0",
    "A*max(R, 0)",
    "-A*max(R, 0)",
    "-A*step(R)/10",
    "A*step(R)/10",
    "B*max(R, 0)^2",
    "B*max(R, 0)^3",
};
static const char *const slides[] = {
    "V",
    "V",
    "V - B*step(R)",
    "V - B*max(R, 0)",
    "V*(1 + A*step(R))",
    "V + B*max(R, 0)^2",
};
/* Ahead of the start along `other`, or of the time 0. */
static void write_distance(struct invention *v, int other) {
    const double way = invent_between(v, 0.02, 1);
    if (other < 0 || invent_chance(v, 0.4)) {
        invent_write(v, "(t - %.4g)", way * v->end);
        return;
    }
    const int sign = v->speed[other] < 0 ? -1 : 1;
    invent_write(v, "(%d*(X%d - (%.6g)))", sign, other,
                 v->start[other] / v->scale + sign * way);
}

static void write_pattern(struct invention *v, const char *pattern, int other,
                          const char *slip) {
    for (const char *c = pattern; *c != '\0'; c++) {
        const bool is_word = c[0] >= 'a' || (c > pattern && c[-1] >= 'a');
        if (is_word)
            invent_write(v, "%c", *c);
        else if (*c == 'R')
            write_distance(v, other);
        else if (*c == 'V')
            invent_write(v, "(%s)", slip);
        else if (*c == 'A')
            invent_write(v, "%.3g", invent_between(v, 0.1, 1));
        else if (*c == 'B')
            invent_write(v, "(%.3g)", invent_between(v, -2, 2));
        else
            invent_write(v, "%c", *c);
    }
}

static void write_friction(struct invention *v, int other, const char *slip, double mu) {
    invent_write(v, "; slide = %.4g*(", v->scale);
    write_pattern(v, slides[invent_choice(v, COUNT(slides))], other, slip);
    invent_write(v, "); friction = %.3g", mu);
}

void invent_resting_contact(struct invention *v, int number) {
    const int i = v->resting, other = v->coordinates > 1 ? (i + 1) % v->coordinates : -1;
    char slip[64];
    invent_write(v, "contact c%d { gap = %s - (%.12g) - %.4g*(", number,
                 invent_position(i), v->start[i], v->scale);
    write_pattern(v, profiles[invent_choice(v, COUNT(profiles))], other, "");
    invent_write(v, ")");
    if (other >= 0 && invent_chance(v, 0.7)) {
        const double at_start = invent_chance(v, 0.5) ? v->speed[other] : 0;
        snprintf(slip, sizeof slip, "(%s - (%.4g))/%.4g", invent_velocity(other),
                 at_start, v->scale);
        write_friction(v, other, slip, invent_between(v, 0.05, 1));
    }
    invent_write(v, "; restitution = %.2g }\n",
                 invent_chance(v, 0.5) ? 0 : invent_between(v, 0.05, 0.95));
}
