/* Velocities that follow from impulses: v = v_free + M^-1 (J^T r + G^T lambda).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/contact.h"
#include "fast/contact/judge/judge.h"
#include "fast/contact/team/team.h"
#include "fast/system.h"

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

/* What a part is asked for. */
struct asked {
    struct contact_judge *judge;
    const struct contact_problem *problem;
    const double *impulse, *joint_impulse;
    double *v;
};

static inline void begin_momenta(const struct asked *a, struct judge_run velocities) {
    memset(a->judge->momentum + velocities.from, 0,
           (size_t)(velocities.to - velocities.from) * sizeof *a->judge->momentum);
}

static inline void push(const struct asked *a, struct judge_run contacts) {
    for (int c = contacts.from; c < contacts.to; c++)
        if (a->problem->takes_part[c])
            row_groups_add(&a->judge->groups, c, a->problem->matrix, a->impulse,
                           a->judge->momentum);
}

static inline void push_by_joints(const struct asked *a, struct judge_run joints) {
    for (int j = joints.from; j < joints.to; j++)
        add_column(a->judge->joint_pattern, a->problem->joint_matrix, j,
                   a->joint_impulse[j], a->judge->momentum);
}

/* v of the change that is known. */
static inline void move(const struct asked *a, struct judge_run velocities) {
    for (int i = velocities.from; i < velocities.to; i++)
        a->v[i] = a->problem->v_free[i] + a->judge->change[i];
}

/* From the last one to the first: their rows were read in the other direction just before, and a
 * cache that does not hold them all holds the last ones. */
static inline void pull(const struct asked *a, struct judge_run contacts) {
    for (int c = contacts.to - 1; c >= contacts.from; c--)
        if (a->problem->takes_part[c])
            row_groups_dot(&a->judge->groups, c, a->problem->matrix, a->v,
                           a->problem->offset, a->judge->u);
}

static inline void pull_joints(const struct asked *a, struct judge_run joints) {
    for (int j = joints.from; j < joints.to; j++)
        a->judge->joint_error[j] =
            dot_column(a->judge->joint_pattern, a->problem->joint_matrix, j, a->v,
                       a->problem->joint_offset[j]);
}

static void do_whole(const struct asked *a) {
    const struct contact_judge *judge = a->judge;
    const struct judge_run velocities = {0, judge->nv}, contacts = {0, judge->contacts},
                           joints = {0, judge->joints};
    begin_momenta(a, velocities);
    push(a, contacts);
    push_by_joints(a, joints);
    mass_factor_solve(judge->mass, judge->momentum, judge->change);
    move(a, velocities);
    pull(a, contacts);
    pull_joints(a, joints);
}

typedef void judge_work(const struct asked *a, struct judge_run run);

static void each(const struct asked *a, const struct judge_runs *runs, int part,
                 judge_work *work) {
    for (int k = runs->begin[part]; k < runs->begin[part + 1]; k++)
        work(a, runs->run[k]);
}

static void solve(const struct asked *a, struct judge_run velocities) {
    judge_solve_mass(a->judge, &velocities, a->judge->momentum, a->judge->change);
}

static void do_part(void *context, int part) {
    const struct asked *a = context;
    const struct judge_parts *parts = &a->judge->parts;
    each(a, &parts->velocity, part, begin_momenta);
    each(a, &parts->contact, part, push);
    each(a, &parts->joint, part, push_by_joints);
    each(a, &parts->velocity, part, solve);
    each(a, &parts->velocity, part, move);
    each(a, &parts->contact, part, pull);
    each(a, &parts->joint, part, pull_joints);
}

void judge_velocities(struct contact_judge *judge, const struct contact_problem *problem,
                      const double *impulse, const double *joint_impulse, double *v) {
    struct asked asked = {judge, problem, impulse, joint_impulse, v};
    if (judge->parts.team == NULL)
        do_whole(&asked);
    else
        team_share(judge->parts.team, do_part, &asked);
}
