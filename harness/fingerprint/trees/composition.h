/* The composition law of B-series: two steps in a row are the series with the weights
 *
 *     (a b)(t) = a(t) + sum over the subtrees s of t that contain its root of
 *                b(s) prod over the branches cut off of a(branch)
 *
 * (Hairer, Lubich, Wanner, Geometric Numerical Integration, theorem III.1.10). Only measured
 * weights enter: where two steps disagree with it, the second one remembers the first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPOSITION_H
#define HARNESS_COMPOSITION_H

#include <stdbool.h>

#include <mpfr.h>

#include "harness/fingerprint/trees/forest.h"

/* product[count] := (a b)(t) for every tree; without the term a(t) when `second_only`: that
 * is the second step's estimate, b being the weights of the estimate. size[count] := the sum
 * of the terms' absolute values, which rounding errors are proportional to. The forest has
 * every subtree of its trees, and every tree with branches cut off. No overlap. Nonzero: out
 * of memory, or a tree is missing. */
int composition_weights(mpfr_t *product, mpfr_t *size, const struct forest *f,
                        const mpfr_t *a, const mpfr_t *b, bool second_only);

/* The index of a tree of the forest with such a root and children (ascending); -1: none. */
int composition_lookup(const struct forest *f, enum tree_colour colour, int time_leaves,
                       int children, const int *child);

#endif
