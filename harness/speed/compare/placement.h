/* What the place of the code within a cache line does to its time.
 *
 * A link of the ring differs from the next by 16 bytes before its code; whatever depends on the
 * place in the line shows as a difference between the four. Times over the ruler of the same
 * process are compared, so that the processor's clock drops out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_PLACEMENT_H
#define HARNESS_COMPARE_PLACEMENT_H

#include <stdbool.h>

#include "harness/speed/compare/pairs.h"

/* A spread from which on the code is worth aligning. */
static const double placement_notable = 0.02;

struct placement {
    double position
        [BENCH_RING]; /* the median log ratio of the processes with the new code in
                                    that place; NaN: none */
    /* Of the four places' log times, the larger of both builds'; NaN: not known. */
    double spread;
    /* More than placement_notable, and than the processes' scatter explains. */
    bool is_notable;
};

/* NaNs where both builds are a single library, or processes are too few. */
struct placement placement_find(const struct pairs_found *f, bool has_ring);

#endif
