/* What a solution in MPFR tells of a model's joints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SOLVE_JOINTS_H
#define HARNESS_SOLVE_JOINTS_H

#include "harness/solve/solve.h"
#include "ref/mechanical.h"

/* Adds multipliers by the joints' names and constraint errors at (t, x); joints NULL: the
 * model has none. What cannot be found is not a number. */
void solve_add_joints(ref_joints *joints, const struct solve_request *r, mpfr_srcptr t,
                      const mpfr_t *x, struct solution *solution);

#endif
