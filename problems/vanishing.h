/* Whether a formula is zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_VANISHING_H
#define PROBLEMS_VANISHING_H

#include "problems/expr.h"

/* *zero := whether an expression vanishes for all values of its variables: certain when it
 * says no; when it says yes, wrong with a probability that is negligible. An expression with
 * a kink is never said to vanish. PROBLEM_NOT_FINITE: one of its constants has no value. */
enum problem_status expr_vanishes(graph *g, expr value, bool *zero);

#endif
