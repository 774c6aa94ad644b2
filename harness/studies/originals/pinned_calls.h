/* Calls of the library fast that no study makes, on systems that no model is, with
 * what comes of them as a list of numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PINNED_CALLS_H
#define HARNESS_PINNED_CALLS_H

#include <jansson.h>

#include "fast/options.h"

struct diagnostic; /* problems/base/status.h */

/* The numbers, as a JSON array. NULL: out of memory. */
json_t *pinned_calls(enum integrator_method method, enum fast_mode mode);

/* Whether they are the same, to what functions may differ; if not, *d says which. */
bool pinned_calls_same(const json_t *found, const json_t *pinned, struct diagnostic *d);

#endif
