/* The same scene elsewhere. A map of space p -> R p + d, R a rotation or the reflection x -> -x;
 * a body's axes are turned along, or reflected along: then the parts of its quaternion and spin
 * that are across the mirror's axis change sign, as those of axial vectors do.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "frame.h"

const struct halfstep_setting frame_settings[] = {
    {"frame", "given|moved|turned|mirrored", "given", NULL,
     "the scene moved by 1 km along x, turned by 0.6 rad, or with left and right "
     "exchanged"},
    {"order", "given|reversed", "given", NULL, "of the bodies"},
    {NULL, NULL, NULL, NULL, NULL},
};

static const double apart[] = {1000, 0, 0}; /* m: along the floor, if there is one */
static const double half_turn = 0.3;        /* rad: half of the angle */

/* About z where the scene stays in the plane, else about y: gravity and floor stay as they are. */
struct frame {
    double q[4], d[3];
    bool is_mirrored, is_reversed;
};

static struct frame frame_of(const struct mechanism *s,
                             const struct engine_settings *chosen) {
    struct frame f = {.q = {1, 0, 0, 0}};
    if (engine_chose(chosen, "frame", "turned")) {
        f.q[0] = cos(half_turn);
        f.q[s->is_planar ? 3 : 2] = sin(half_turn);
    }
    if (engine_chose(chosen, "frame", "moved"))
        memcpy(f.d, apart, sizeof f.d);
    f.is_mirrored = engine_chose(chosen, "frame", "mirrored");
    f.is_reversed = engine_chose(chosen, "order", "reversed");
    return f;
}

/* v := R v, or its inverse. */
static void turn(const struct frame *f, bool back, double *v) {
    double out[3];
    (back ? halfstep_to_body : halfstep_to_space)(f->q, v, out);
    memcpy(v, out, sizeof out);
    if (f->is_mirrored)
        v[0] = -v[0];
}

/* The same of an axial vector: the reflection is -1 times half a turn about x. */
static void turn_axial(const struct frame *f, bool back, double *v) {
    turn(f, back, v);
    for (int k = 0; k < 3 && f->is_mirrored; k++)
        v[k] = -v[k];
}

/* q := p q, p the frame's or its inverse. */
static void turn_attitude(const struct frame *f, bool back, double *q) {
    const double s = back ? -1 : 1;
    const double p[] = {f->q[0], s * f->q[1], s * f->q[2], s * f->q[3]};
    const double product[] = {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
                              p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                              p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
                              p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]};
    memcpy(q, product, sizeof product);
    if (f->is_mirrored) {
        q[2] = -q[2];
        q[3] = -q[3];
    }
}

static void map_body(const struct frame *f, bool back, struct mechanism_body *b) {
    for (int k = 0; k < 3 && back; k++)
        b->position[k] -= f->d[k];
    turn(f, back, b->position);
    for (int k = 0; k < 3 && !back; k++)
        b->position[k] += f->d[k];
    turn(f, back, b->velocity);
    turn_axial(f, back, b->spin);
    turn_attitude(f, back, b->quaternion);
    if (f->is_mirrored)
        b->centre[0] = -b->centre[0];
}

static void map_rest(const struct frame *f, struct mechanism *s) {
    turn(f, false, s->gravity);
    for (int i = 0; i < s->planes; i++) {
        struct mechanism_plane *p = &s->plane[i];
        turn(f, false, p->normal);
        for (int k = 0; k < 3; k++)
            p->offset += p->normal[k] * f->d[k];
    }
    for (int i = 0; i < s->joints && f->is_mirrored; i++) {
        s->joint[i].on_body[0] = -s->joint[i].on_body[0];
        s->joint[i].on_other[0] = -s->joint[i].on_other[0];
    }
}

int frame_place(struct mechanism *placed, const struct mechanism *scene,
                const struct engine_settings *chosen, const char **why) {
    const struct frame f = frame_of(scene, chosen);
    *placed = *scene;
    *why = "a scene with joints has its bodies in their order";
    if (f.is_reversed && scene->joints > 0)
        return -1;
    *why = "a scene with a spring stays where it is";
    if (scene->springs > 0 && !engine_chose(chosen, "frame", "given"))
        return -1;
    *why = "a sleeve stays on its pole";
    if (scene->tips > 0 && !engine_chose(chosen, "frame", "given"))
        return -1;
    for (int i = 0; i < scene->bodies; i++) {
        placed->body[i] = scene->body[f.is_reversed ? scene->bodies - 1 - i : i];
        map_body(&f, false, &placed->body[i]);
    }
    map_rest(&f, placed);
    return 0;
}

void frame_see(struct mechanism *scene, const struct mechanism *placed,
               const struct engine_settings *chosen) {
    const struct frame f = frame_of(scene, chosen);
    for (int i = 0; i < scene->bodies; i++) {
        struct mechanism_body seen =
            placed->body[f.is_reversed ? scene->bodies - 1 - i : i];
        struct mechanism_body *b = &scene->body[i];
        map_body(&f, true, &seen);
        seen.angle = b->angle; /* what was told is the scene's */
        memcpy(seen.told, b->told, sizeof seen.told);
        *b = seen;
    }
}
