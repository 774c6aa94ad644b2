/* An integrator from a shared library.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_LIBRARY_H
#define HARNESS_PLUGIN_LIBRARY_H

#include "harness/plugin/activity.h"
#include "harness/plugin/halfstep_integrator.h"

struct diagnostic; /* problems/base/status.h */

/* *it := the integrator that the library at `path` defines, which stays loaded; what its version of
 * the interface does not have is 0 or NULL. Nonzero: *d says what is wrong with it. */
int library_load(struct halfstep_integrator *it, const char *path, struct activity *a,
                 struct diagnostic *d);

#endif
