/* A scene in MuJoCo's format, MJCF.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ENGINES_MUJOCO_SCENE_H
#define ENGINES_MUJOCO_SCENE_H

#include "engine.h"

/* Its text, without the final zero in *length, whose caller frees it; body i is called by its
 * number. NULL: out of memory. */
char *mujoco_scene(const struct mechanism *s, const struct engine_settings *chosen,
                   size_t *length);

#endif
