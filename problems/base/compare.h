/* Ascending order, for qsort and bsearch.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_COMPARE_H
#define PROBLEMS_COMPARE_H

static inline int compare_ints(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static inline int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#endif
