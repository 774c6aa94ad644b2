/* What both sides have counted of a benchmark, judged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_COUNTED_H
#define HARNESS_COMPARE_COUNTED_H

#include "harness/speed/compare/compare.h"

/* The comparison of item i from {"old", "new"}, each {"counters", "instructions"} with, where
 * something is missing, "failed" or "uncounted": why. `counted` NULL: nothing could be
 * counted, *why says why. The caller frees it. */
json_t *counted_comparison(struct compare_request *r, size_t i, const json_t *counted,
                           const struct diagnostic *why);

#endif
