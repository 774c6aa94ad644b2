/* As many of a row of things as can be had.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/most.h"

int most_by_bisection(int reached, int failed, most_attempt *attempt, void *context) {
    while (failed - reached > 1) {
        const int count = reached + (failed - reached) / 2;
        if (attempt(context, count))
            reached = count;
        else
            failed = count;
    }
    return reached;
}
