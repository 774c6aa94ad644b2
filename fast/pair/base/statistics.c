/* Counting, as Drake's integrators count.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/pair/base/internal.h"

void fast_clear_statistics(struct pair_statistics *statistics) {
    const struct pair_statistics before = *statistics;
    *statistics = (struct pair_statistics){
        .actual_initial_step = NAN,
        .largest_step = NAN,
        .smallest_adapted_step = NAN,
        .previous_step = before.previous_step,
        .ideal_next_step = before.ideal_next_step,
        .accuracy_in_use = before.accuracy_in_use,
    };
}
