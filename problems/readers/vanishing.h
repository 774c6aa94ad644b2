/* Whether a formula is zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_VANISHING_H
#define PROBLEMS_VANISHING_H

#include <stdbool.h>

#include "problems/base/status.h"
#include "problems/graph/node.h"

/* *zero := whether all of `count` expressions vanish for all values of their variables, by
 * values at random: wrong with a probability that is negligible. An expression with a kink,
 * or without values for variables between 1/2 and 2, is never said to vanish.
 * PROBLEM_NOT_FINITE, and *zero is false: a constant in them has no value. */
enum problem_status expr_vanish(graph *g, int count, const expr *value, bool *zero);

#endif
