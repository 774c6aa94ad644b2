/* An engine's table as an integrator behind halfstep_integrator.h: a world is opened at each start,
 * and its bodies are read as a state.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "engine.h"

#include <float.h>
#include <stdlib.h>
#include <time.h>

#include "engine_settings.h"
#include "frame.h"

extern const struct engine ENGINE;
static struct halfstep_setting all_settings[ENGINE_MOST_SETTINGS + 1];

struct bench {
    const struct halfstep_system *system;
    struct engine_settings settings;
    struct mechanism scene, placed; /* as the model has it, and as the engine has it */
    void *world;
    double t, seconds, iterations; /* since the start */
    const char *why;
};

static void close_world(struct bench *b) {
    if (b->world != NULL)
        ENGINE.close(b->world);
    b->world = NULL;
}

static void destroy(void *self) {
    close_world(self);
    free(self);
}

/* Whether the engine has what the scene is made of; else b->why says what not. */
static bool has_parts(struct bench *b) {
    const struct mechanism *s = &b->scene;
    b->why = "the engine has one coefficient of friction, the scene two";
    if (mechanism_has_two_frictions(s) && !ENGINE.has_static_friction)
        return false;
    b->why = ENGINE.why_no_sleeves != NULL
                 ? ENGINE.why_no_sleeves
                 : "the adapter gives it no joint that slides along one axis and turns "
                   "about another";
    if (s->tips > 0 && !ENGINE.has_sleeves)
        return false;
    b->why = "the scene leaves the plane";
    return !ENGINE.is_planar || s->is_planar;
}

/* The scene at the state x[], or b->why says why there is none. */
static int build(struct bench *b, const double *x) {
    b->scene.time = b->t;
    if (mechanism_make(&b->scene, b->system, x, &b->why) ||
        frame_place(&b->placed, &b->scene, &b->settings, &b->why))
        return -1;
    if (!has_parts(b))
        return -1;
    b->why = "the engine has not built the scene";
    b->world = ENGINE.open(&b->placed, &b->settings, &b->why);
    return b->world == NULL ? -1 : 0;
}

static const char *why_none = "out of memory";

/* Why there is no bench. */
static const char *refusal(void) {
    return why_none;
}

/* The scene at the model's start, which shows whether it can be built; settings come later. */
static void *create(const struct halfstep_system *system) {
    struct bench *b = calloc(1, sizeof *b);
    if (b == NULL)
        return NULL;
    b->system = system;
    b->settings.known = all_settings;
    if (build(b, system->initial) == 0)
        return b;
    why_none = b->why;
    free(b);
    return NULL;
}

static int start(void *self, double t, const double *x) {
    struct bench *b = self;
    close_world(b);
    b->t = t;
    b->seconds = b->iterations = 0;
    return build(b, x);
}

/* Of the processor, which others on the machine do not make longer. */
static double clock_now(void) {
    struct timespec now;
    clock_gettime(ENGINE.is_apart ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int step(void *self, double h) {
    struct bench *b = self;
    /* Engines assert that what they compute is finite, and end the process. */
    b->why = "a step has to be positive, and its square finite";
    if (!(h > 0) ||
        !(h * h <= (ENGINE.significand_bits > FLT_MANT_DIG ? DBL_MAX : FLT_MAX)))
        return -1;
    b->why = "the engine's step failed";
    const double began = clock_now();
    const int failed = ENGINE.step(b->world, h);
    b->seconds += clock_now() - began;
    if (!failed && ENGINE.iterations != NULL)
        b->iterations += ENGINE.iterations(b->world);
    if (failed && ENGINE.why != NULL)
        b->why = ENGINE.why(b->world);
    b->t += failed ? 0 : h;
    return failed;
}

static void look(struct bench *b) {
    ENGINE.read(b->world, &b->placed);
    frame_see(&b->scene, &b->placed, &b->settings);
    b->scene.time = b->t;
}

static void state(void *self, double *t, double *x) {
    struct bench *b = self;
    *t = b->t;
    look(b);
    mechanism_tell(&b->scene, x);
}

static int set_option(void *self, const char *name, const char *value) {
    struct bench *b = self;
    return engine_set(&b->settings, name, value);
}

static const char *why(void *self) {
    const struct bench *b = self;
    return b->why;
}

static int energy(void *self, double *value) {
    struct bench *b = self;
    look(b);
    *value = mechanism_energy(&b->scene);
    return 0;
}

static int statistic(void *self, int i, const char **name, double *value) {
    const struct bench *b = self;
    *name = "iterations";
    *value = b->iterations;
    return i == 0 && ENGINE.iterations != NULL ? 0 : -1;
}

static int own_time(void *self, double *seconds) {
    const struct bench *b = self;
    *seconds = b->seconds;
    return 0;
}

/* The engine's own, and those that every scene has. */
static const struct halfstep_setting *gather_settings(void) {
    int count = 0;
    for (const struct halfstep_setting *one = ENGINE.setting; one->name != NULL; one++)
        all_settings[count++] = *one;
    for (int i = 0; i < FRAME_SETTINGS && count < ENGINE_MOST_SETTINGS; i++)
        all_settings[count++] = frame_settings[i];
    all_settings[count] = (struct halfstep_setting){0};
    return all_settings;
}

const struct halfstep_integrator *halfstep_integrator(void) {
    static struct halfstep_integrator it;
    static const struct halfstep_scene all = {MECHANISM_MODELS, NULL, NULL},
                                       planar = {MECHANISM_PLANAR_MODELS, NULL, NULL};
    it = (struct halfstep_integrator){
        .interface_version = HALFSTEP_INTERFACE,
        .name = ENGINE.name,
        .create = create,
        .destroy = destroy,
        .start = start,
        .step = step,
        .state = state,
        .set_option = set_option,
        .statistic = statistic,
        .why = why,
        .significand_bits = ENGINE.significand_bits,
        .version = ENGINE.version(),
        .scenes = 1,
        .scene = ENGINE.is_planar ? &planar : &all,
        .setting = gather_settings(),
        .energy = energy,
        .own_time = own_time,
        .refusal = refusal,
    };
    return &it;
}
