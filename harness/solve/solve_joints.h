/* What a solution in MPFR tells of a model's joints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SOLVE_JOINTS_H
#define HARNESS_SOLVE_JOINTS_H

#include <jansson.h>

#include "fast/options.h"
#include "ref/mechanical.h"

/* Adds "multipliers" by the joints' names and "constraint_errors" at (t, x); joints NULL: the
 * model has none. What cannot be found is null. */
void solve_add_joints(ref_joints *joints, const struct model *m, enum projected_norm norm,
                      mpfr_prec_t bits, mpfr_srcptr t, const mpfr_t *x, json_t *document);

#endif
