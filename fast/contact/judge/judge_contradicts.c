/* Whether impulses show that gaps and joints exclude each other: u_n >= 0 and G v +
 * joint_offset = 0 have no solution just if there are d >= 0 and m with
 *
 *     J_n^T d + G^T m = 0,   d . u_n + m . (G v + joint_offset) < 0
 *
 * (Farkas; the sum is the same at every v). Normal and joint impulses are such d and m if
 * they hardly move anything, however large they are, and balance in each velocity: a mass that
 * is much larger than the others hardly moves, whatever pushes it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact.h"
#include "fast/contact/judge/judge.h"

/* What moves nothing: the energy of the impulses' momentum, of what each of them would
 * have by itself. Mass ratios of 1e6 leave 1e-6. */
static const double nothing_moves = 1e-12;
/* The work of a contradiction, of what it would be if every one of them were against
 * it. */
static const double much_work = 1e-3;
/* What balances in a velocity: the sum of impulses, of what they would be in one direction. */
static const double balance = 1e-2;
/* Velocities with less than this part of what the largest has do not matter. */
static const double little = 1e-3;

static void add_column(const struct fast_pattern *pattern, const double *values,
                       int column, double factor, double *sum, double *size) {
    for (int e = pattern->start[column]; e < pattern->start[column + 1]; e++) {
        sum[pattern->row[e]] += values[e] * factor;
        size[pattern->row[e]] += fabs(values[e] * factor);
    }
}

static bool is_balanced(int n, const double *sum, const double *size) {
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, size[i]);
    for (int i = 0; i < n; i++)
        if (size[i] > little * largest && !(fabs(sum[i]) <= balance * size[i]))
            return false;
    return true;
}

enum judge_cause judge_find_cause(struct contact_judge *judge,
                                  const struct contact_problem *problem,
                                  const double *impulse, const double *joint_impulse) {
    double each = 0, together = 0, work = 0, all_work = 0;
    double *momentum = judge->dense, *size = judge->size_of_momentum;
    memset(momentum, 0, (size_t)judge->nv * sizeof *momentum);
    memset(size, 0, (size_t)judge->nv * sizeof *size);
    for (int c = 0; c < judge->contacts; c++) {
        const int row = judge->first[c];
        if (!problem->takes_part[c] || !(impulse[row] > 0))
            continue;
        add_column(judge->matrix_pattern, problem->matrix, row, impulse[row], momentum,
                   size);
        each += judge->weight[c] * impulse[row] * impulse[row];
        work += impulse[row] * judge->u[row];
        all_work += fabs(impulse[row] * judge->u[row]);
    }
    for (int j = 0; j < judge->joints; j++) {
        add_column(judge->joint_pattern, problem->joint_matrix, j, joint_impulse[j],
                   momentum, size);
        each += judge->joint_weight[j] * joint_impulse[j] * joint_impulse[j];
        work += joint_impulse[j] * judge->joint_error[j];
        all_work += fabs(joint_impulse[j] * judge->joint_error[j]);
    }
    mass_factor_solve(judge->mass, momentum, judge->scratch);
    for (int i = 0; i < judge->nv; i++)
        together += momentum[i] * judge->scratch[i];
    if (!(each > 0 && together <= nothing_moves * each))
        return JUDGE_UNKNOWN;
    if (!is_balanced(judge->nv, momentum, size))
        return JUDGE_ILL_CONDITIONED;
    return work < -much_work * all_work ? JUDGE_CONTRADICTION : JUDGE_UNKNOWN;
}
