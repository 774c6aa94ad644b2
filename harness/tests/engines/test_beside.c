/* Engines beside unrelated work: a block that slides is the same bit by bit when another world
 * of that engine goes on in the same process. What is held here is the engine's own memory.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/integrators/subject_options.h"
#include "harness/tests/engines/bench.h"
#include "problems/model.h"

static const char *const engines[] = {
#ifdef ENGINE_ODE
    ENGINE_ODE,
#endif
#ifdef ENGINE_BOX2D
    ENGINE_BOX2D,
#endif
#ifdef ENGINE_CHIPMUNK
    ENGINE_CHIPMUNK,
#endif
#ifdef ENGINE_BULLET
    ENGINE_BULLET,
#endif
#ifdef ENGINE_BULLET_MULTIBODY
    ENGINE_BULLET_MULTIBODY,
#endif
#ifdef ENGINE_DART
    ENGINE_DART,
#endif
#ifdef ENGINE_SIMBODY_BODIES
    ENGINE_SIMBODY_BODIES,
#endif
#ifdef ENGINE_SIMBODY_COMPLIANT
    ENGINE_SIMBODY_COMPLIANT,
#endif
#ifdef ENGINE_SICONOS
    ENGINE_SICONOS,
#endif
#ifdef ENGINE_MUJOCO
    ENGINE_MUJOCO,
#endif
#ifdef ENGINE_DRAKE
    ENGINE_DRAKE,
#endif
    NULL};

/* A pendulum swings beside a block, a ball falls beside a pendulum. */
Test(beside, an_engine_makes_the_same_steps) {
    static const char *const even[] = {"mu_s=0.3", "mu_d=0.3", NULL};
    static const struct {
        const char *model;
        const char *const *settings;
    } scenes[] = {{"sliding_block", even}, {"pendulum", NULL}};
    for (int i = 0; engines[i] != NULL; i++)
        for (int k = 0; k < 2; k++) {
            const struct subject_options options = subject_default_options();
            const struct plugin plugin = {.place = engines[i],
                                          .name = "it",
                                          .is_engine = true,
                                          .seconds_limit = 20};
            struct model *m = engine_model(scenes[k].model, scenes[k].settings);
            struct diagnostic d = {""};
            long count = -1;
            const int failed =
                plugin_agrees_beside((void *)&plugin, m, &options, &count, &d);
            model_free(m);
            if (failed && strstr(d.text, "leaves the plane") != NULL)
                continue;
            cr_expect(!failed && count == 0, "%s, %s: %ld differ; %s", engines[i],
                      scenes[k].model, count, d.text);
        }
}
