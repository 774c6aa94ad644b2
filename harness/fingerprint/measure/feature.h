/* What failing trees have in common, and passing ones have not: a pattern that a person
 * would look for, as an edge or a path of colours, a time leaf, a height, the root's colour,
 * or the and/or of two of these.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FEATURE_H
#define HARNESS_FEATURE_H

#include <stdbool.h>

#include "harness/fingerprint/trees/forest.h"

enum { FEATURE_TEXT = 160 };

/* text := "trees with an edge v-q": the simplest pattern that exactly the failing among the
 * judged trees have. Nonzero: there is none, or fewer than one tree fails or passes. */
int feature_find(char text[FEATURE_TEXT], const struct forest *f, const bool *judged,
                 const bool *failing);

#endif
