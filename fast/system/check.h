/* The caller's system.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_SYSTEM_CHECK_H
#define FAST_SYSTEM_CHECK_H

#include "fast/status.h"

struct integrator_system; /* fast/system.h */

/* FAST_BAD_SYSTEM: sizes, callbacks and patterns do not fit together. */
enum fast_status fast_check_system(const struct integrator_system *system);

#endif
