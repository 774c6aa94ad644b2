/* Whether a formula is zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_VANISHING_H
#define PROBLEMS_VANISHING_H

#include "problems/expr.h"

/* *zero := whether all of `count` expressions vanish for all values of their variables:
 * certain when it says no; when it says yes, wrong with a probability that is negligible. An
 * expression with a kink is never said to vanish. PROBLEM_NOT_FINITE: a constant in them has
 * no value. */
enum problem_status expr_vanish(graph *g, int count, const expr *value, bool *zero);

#endif
