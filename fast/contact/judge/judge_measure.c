/* The verdict on an answer, from residuals of v recomputed from its impulses.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/contact.h"
#include "fast/contact/judge/judge.h"

static double largest(double a, double b) {
    return a >= b ? a : b;
}

static void measure_contact(const struct contact_problem *problem, int c, const double *r,
                            const double *u, struct contact_answer *answer) {
    const int rows = problem->first[c + 1] - problem->first[c];
    answer->penetration = largest(answer->penetration, -u[0]);
    answer->complementarity = largest(answer->complementarity, fabs(r[0] * u[0]));
    if (rows == 1)
        return;
    double rr = 0, uu = 0, ru = 0;
    for (int i = 1; i < rows; i++) {
        rr += r[i] * r[i];
        uu += u[i] * u[i];
        ru += r[i] * u[i];
    }
    const double radius = problem->friction[c] * (r[0] + problem->known[c]);
    answer->cone_excess = largest(answer->cone_excess, sqrt(rr) - radius);
    answer->dissipation_gap = largest(answer->dissipation_gap, radius * sqrt(uu) + ru);
}

static double energy_of_change(const struct contact_judge *judge,
                               const struct contact_problem *problem, const double *v) {
    double sum = 0;
    for (int i = 0; i < judge->nv; i++)
        sum += judge->momentum[i] * (v[i] + problem->v_free[i]);
    return sum / 2;
}

static enum contact_verdict find_verdict(struct contact_judge *judge,
                                         const struct contact_problem *problem,
                                         const struct contact_answer *answer) {
    const double floor = problem->floor;
    if (answer->residual <= judge_tight * answer->scale + floor)
        return CONTACT_TIGHT;
    if (answer->residual <= judge_verified * answer->scale + floor)
        return CONTACT_VERIFIED;
    switch (judge_find_cause(judge, problem, answer->impulse, answer->joint_impulse)) {
    case JUDGE_CONTRADICTION: return CONTACT_INFEASIBLE;
    case JUDGE_ILL_CONDITIONED: return CONTACT_ILL_CONDITIONED;
    default: return CONTACT_NOT_VERIFIED;
    }
}

void judge_answer(struct contact_judge *judge, const struct contact_problem *problem,
                  struct contact_answer *answer) {
    answer->penetration = answer->complementarity = 0;
    answer->cone_excess = answer->dissipation_gap = answer->joint_error = 0;
    for (int c = 0; c < judge->contacts; c++)
        if (problem->takes_part[c])
            measure_contact(problem, c, answer->impulse + judge->first[c],
                            judge->u + judge->first[c], answer);
    for (int j = 0; j < judge->joints; j++)
        answer->joint_error = largest(answer->joint_error, fabs(judge->joint_error[j]));
    answer->energy_change = energy_of_change(judge, problem, answer->v);
    answer->verdict = find_verdict(judge, problem, answer);
}

enum fast_status contact_measure(contact_judge *judge,
                                 const struct contact_problem *problem,
                                 struct contact_answer *answer) {
    if (!judge_prepare(judge, problem))
        return FAST_SINGULAR;
    judge_velocities(judge, problem, answer->impulse, answer->joint_impulse, answer->v);
    answer->residual = judge_residual(judge, problem, answer->impulse);
    answer->scale = judge_scale(judge, problem, answer->impulse, answer->joint_impulse,
                                judge_free_speed(judge, problem));
    judge_answer(judge, problem, answer);
    return FAST_OK;
}
