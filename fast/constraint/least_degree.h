/* The order of least degree.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LEAST_DEGREE_H
#define FAST_LEAST_DEGREE_H

#include <stdbool.h>

struct fast_pattern; /* fast/system.h */

/* place[j] := when row and column j of the full symmetric pattern are eliminated, so that
 * few entries arise. False: out of memory. */
bool least_degree_order(const struct fast_pattern *pattern, int *place);

#endif
