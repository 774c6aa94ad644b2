/* What an adapter of an engine defines: a table, which engine.c makes an integrator behind
 * halfstep_integrator.h of. The adapter's file is compiled with engine.c and the scenes into a
 * shared library, with -DENGINE=its table; it may be C or C++.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ENGINES_ENGINE_H
#define ENGINES_ENGINE_H

#include "mechanism.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the settings are set to; see engine_choice. */
struct engine_settings;

struct engine {
    const char *name;
    const char *(*version)(void); /* "0.16.2"; may live in static memory */
    int significand_bits;         /* 53 or 24 */
    bool is_planar; /* it builds MECHANISM_PLANAR_MODELS alone, else MECHANISM_MODELS */
    /* A coefficient of its own for what does not slide; else scenes with two are refused. */
    bool has_static_friction;
    /* It builds sleeves, twists and tips; else scenes with them are refused, for the reason given,
     * or (NULL) because the adapter does not build them. */
    bool has_sleeves;
    const char *why_no_sleeves;
    /* Another process makes its steps: the time that they take is the wall's, else the
     * processor's. */
    bool is_apart;
    /* Ends with one without a name; values "a|b|c" are checked, others are numbers >= 0. */
    const struct halfstep_setting *setting;

    /* A world with the scene's bodies where they are; gets no call before. NULL: it cannot,
     * and *why, static text, says why. */
    void *(*open)(const struct mechanism *s, const struct engine_settings *settings,
                  const char **why);
    void (*close)(void *world);

    /* One step of exactly h. Nonzero: it failed. */
    int (*step)(void *world, double h);

    /* Of each body of *s position, quaternion, velocity and spin := where it is; mass and
     * inertia := what the engine holds them to be. */
    void (*read)(void *world, struct mechanism *s);

    /* Optional. How many sweeps or iterations the contact solver has made in the last step; NaN:
     * it pivots. */
    double (*iterations)(void *world);

    /* Optional. Why the last step failed, in one sentence; lives as long as the world. */
    const char *(*why)(void *world);
};

/* By these names every adapter has them. */
#define ENGINE_PARTS                                                                     \
    .setting = settings, .open = open_world, .close = close_world, .step = step,         \
    .read = read_world

/* The setting's value: what was chosen, else the usual one. As a number: NaN if it is none. */
const char *engine_choice(const struct engine_settings *settings, const char *name);
double engine_number(const struct engine_settings *settings, const char *name);
bool engine_chose(const struct engine_settings *settings, const char *name,
                  const char *value);

#ifdef __cplusplus
}
#endif
#endif
