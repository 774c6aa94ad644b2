/* The comparison of a model that has joints with its twin.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_TWIN_JOINTS_H
#define PROBLEMS_TESTS_TWIN_JOINTS_H

#include "problems/tests/twins/twins.h"

struct twin_joints; /* the programs of a model and room for what the twin says */

/* NULL where memory runs out or where model and twin have different shapes.
 * The twin and the model are kept. */
struct twin_joints *twin_joints_alloc(const struct twin *twin, struct model *m,
                                      const double *p, int n);

/* The largest difference at tx = (t, x), in units of 2^-52 times the scale: of residuals,
 * their rates and what is left of their second ones, of G, M^-1 G^T, free rates, and, where
 * the joints are independent enough, of multipliers and of the rates with the joints' forces.
 * Infinite where only one of the two is finite. *determined: whether these were compared. */
double twin_joints_compare(struct twin_joints *k, const double *tx, bool *determined);

#endif
