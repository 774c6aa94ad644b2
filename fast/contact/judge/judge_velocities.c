/* Velocities that follow from impulses: v = v_free + M^-1 (J^T r + G^T lambda).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/contact/judge/judge.h"

static void add_column(const struct fast_pattern *pattern, const double *values,
                       int column, double factor, double *sum) {
    for (int e = pattern->start[column]; e < pattern->start[column + 1]; e++)
        sum[pattern->row[e]] += values[e] * factor;
}

static double dot_column(const struct fast_pattern *pattern, const double *values,
                         int column, const double *v, double sum) {
    for (int e = pattern->start[column]; e < pattern->start[column + 1]; e++)
        sum += values[e] * v[pattern->row[e]];
    return sum;
}

void judge_velocities(struct contact_judge *judge, const struct contact_problem *problem,
                      const double *impulse, const double *joint_impulse, double *v) {
    memset(judge->momentum, 0, (size_t)judge->nv * sizeof *judge->momentum);
    for (int c = 0; c < judge->contacts; c++)
        if (problem->takes_part[c])
            row_groups_add(&judge->groups, c, problem->matrix, impulse, judge->momentum);
    for (int j = 0; j < judge->joints; j++)
        add_column(judge->joint_pattern, problem->joint_matrix, j, joint_impulse[j],
                   judge->momentum);
    mass_factor_solve(judge->mass, judge->momentum, judge->change);
    for (int i = 0; i < judge->nv; i++)
        v[i] = problem->v_free[i] + judge->change[i];
    for (int c = 0; c < judge->contacts; c++)
        if (problem->takes_part[c])
            row_groups_dot(&judge->groups, c, problem->matrix, v, problem->offset,
                           judge->u);
    for (int j = 0; j < judge->joints; j++)
        judge->joint_error[j] = dot_column(judge->joint_pattern, problem->joint_matrix, j,
                                           v, problem->joint_offset[j]);
}
