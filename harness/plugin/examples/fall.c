/* An engine of one ball on a floor, as engines make their steps: semi-implicit Euler, and contact
 * looked for at the beginning of a step,
 *
 *     v := v - h g;   if the ball is at the floor or below and v < 0:  v := -e v;   z := z + h v
 *
 * A complete engine for Halfstep, to be copied. With halfstep_integrator.h and halfstep_engine.h
 * beside it:
 *
 *     cc -std=c11 -O2 -fPIC -shared -o engine.so fall.c
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "halfstep_engine.h"

struct ball {
    const struct halfstep_system *system;
    int z, v; /* their places in the state */
    double m, g, e, t, height, speed;
};

/* The scene, from what the model is: its numbers, and where its components are. */
static void *create(const struct halfstep_system *system) {
    struct ball *b = calloc(1, sizeof *b);
    if (b == NULL)
        return NULL;
    b->system = system;
    b->z = halfstep_place_of(system, "z");
    b->v = halfstep_place_of(system, "v");
    b->m = halfstep_number_of(system, "m");
    b->g = halfstep_number_of(system, "g");
    b->e = halfstep_number_of(system, "e");
    return b;
}

static int start(void *self, double t, const double *x) {
    struct ball *b = self;
    b->t = t;
    b->height = x[b->z];
    b->speed = x[b->v];
    return 0;
}

static int step(void *self, double h) {
    struct ball *b = self;
    b->speed -= h * b->g;
    if (b->height <= 0 && b->speed < 0)
        b->speed = -b->e * b->speed;
    b->height += h * b->speed;
    b->t += h;
    return 0;
}

static void state(void *self, double *t, double *x) {
    const struct ball *b = self;
    *t = b->t;
    x[b->z] = b->height;
    x[b->v] = b->speed;
}

/* By this the bench finds out whether the scene is the model's. */
static int energy(void *self, double *energy) {
    const struct ball *b = self;
    *energy = b->m * b->speed * b->speed / 2 + b->m * b->g * b->height;
    return 0;
}

const struct halfstep_integrator *halfstep_integrator(void) {
    static const struct halfstep_scene scenes[] = {
        {"bouncing_ball bouncing_ball_?*", NULL, NULL}};
    static const struct halfstep_integrator it = {
        .interface_version = HALFSTEP_INTERFACE,
        .name = "fall",
        .create = create,
        .destroy = free,
        .start = start,
        .step = step,
        .state = state,
        .scenes = 1,
        .scene = scenes,
        .energy = energy,
    };
    return &it;
}
