/* The solver of default mode: exact laws of Signorini and Coulomb in velocity space,
 * where every linear system is M + J^T K J with a block for each body. It begins from the
 * impulses of the step before:
 *
 *     0  they are good: nothing is factored
 *     1  Newton's method with large kappa: after small changes
 *     2  Newton's method with careful kappa
 *     3  the smoothed path, quickly, then slowly
 *     4  if nothing is verified: more of both, then whether there is no solution
 *
 * and ends with the best iterate of all.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/proximal/proximal.h"
#include "fast/linear/vector.h"

/* What is left as it is: E of S, some units of rounding. */
static const double warm = 2e-14;

/* The impulses that the answer brings, where they are numbers and allowed. */
static void begin_tiers(struct proximal *p, const struct contact_answer *answer) {
    const struct contact_problem *problem = p->problem;
    const bool is_finite = fast_all_finite((size_t)p->rows, answer->impulse) &&
                           fast_all_finite((size_t)p->joints, answer->joint_impulse);
    for (int c = 0; c < p->contacts; c++) {
        const int from = p->judge->first[c], rows = p->judge->first[c + 1] - from;
        const bool is_used = is_finite && problem->takes_part[c];
        for (int i = from; i < from + rows; i++)
            p->impulse[i] = is_used ? answer->impulse[i] : 0;
        if (is_used)
            judge_project(rows, problem->friction[c], problem->known[c],
                          p->impulse + from);
    }
    for (int j = 0; j < p->joints; j++)
        p->joint_impulse[j] = is_finite ? answer->joint_impulse[j] : 0;
}

/* More of the same, for what is not even verified; whether it is then. */
static bool insist(struct proximal *p) {
    static const struct proximal_run gentle = {
        .limit = 60, .patience = 15, .care = 0.003};
    if (proximal_is_verified(p))
        return true;
    proximal_restore(p, &p->best);
    proximal_newton(p, &gentle, NULL);
    if (!proximal_is_verified(p))
        proximal_follow(p, 0.3, 400, 0.1);
    return proximal_is_verified(p);
}

static void search(struct proximal *p, const struct contact_answer *answer) {
    static const struct proximal_run quick = {.limit = 10, .patience = 2, .care = 0};
    static const struct proximal_run careful = {.limit = 20, .patience = 6, .care = 0.1};
    if (proximal_newton(p, &quick, NULL))
        return;
    begin_tiers(p, answer);
    if (proximal_newton(p, &careful, NULL) || proximal_follow(p, 0.1, 60, 0.3) ||
        proximal_follow(p, 0.5, 200, 0.03))
        return;
    if (!insist(p))
        proximal_contradict(p);
}

/* Of the natural map r - P(r - u / w). */
static enum contact_state find_state(const struct proximal *p, int c) {
    const int from = p->judge->first[c], rows = p->judge->first[c + 1] - from;
    const double w = p->judge->weight[c], *u = p->judge->u + from, *r = p->impulse + from;
    if (!p->problem->takes_part[c])
        return CONTACT_ABSENT;
    if (!(w * r[0] > u[0]) && !(r[0] > 0))
        return CONTACT_OPEN;
    double y[2] = {0, 0};
    for (int i = 1; i < rows; i++)
        y[i - 1] = w * r[i] - u[i];
    const double radius =
        p->problem->friction[c] * (w * (r[0] + p->problem->known[c]) - u[0]);
    return rows > 1 && judge_length(2, y) <= radius ? CONTACT_STICKING : CONTACT_SLIDING;
}

static void report_best(struct proximal *p, struct contact_answer *answer) {
    if (!p->is_best)
        proximal_restore(p, &p->best);
    memcpy(answer->v, p->v, (size_t)p->nv * sizeof *p->v);
    memcpy(answer->impulse, p->impulse, (size_t)p->rows * sizeof *p->impulse);
    memcpy(answer->joint_impulse, p->joint_impulse,
           (size_t)p->joints * sizeof *p->impulse);
    for (int c = 0; c < p->contacts; c++)
        answer->state[c] = find_state(p, c);
    answer->iterations = p->iterations;
    answer->factorizations = p->factorizations;
    answer->residual = p->best_error;
    answer->scale = p->best_scale;
}

static bool is_finite(const struct proximal *p) {
    double sum = p->free_speed;
    for (int c = 0; c < p->contacts; c++)
        if (p->problem->takes_part[c])
            sum += p->problem->friction[c] + p->problem->known[c];
    return isfinite(sum);
}

static enum fast_status solve_proximal(void *self, const struct contact_problem *problem,
                                       struct contact_answer *answer) {
    struct proximal *p = self;
    p->problem = problem;
    if (problem->is_changed)
        p->is_gathered = p->is_factored = false;
    if (!judge_prepare(p->judge, problem))
        return FAST_SINGULAR;
    p->free_speed = judge_free_speed(p->judge, problem);
    if (!is_finite(p))
        return FAST_NOT_FINITE;
    p->best_error = INFINITY;
    p->iterations = p->factorizations = 0;
    begin_tiers(p, answer);
    const double error = proximal_evaluate(p);
    if (!isfinite(error))
        return FAST_NOT_FINITE;
    if (!(error <= warm * p->best_scale))
        search(p, answer);
    report_best(p, answer);
    return FAST_OK;
}

contact_judge *proximal_judge(const struct contact_solver *solver) {
    return solver->solve == solve_proximal ? ((struct proximal *)solver->self)->judge
                                           : NULL;
}

enum fast_status proximal_solver_alloc(struct contact_solver *solver,
                                       const struct contact_problem *shape,
                                       struct team *team) {
    struct proximal *p;
    const enum fast_status status = proximal_alloc(&p, shape, team);
    if (status == FAST_OK)
        *solver = (struct contact_solver){p, "Proximal", solve_proximal, proximal_free};
    return status;
}

enum fast_status contact_proximal_alloc(struct contact_solver *solver,
                                        const struct contact_problem *shape) {
    return proximal_solver_alloc(solver, shape, NULL);
}
