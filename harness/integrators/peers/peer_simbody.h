/* Simbody itself, stepping scenes with its SemiExplicitEulerTimeStepper: a shared library that is
 * loaded when it is first asked for, where Simbody was found when Halfstep was configured.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PEER_SIMBODY_H
#define HARNESS_PEER_SIMBODY_H

#include "harness/integrators/peers/peer_simbody_scene.h"
#include "problems/base/status.h"

struct peer_simbody {
    const struct peer_simbody_functions *its; /* NULL: not open */
    void *self;
};

/* *p: the scene, whose arrays are copied; closed by peer_simbody_close. Nonzero: *d says why, and
 * p->its is NULL; SUBJECT_MISSING where there is no Simbody, and then *d says how to have it. */
int peer_simbody_open(struct peer_simbody *p, const struct peer_scene *scene,
                      struct diagnostic *d);
void peer_simbody_close(struct peer_simbody *p); /* takes what is not open */

/* What stands under a symbol of a library that binds Simbody (a path; NULL: there is no Simbody),
 * which stays loaded. NULL: *d says why, or how to have it. */
const void *peer_simbody_load(const char *library, const char *symbol,
                              struct diagnostic *d);

/* From the start, so many steps. Nonzero: *d says why. */
int peer_simbody_run(struct peer_simbody *p, long steps, struct diagnostic *d);

#endif
