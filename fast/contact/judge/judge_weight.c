/* Factors of M, and the weights w = trace(J M^-1 J^T) / rows of each contact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact.h"
#include "fast/contact/judge/judge.h"
#include "fast/contact/team/team.h"

/* The k-th columns of all blocks' inverses come from one solution. */
static void invert_mass(struct contact_judge *judge, const struct judge_run *run) {
    for (int k = 0; k < judge->largest; k++) {
        for (int i = run->from; i < run->to; i++)
            judge->scratch[i] = judge->within[i] == k;
        judge_solve_mass(judge, run, judge->scratch, judge->scratch);
        for (int i = run->from; i < run->to; i++) {
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

/* What a part is asked for. */
struct asked {
    struct contact_judge *judge;
    const struct contact_problem *problem;
};

/* Factors, and inverts, the masses of a part. False: they are not positive definite. */
static bool form_masses(const struct asked *a, int part) {
    struct contact_judge *judge = a->judge;
    const struct judge_runs *velocity = &judge->parts.velocity;
    const struct judge_run *end = judge_runs_end(velocity, part);
    if (!judge->has_inverse)
        return mass_factor_form(judge->mass, a->problem->mass);
    for (const struct judge_run *r = judge_runs_first(velocity, part); r < end; r++) {
        const struct judge_run blocks = judge_mass_blocks(judge, r);
        if (!mass_factor_form_blocks(judge->mass, blocks.from, blocks.to,
                                     a->problem->mass))
            return false;
        invert_mass(judge, r);
    }
    return true;
}

static void weigh_contact(struct contact_judge *judge,
                          const struct contact_problem *problem, int c) {
    const int from = judge->first[c], to = judge->first[c + 1];
    double sum = 0;
    for (int row = from; row < to; row++)
        sum += weigh(judge, judge->matrix_pattern, problem->matrix, row);
    judge->weight[c] = sum / (to - from);
}

/* Finds 0 where masses of the part are not positive definite, else 1. */
static void prepare_part(void *context, int part) {
    const struct asked *a = context;
    struct contact_judge *judge = a->judge;
    const struct judge_parts *parts = &judge->parts;
    parts->found[part] = form_masses(a, part);
    if (parts->found[part] == 0)
        return;
    const struct judge_run *end = judge_runs_end(&parts->contact, part);
    for (const struct judge_run *r = judge_runs_first(&parts->contact, part); r < end;
         r++)
        for (int c = r->from; c < r->to; c++)
            weigh_contact(judge, a->problem, c);
    end = judge_runs_end(&parts->joint, part);
    for (const struct judge_run *r = judge_runs_first(&parts->joint, part); r < end; r++)
        for (int j = r->from; j < r->to; j++)
            judge->joint_weight[j] =
                weigh(judge, judge->joint_pattern, a->problem->joint_matrix, j);
}

bool judge_prepare(struct contact_judge *judge, const struct contact_problem *problem) {
    if (judge->is_prepared && !problem->is_changed)
        return true;
    struct asked asked = {judge, problem};
    judge->is_prepared = false;
    team_run(judge->parts.team, prepare_part, &asked);
    for (int k = 0; k < judge->parts.count; k++)
        if (judge->parts.found[k] == 0)
            return false;
    judge->is_prepared = true;
    return true;
}
