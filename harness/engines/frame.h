/* The same scene elsewhere: moved by a kilometre, turned, mirrored, or with its bodies in
 * another order. What it comes to, seen from its own axes, must not depend on that.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ENGINES_FRAME_H
#define ENGINES_FRAME_H

#include "engine.h"

/* Rows of a table of settings that every engine has: "frame" and "order". */
extern const struct halfstep_setting frame_settings[];
enum { FRAME_SETTINGS = 2 };

/* *placed := the scene as the settings have it. Nonzero: it cannot be had so, and *why says why. */
int frame_place(struct mechanism *placed, const struct mechanism *scene,
                const struct engine_settings *chosen, const char **why);

/* Of each body of *scene position, quaternion, velocity, spin, mass and inertia := those of
 * *placed, seen from the scene's own axes. */
void frame_see(struct mechanism *scene, const struct mechanism *placed,
               const struct engine_settings *chosen);

#endif
