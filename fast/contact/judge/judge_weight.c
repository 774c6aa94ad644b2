/* Factors of M, and the weights w = trace(J M^-1 J^T) / rows of each contact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact/judge/judge.h"

/* The k-th columns of all blocks' inverses come from one solution. */
static void invert_mass(struct contact_judge *judge) {
    for (int k = 0; k < judge->largest; k++) {
        for (int i = 0; i < judge->nv; i++)
            judge->scratch[i] = judge->within[i] == k;
        mass_factor_solve(judge->mass, judge->scratch, judge->scratch);
        for (int i = 0; i < judge->nv; i++) {
            const int b = judge->block[i];
            if (k < judge->size[b])
                judge->inverse[judge->begin[b] + judge->within[i] * judge->size[b] + k] =
                    judge->scratch[i];
        }
    }
}

/* a^T M^-1 a of a row's entries, block by block. */
static double weigh_by_blocks(const struct contact_judge *judge, int entries,
                              const int *index, const double *a) {
    double sum = 0;
    for (int e = 0; e < entries;) {
        const int b = judge->block[index[e]], size = judge->size[b];
        const double *m = judge->inverse + judge->begin[b];
        if (size == 1) {
            sum += a[e] * a[e] * m[0];
            e++;
            continue;
        }
        if (size == 3 && e + 2 < entries && judge->block[index[e + 2]] == b) {
            const double *x = a + e;
            sum += x[0] * (m[0] * x[0] + 2 * (m[1] * x[1] + m[2] * x[2])) +
                   x[1] * (m[4] * x[1] + 2 * m[5] * x[2]) + x[2] * m[8] * x[2];
            e += 3;
            continue;
        }
        const int from = e;
        for (; e < entries && judge->block[index[e]] == b; e++)
            for (int f = from; f < entries && judge->block[index[f]] == b; f++)
                sum += a[e] * a[f] *
                       m[judge->within[index[e]] * size + judge->within[index[f]]];
    }
    return sum;
}

static double weigh_by_solving(const struct contact_judge *judge, int entries,
                               const int *index, const double *a) {
    double sum = 0;
    for (int i = 0; i < judge->nv; i++)
        judge->scratch[i] = 0;
    for (int e = 0; e < entries; e++)
        judge->scratch[index[e]] = a[e];
    mass_factor_solve(judge->mass, judge->scratch, judge->scratch);
    for (int e = 0; e < entries; e++)
        sum += a[e] * judge->scratch[index[e]];
    return sum;
}

static double weigh(const struct contact_judge *judge, const struct fast_pattern *pattern,
                    const double *values, int row) {
    const int from = pattern->start[row], entries = pattern->start[row + 1] - from;
    return judge->has_inverse
               ? weigh_by_blocks(judge, entries, pattern->row + from, values + from)
               : weigh_by_solving(judge, entries, pattern->row + from, values + from);
}

bool judge_prepare(struct contact_judge *judge, const struct contact_problem *problem) {
    if (judge->is_prepared && !problem->is_changed)
        return true;
    judge->is_prepared = false;
    if (!mass_factor_form(judge->mass, problem->mass))
        return false;
    if (judge->has_inverse)
        invert_mass(judge);
    for (int c = 0; c < judge->contacts; c++) {
        const int from = judge->first[c], to = judge->first[c + 1];
        double sum = 0;
        for (int row = from; row < to; row++)
            sum += weigh(judge, judge->matrix_pattern, problem->matrix, row);
        judge->weight[c] = sum / (to - from);
    }
    for (int j = 0; j < judge->joints; j++)
        judge->joint_weight[j] =
            weigh(judge, judge->joint_pattern, problem->joint_matrix, j);
    judge->is_prepared = true;
    return true;
}
