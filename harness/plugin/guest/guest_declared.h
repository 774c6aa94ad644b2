/* What an integrator of version 2 declares of itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_GUEST_DECLARED_H
#define HARNESS_PLUGIN_GUEST_DECLARED_H

#include "harness/plugin/halfstep_integrator.h"
#include "harness/plugin/packet.h"

/* The scene by which an engine builds a model; NULL: it does not. */
const struct halfstep_scene *guest_find_scene(const struct halfstep_integrator *it,
                                              const char *model);

/* What it takes, as traits (packet.h). */
int guest_traits(const struct halfstep_integrator *it);

/* The answer's text := the document of plugin_declared. */
void guest_declare(const struct halfstep_integrator *it, struct packet *answer);

#endif
