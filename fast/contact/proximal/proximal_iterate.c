/* Iterates of the proximal solver: impulses, the velocities that follow from them, and
 * the best so far.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/contact/proximal/proximal.h"

static void copy_iterate(double *to, const double *from, int count) {
    memcpy(to, from, (size_t)count * sizeof *to);
}

double proximal_scale(const struct proximal *p) {
    return judge_scale(p->judge, p->problem, p->impulse, p->joint_impulse, p->free_speed);
}

void proximal_measure(struct proximal *p) {
    p->is_best = false;
    judge_velocities(p->judge, p->problem, p->impulse, p->joint_impulse, p->v);
}

static void keep_best(struct proximal *p, double error) {
    p->is_best = true;
    p->best_error = error;
    p->best_scale = proximal_scale(p);
    proximal_save(p, &p->best);
}

double proximal_evaluate(struct proximal *p) {
    proximal_measure(p);
    const double error = judge_residual(p->judge, p->problem, p->impulse);
    if (error < p->best_error)
        keep_best(p, error);
    return error;
}

void proximal_prefer(struct proximal *p) {
    keep_best(p, judge_residual(p->judge, p->problem, p->impulse));
}

bool proximal_is_tight(const struct proximal *p) {
    return p->best_error <= judge_tight * p->best_scale;
}

bool proximal_is_verified(const struct proximal *p) {
    return p->best_error <= judge_verified * p->best_scale + p->problem->floor;
}

void proximal_save(const struct proximal *p, struct proximal_iterate *kept) {
    copy_iterate(kept->impulse, p->impulse, p->rows);
    copy_iterate(kept->joint_impulse, p->joint_impulse, p->joints);
    if (kept->slack != NULL)
        copy_iterate(kept->slack, p->slack, p->contacts);
}

void proximal_restore(struct proximal *p, const struct proximal_iterate *kept) {
    copy_iterate(p->impulse, kept->impulse, p->rows);
    copy_iterate(p->joint_impulse, kept->joint_impulse, p->joints);
    if (kept->slack != NULL)
        copy_iterate(p->slack, kept->slack, p->contacts);
    proximal_measure(p);
}
