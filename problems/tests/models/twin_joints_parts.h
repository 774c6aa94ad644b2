/* What the files of the comparison of joints share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_TWIN_JOINTS_PARTS_H
#define PROBLEMS_TESTS_TWIN_JOINTS_PARTS_H

#include "problems/graph/expr_matrix.h"

/* What the twin says, each with the sizes of its terms. */
struct values {
    double *value, *size;
};

enum { DYNAMICS, POSITION, VELOCITY, MULTIPLIERS, RATES, FREE, PROGRAMS };

struct twin_joints {
    const struct twin *twin;
    struct model *model;
    const double *p;
    int n, nq, nv, rows, holonomic;
    struct program *program[PROGRAMS]; /* MULTIPLIERS and RATES: NULL when not reduced */
    struct eval_double *eval[PROGRAMS];
    double *out;
    struct expr_matrix dynamics_matrix, response_matrix, position_matrix, velocity_matrix;
    struct motion *x, *residual;
    double *rate; /* N v, and N applied to it */
    struct values residuals, velocities, bias, matrix, force, mass, response, free,
        lambda, rates;
    double *work, *inverse, *right, *right_size, *square_size;
    int *chosen; /* the independent joints */
    int choices;
};

/* From the twin, at t and x = (q, v): residuals, their rates, bias; G; forces, M, free rates
 * and R, false where M is singular; multipliers and rates, from these, false where the joints
 * depend on each other, or almost. */
void twin_joints_rows(struct twin_joints *k, double t, const double *x);
void twin_joints_matrix(struct twin_joints *k, double t, const double *x);
bool twin_joints_free_motion(struct twin_joints *k, double t, const double *x);
bool twin_joints_multipliers(struct twin_joints *k);

#endif
