/* An integrator with a past, for tests of what is kept of it, and what the next step tries.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_SPINNER_H
#define FAST_TESTS_SPINNER_H

#include "fast/pair/base/internal.h"

/* A heavy top at t = 0.3 under error control, all of *options set here, and none of them a
 * default; weights 2, 3, 4; dense output on. */
struct pair *make_spinner(struct integrator_options *options);

/* Takes a step of at most 1 s, and returns the h it has tried first. */
double first_attempt(struct pair *integrator);

#endif
