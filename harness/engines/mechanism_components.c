/* Bodies by the components of the model, both ways.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "mechanism_parts.h"

/* Where in x a body's component is; -1: there is none. It is looked for from behind the last one
 * that was found, *last, on: bodies come in the model's order, and there are up to a thousand. */
static int place_of(const struct mechanism *s, const struct mechanism_component *c,
                    const struct mechanism_body *b, int *last) {
    const int count = s->system->nq + s->system->nv + s->system->nz;
    char text[40];
    snprintf(text, sizeof text, "%s%s", c->name, b->index);
    for (int k = 1; k <= count; k++) {
        const int place = (*last + k) % count;
        if (strcmp(s->system->component[place], text) == 0)
            return *last = place;
    }
    return -1;
}

static bool is_of(const struct mechanism_component *c, int body) {
    return c->body == body || c->body == MECHANISM_EACH;
}

static void set(struct mechanism_body *b, const struct mechanism_component *c,
                double value) {
    switch (c->part) {
    case MECHANISM_PLACE: b->position[c->axis] = value; break;
    case MECHANISM_ANGLE: mechanism_turn(b, value, b->spin[2]); break;
    case MECHANISM_ATTITUDE: b->quaternion[c->axis] = value; break;
    case MECHANISM_VELOCITY: b->velocity[c->axis] = value; break;
    case MECHANISM_SPIN:
    case MECHANISM_TURNING: b->spin[c->axis] = value; break;
    }
}

/* Spins that were given about the body's axes, by the component of the last of them. */
static void turn_spin(struct mechanism_body *b, const struct mechanism_component *c) {
    const double turning[] = {b->spin[0], b->spin[1], b->spin[2]};
    if (c->part == MECHANISM_TURNING && c->axis == 2)
        halfstep_to_space(b->quaternion, turning, b->spin);
}

void mechanism_place(struct mechanism *s, const struct mechanism_component *component,
                     const double *x) {
    int last = 0;
    s->component = component;
    for (const struct mechanism_component *c = component; c->name != NULL; c++)
        for (int i = 0; i < s->bodies; i++) {
            const int place = is_of(c, i) ? place_of(s, c, &s->body[i], &last) : -1;
            if (place < 0)
                continue;
            set(&s->body[i], c, x[place] + c->less);
            turn_spin(&s->body[i], c);
        }
}

/* No further than half a turn from the one told before. */
static double follow_angle(struct mechanism_body *b) {
    const double turn = 4 * acos(0);
    const double angle = mechanism_angle_of(b);
    b->angle = angle + turn * round((b->angle - angle) / turn);
    return b->angle;
}

/* Of the quaternion's two signs the one nearer to what was told before. */
static double follow_attitude(struct mechanism_body *b, int number) {
    double along = 0;
    for (int i = 0; i < 4; i++)
        along += b->told[i] * b->quaternion[i];
    for (int i = 0; i < 4; i++)
        b->told[i] = along < 0 ? -b->quaternion[i] : b->quaternion[i];
    return b->told[number];
}

static double tell(struct mechanism_body *b, const struct mechanism_component *c) {
    double turning[3];
    switch (c->part) {
    case MECHANISM_PLACE: return b->position[c->axis];
    case MECHANISM_ANGLE: return follow_angle(b);
    case MECHANISM_ATTITUDE: return follow_attitude(b, c->axis);
    case MECHANISM_VELOCITY: return b->velocity[c->axis];
    case MECHANISM_SPIN: return b->spin[c->axis];
    case MECHANISM_TURNING: break;
    }
    halfstep_to_body(b->quaternion, b->spin, turning);
    return turning[c->axis];
}

void mechanism_tell(struct mechanism *s, double *x) {
    int last = 0;
    for (const struct mechanism_component *c = s->component; c != NULL && c->name != NULL;
         c++)
        for (int i = 0; i < s->bodies; i++) {
            const int place = is_of(c, i) ? place_of(s, c, &s->body[i], &last) : -1;
            if (place >= 0)
                x[place] = tell(&s->body[i], c) - c->less;
        }
    if (s->tell != NULL)
        s->tell(s, x);
}
