/* Gaps and joints that exclude each other: u_n >= 0 and G v + joint_offset = 0 have no
 * solution just if there are d >= 0 and m with J_n^T d + G^T m = 0 and d . u_n + m . (G v
 * + joint_offset) < 0 (Farkas). The proximal iteration of the frictionless problem, which
 * has a solution whenever they have one, tends to such d and m by steps of kappa times
 * what is violated.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/contact/proximal/proximal.h"

enum { iterations = 30 };
static const double kappa = 1e8;

bool proximal_contradict(struct proximal *p) {
    bool is_contradictory = false;
    memset(p->impulse, 0, (size_t)p->rows * sizeof *p->impulse);
    memset(p->joint_impulse, 0, (size_t)p->joints * sizeof *p->impulse);
    proximal_measure(p);
    p->is_frictionless = true;
    p->kappa = kappa;
    for (int i = 0; i < iterations && !is_contradictory; i++) {
        proximal_linearize(p, NULL);
        if (!proximal_factor(p))
            break;
        proximal_solve(p);
        proximal_step(p);
        p->iterations++;
        proximal_measure(p);
        is_contradictory = judge_find_cause(p->judge, p->problem, p->impulse,
                                            p->joint_impulse) == JUDGE_CONTRADICTION;
    }
    p->is_frictionless = false;
    if (!is_contradictory)
        return false;
    proximal_prefer(p);
    return true;
}
