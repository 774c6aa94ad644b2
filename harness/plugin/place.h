/* Where an integrator from outside is: a shared library, whose place ends in .so (or .so.1 and
 * the like), or a program and its words.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_PLACE_H
#define HARNESS_PLUGIN_PLACE_H

#include <stdbool.h>

#include "harness/plugin/plugin.h"

bool place_is_library(const struct plugin *p);

/* Whether there is something to load or to run. Nonzero: *d says what is in the way. */
int place_check(const struct plugin *p, struct diagnostic *d);

#endif
