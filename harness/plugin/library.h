/* An integrator from a shared library.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_LIBRARY_H
#define HARNESS_PLUGIN_LIBRARY_H

#include "harness/plugin/activity.h"
#include "harness/plugin/halfstep_integrator.h"
#include "problems/base/status.h"

/* The integrator that the library at `path` defines; it stays loaded. NULL: *d says what is
 * wrong with it. */
const struct halfstep_integrator *library_load(const char *path, struct activity *a,
                                               struct diagnostic *d);

#endif
