/* Change points of a series: the partition into segments that costs least,
 *
 *     sum over segments of (sum |x_i - median of the segment| + penalty),
 *
 * found by dynamic programming over all ends (B. Jackson et al., An algorithm for optimal
 * partitioning of data on an interval, IEEE Signal Processing Letters 12 (2005), eq. 3): the
 * optimum itself, in O(n^2) segments. A single stray value costs less than two penalties, and
 * moves no median.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PARTITION_H
#define HARNESS_PARTITION_H

#include <stdbool.h>

/* The penalty in noise scales, and the least length of a segment. With these, 400 simulated
 * series without a change gave no false one, and a step of 1 % was found in all whose noise
 * allowed it (harness/SPEED.md, "History"). */
enum { PARTITION_PENALTY = 12, PARTITION_SHORTEST = 3 };

/* The scale of the noise: median of |x[i+1] - x[i]|, over 0.6745 sqrt(2), which makes it the
 * standard deviation of normal noise. Differences into a point with split[i] are left out;
 * split may be NULL. 0 when there is no difference; negative when memory runs out. */
double partition_scale(const double *x, int n, const bool *split);

/* first[0..k-1] := where the k segments of x[0..n-1] begin, first[0] = 0; each has `shortest`
 * points or more, but for the whole, when n is less. first has room for n numbers. Of equal
 * costs the fewest segments are taken. Returns k; -1 when memory runs out. */
int partition_find(int *first, const double *x, int n, double penalty, int shortest);

#endif
