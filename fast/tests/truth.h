/* What the recorded problems' solutions really are, found without the code under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_TRUTH_H
#define FAST_TESTS_TRUTH_H

#include "fast/tests/systems.h"

struct truth;

/* The solution of the named problem from (0, x0) to t_final: a closed form if the problem has
 * one, else a curve by the classical Runge-Kutta method. NULL: neither is to be had (for
 * Robertson's problem), or no memory. The caller frees it. */
struct truth *truth_alloc(const char *problem, const struct integrator_system *system,
                          const double *x0, double t_final);
/* Takes NULL. */
void truth_free(struct truth *truth);
/* x := the solution at 0 <= t <= t_final. */
void truth_at(const struct truth *truth, double t, double *x);

/* y at t = 1e11 from (1, 0, 0), of Robertson's problem: E. Hairer, G. Wanner's reference
 * solution (Test Set for IVP Solvers, problem ROBER); the digits given are right. */
extern const double robertson_at_1e11[3];

#endif
