/* The catalogue's truths of one model, made from nothing.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_MAKE_H
#define HARNESS_TRUTH_MAKE_H

#include <jansson.h>

struct diagnostic; /* problems/base/status.h */
struct model;      /* problems/model.h */

/* Adds the truths at the model's standard times to a document (truth_file.h): the best grade
 * that can be had, with so many digits, or, where `digits` is 0, with as many of the standard
 * digits as can be had at that grade, by some of the ways (a set of 1u << enum ref_way), within
 * seconds_limit for each try at most. Where some of the times within the span, or beyond it,
 * cannot be had, those before them are added, and *d, else empty, says why. Nonzero: none within
 * the span can be had, or one is contradicted, and *d says why. */
int truth_make(json_t *file, struct model *m, int digits, unsigned ways,
               double seconds_limit, struct diagnostic *d);

#endif
