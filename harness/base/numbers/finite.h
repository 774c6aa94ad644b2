/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FINITE_H
#define HARNESS_FINITE_H

#include <math.h>
#include <stdbool.h>

/* Whether each of n numbers is finite. */
static inline bool are_finite(const double *x, int n) {
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

#endif
