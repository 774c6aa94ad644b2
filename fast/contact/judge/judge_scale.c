/* The scale S of residuals: speeds at contacts and joints, and impulses as speeds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/contact.h"
#include "fast/contact/judge/judge.h"

/* S_r counts up to so many S_v: a scale from impulses that have run away would excuse
 * everything. */
static const double runaway_limit = 1e4;

static inline double speed_of(const struct fast_pattern *pattern, const double *values,
                              int column, const double *v) {
    double sum = 0;
    for (int e = pattern->start[column]; e < pattern->start[column + 1]; e++)
        sum += fabs(values[e] * v[pattern->row[e]]);
    return sum;
}

/* What is asked for. */
struct asked {
    const struct contact_judge *judge;
    const struct contact_problem *problem;
};

/* Of contacts from ... to - 1, at least `largest`; from the last one to the first, as momenta are
 * found in the other direction next. */
static double largest_speed(const void *asked, struct judge_run contacts,
                            double largest) {
    const struct contact_judge *judge = ((const struct asked *)asked)->judge;
    const struct contact_problem *problem = ((const struct asked *)asked)->problem;
    for (int c = contacts.to - 1; c >= contacts.from; c--) {
        double sum[row_group_most];
        if (!problem->takes_part[c])
            continue;
        const bool together = judge->groups.agree[c];
        if (together)
            row_groups_size(&judge->groups, c, problem->matrix, problem->v_free, sum);
        for (int i = judge->first[c]; i < judge->first[c + 1]; i++) {
            /* A gap that is far from closing makes no contact fast. */
            const double offset = problem->offset[i];
            const double away = i == judge->first[c] && offset > 0 ? 0 : fabs(offset);
            const double terms = together ? sum[i - judge->first[c]]
                                          : speed_of(judge->matrix_pattern,
                                                     problem->matrix, i, problem->v_free);
            const double speed = away + terms;
            if (!(speed <= largest))
                largest = speed;
            if (isnan(largest) || isnan(offset))
                return NAN;
        }
    }
    return largest;
}

double judge_free_speed(const struct contact_judge *judge,
                        const struct contact_problem *problem) {
    const struct asked asked = {judge, problem};
    double largest = judge_largest(&judge->parts, judge->contacts, largest_speed, &asked);
    if (isnan(largest))
        return NAN;
    for (int j = 0; j < judge->joints; j++) {
        const double speed =
            fabs(problem->joint_offset[j]) +
            speed_of(judge->joint_pattern, problem->joint_matrix, j, problem->v_free);
        if (!(speed <= largest))
            largest = speed;
        if (isnan(largest))
            return NAN;
    }
    return largest;
}

double judge_scale(const struct contact_judge *judge,
                   const struct contact_problem *problem, const double *impulse,
                   const double *joint_impulse, double free_speed) {
    double largest = 0;
    for (int c = 0; c < judge->contacts; c++) {
        double sum = 0;
        for (int i = judge->first[c]; problem->takes_part[c] && i < judge->first[c + 1];
             i++)
            sum += fabs(impulse[i]);
        const double speed = sum * judge->weight[c];
        largest = speed > largest ? speed : largest;
    }
    for (int j = 0; j < judge->joints; j++)
        largest = fmax(largest, fabs(joint_impulse[j]) * judge->joint_weight[j]);
    return fmax(free_speed, fmin(largest, runaway_limit * free_speed));
}
