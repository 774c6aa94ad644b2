/* Which layout is expected to take the least time for matrices of a pattern.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_CHOICE_H
#define FAST_CHOICE_H

#include "fast/linear/layout.h"

/* *kind := the choice for order n and this pattern (NULL: full). FAST_NO_MEMORY: the
 * choice itself takes more memory than there is. */
enum fast_status fast_choose_layout(int n, const struct fast_pattern *pattern,
                                    enum fast_layout_kind *kind);

/* What nine solutions are expected to take in a layout, and a factorisation before them unless
 * factors are kept: in nanoseconds on one machine, to be compared with another layout's. */
double fast_expected_time(const struct fast_layout *layout, bool keeps_factors);

#endif
