/* An order of rows and columns that brings entries near the diagonal: reverse Cuthill-
 * McKee (Cuthill, McKee 1969; George, Liu: Computer Solution of Large Sparse Positive
 * Definite Systems, 4.3), each connected part begun at a node far from others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_ORDERING_H
#define FAST_ORDERING_H

#include <stdbool.h>

struct fast_pattern; /* fast/system.h */

/* place[j] := where row and column j of the square pattern go. False: out of memory. */
bool fast_order(const struct fast_pattern *pattern, int *place);

/* How far entries are below and above the diagonal when row and column j are at place[j]
 * (NULL: at j). */
void fast_bandwidth(const struct fast_pattern *pattern, const int *place, int *lower,
                    int *upper);

#endif
