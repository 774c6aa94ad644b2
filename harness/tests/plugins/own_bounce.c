/* An engine for tests: it builds bouncing balls itself, and makes steps of free flight and bounces
 * at the time at which the parabola meets the floor, so that its states are exact but for
 * rounding.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "halfstep_engine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct ball {
    const struct halfstep_system *system;
    double m, g, e;
    double t, z, v, impulse;
    double mass_factor; /* of what it says about its energy */
    char fault[16];     /* "crash", "hang", "print": in a step; others in what is asked */
};

static void *create(const struct halfstep_system *system) {
    struct ball *b = calloc(1, sizeof *b);
    if (b == NULL || halfstep_place_of(system, "z") != 0 || system->contacts != 1) {
        free(b);
        return NULL;
    }
    b->system = system;
    b->m = halfstep_number_of(system, "m");
    b->g = halfstep_number_of(system, "g");
    b->e = system->restitution[0];
    b->mass_factor = 1;
    return b;
}

static const char *refusal(void) {
    return "it is for one ball above a floor";
}

static int start(void *self, double t, const double *x) {
    struct ball *b = self;
    b->t = t;
    b->z = x[0];
    b->v = x[1];
    b->impulse = 0;
    return 0;
}

/* Until the time at which z + v s - g s^2/2 = 0, if that is within the step; it bounces then. */
static int step(void *self, double h) {
    struct ball *b = self;
    const double meets = (b->v + sqrt(b->v * b->v + 2 * b->g * b->z)) / b->g;
    double rest = h;
    if (strcmp(b->fault, "crash") == 0)
        raise(SIGSEGV);
    while (strcmp(b->fault, "hang") == 0)
        pause();
    for (int i = 0; i < 1000 && strcmp(b->fault, "print") == 0; i++)
        fputs("internal error\n", stderr);
    b->impulse = 0;
    if (meets < h) {
        const double down = b->v - b->g * meets;
        b->z = 0;
        b->v = -b->e * down;
        b->impulse = -b->m * (1 + b->e) * down;
        rest = b->e > 0 ? h - meets : 0; /* a dead ball stays */
    }
    b->z += b->v * rest - b->g * rest * rest / 2;
    b->v -= b->g * rest;
    b->t += h;
    return 0;
}

static void state(void *self, double *t, double *x) {
    const struct ball *b = self;
    *t = b->t;
    x[0] = b->z;
    x[1] = b->v;
}

static int gaps(void *self, double *gap) {
    const struct ball *b = self;
    gap[0] = b->z;
    return 0;
}

static int impulses(void *self, double *impulse) {
    const struct ball *b = self;
    impulse[0] = b->impulse;
    if (strcmp(b->fault, "overrun") == 0)
        impulse[1] = 0;
    return 0;
}

static int energy(void *self, double *value) {
    const struct ball *b = self;
    if (strcmp(b->fault, "crash-energy") == 0)
        abort();
    *value = b->mass_factor * b->m * b->v * b->v / 2 + b->m * b->g * b->z;
    return 0;
}

static int set_option(void *self, const char *name, const char *value) {
    struct ball *b = self;
    if (strcmp(name, "mass") == 0)
        b->mass_factor = atof(value);
    else if (strcmp(name, "fault") == 0)
        strncpy(b->fault, value, sizeof b->fault - 1);
    return strcmp(name, "mass") != 0 && strcmp(name, "fault") != 0;
}

const struct halfstep_integrator *halfstep_integrator(void) {
    static const struct halfstep_scene scenes[] = {
        {"bouncing_ball bouncing_ball_?*", "nothing that matters", "g=10"}};
    static const struct halfstep_setting settings[] = {
        {"fault", "none|crash|hang|print|crash-energy|overrun", "none", NULL,
         "what a step does, or a question"},
        {NULL, NULL, NULL, NULL, NULL}};
    static const struct halfstep_integrator it = {
        .interface_version = HALFSTEP_INTERFACE,
        .name = "own bounce",
        .create = create,
        .destroy = free,
        .start = start,
        .step = step,
        .state = state,
        .set_option = set_option,
        .significand_bits = 53,
        .version = "1.2",
        .scenes = 1,
        .scene = scenes,
        .setting = settings,
        .energy = energy,
        .gaps = gaps,
        .impulses = impulses,
        .refusal = refusal,
    };
    return &it;
}
