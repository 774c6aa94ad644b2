/* How small a fault of a coefficient the fingerprint still sees.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CORPUS_SMALLEST_H
#define HARNESS_CORPUS_SMALLEST_H

#include "harness/corpus/variant.h"

struct diagnostic; /* problems/base/status.h */

enum { SMALLEST_BITS = 256 };

/* *k := the largest k such that a variant SIZE_... of size 2^-k and all larger ones that
 * bisection has met are seen, in trees of order <= 3: in double by steps of the
 * integrator on probe A, else (bits) from its weights in that precision. Nonzero: *d
 * says why. */
int smallest_find(int *k, const struct variant *v, int bits, struct diagnostic *d);

#endif
