/* What must hold of a model for mathematical reasons: its invariants do not change along the
 * flow, its closed form satisfies the equations and begins at the initial values.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_CHECKS_H
#define PROBLEMS_TESTS_CHECKS_H

#include "problems/tests/twins/twins.h"

/* What must vanish vanishes to 200 bits. The working precision carries besides what cancels:
 * 2^66 for a spring of 1e20 N/m, 2^50 in gradients at states of very unequal components. */
#define CHECKS_TOLERANCE 0x1p-200
enum { CHECKS_BITS = 400 };

/* The largest |dI/dt| over all invariants I and random states, which are on the joints,
 * relative to the sum of the magnitudes |dI/dx_i x_i'|; infinite when it cannot be computed. */
double checks_invariant_drift(struct model *m, const struct twin *twin, struct sample *s,
                              int states);

/* The largest |x_i'(t) - f_i(t, x(t))| for the closed form x(t) at random times of the span,
 * relative to the sum of the two magnitudes; infinite when it cannot be computed. */
double checks_solution_residual(struct model *m, struct sample *s, int times);

/* The largest difference of x(span_begin) from the initial values, relative to 1 + |x_i|. */
double checks_solution_start(struct model *m);

#endif
