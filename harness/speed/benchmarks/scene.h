/* A model as Simbody is given it, for models of bodies in a row: their heights, speeds, masses and
 * inertias by the names in the catalogue's files.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARK_SCENE_H
#define HARNESS_BENCHMARK_SCENE_H

#include "harness/integrators/peers/peer_simbody.h"
#include "problems/model.h"

struct scene {
    struct peer_scene scene;
    double *number; /* what its arrays are in */
    int *height;    /* [bodies] places of the heights in q */
};

/* Of constraints: Simbody's default, as is that of our faithful mode. */
extern const double scene_tolerance;

/* Of the model that the catalogue calls `name`. Cleared in any case. Nonzero: *d says why. */
int scene_make(struct scene *s, const struct model *m, const char *name,
               enum peer_scene_solver solver, double step, struct diagnostic *d);
void scene_clear(struct scene *s);

#endif
