/* Joints: their rows, and their forces eliminated from the rates.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_JOINTS_H
#define PROBLEMS_JOINTS_H

#include <arb.h>

#include "problems/elaboration/elaborate.h"

/* All that follows comes after m->joint is filled and sorted, in this order. Where formulas
 * would be too much work *fits becomes false, which is no failure. Messages about work point
 * at the first joint. */

/* m->joint_matrix, m->joint_rate and m->joint_bias from m->joint; form[i] is the linear form
 * of joint i, where it is a condition on velocities. */
bool joint_rows(struct elaboration *e, const struct linear_form *const *form);

/* m->joint_response from m->joint_matrix and the factors of M. */
bool joint_response(struct elaboration *e);

/* G M^-1 G^T (joints x joints): its lower triangle, sorted by rows. Without
 * a fit it is empty. */
bool joint_products(struct elaboration *e, struct expr_matrix *product, bool *fits);

/* distance[i] := the square of the distance of row i of G from those of the independent joints
 * before it, by its own length, at the inputs (t | x). independent[i] is set, true where that
 * is more than `nothing`; or it is taken, where nothing < 0. No fit: the matrix has no finite
 * value there. */
bool joint_distances(struct elaboration *e, const struct expr_matrix *product,
                     arb_srcptr in, double nothing, bool *independent, double *distance,
                     bool *fits);

/* m->joint[i].independent from that matrix at the start, which is off the joints by
 * `violation`. */
bool joint_independence(struct elaboration *e, const struct expr_matrix *product,
                        double violation, bool *fits);

/* Whether the joints that are not independent at the start stay so, by m->rates; no fit: they
 * become independent as the motion begins. */
bool joint_persistence(struct elaboration *e, const struct expr_matrix *product,
                       bool *fits);

/* m->multiplier and m->rates from that matrix. */
bool joint_elimination(struct elaboration *e, const struct expr_matrix *product,
                       bool *fits);

/* Whether residuals and their rates are near zero at the start, and then, of the joints that
 * are not independent, the derivatives of the rates, which the forces of the others give;
 * offset[joints] is where messages point,
 * *violation the largest of the first two. */
bool joint_check_start(struct elaboration *e, const int *offset, double *violation);
bool joint_check_dependent(struct elaboration *e, const int *offset, double violation);

/* Updates of entries and products that formulas may take: a dense matrix of a hundred joints,
 * a chain of a hundred thousand. */
enum { JOINT_UPDATES = 1000000 };

#endif
