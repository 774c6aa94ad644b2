/* Points of a sweep by one reading of their model: setting a parameter changes no formula
 * (problems/graph/expr.h), so that constants need only be evaluated anew.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHARE_H
#define HARNESS_SHARE_H

#include "harness/sweep/sweep.h"

/* Whether a model can be changed to other points: what reading it judges by its values,
 * share_change can judge, too. */
bool share_is_possible(const struct model *m);

/* Changes the model to a point. False: something is not finite in double, or the mass matrix is not
 * clearly positive definite at the start, so that a reading might refuse it; the model is
 * changed all the same. */
bool share_change(const struct sweep *s, long point, struct model *m);

#endif
