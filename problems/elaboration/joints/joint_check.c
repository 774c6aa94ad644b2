/* Starts must obey the joints. Published ones have few digits, so that small errors pass.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/elaboration/joints/joints.h"
#include "problems/elaboration/start.h"
#include "problems/graph/expr.h"

/* EFFECT: how much larger the error of an acceleration may be than that of the start. */
static const double VIOLATION_LIMIT = 1e-6, EFFECT = 1e3;

static bool is_below(double limit, arb_srcptr ball, double *size) {
    arb_t magnitude;
    arb_init(magnitude);
    arb_abs(magnitude, ball);
    *size = arf_get_d(arb_midref(magnitude), ARF_RND_NEAR);
    arb_clear(magnitude);
    return arb_is_finite(ball) && *size <= limit;
}

/* Fails when the value of a joint at the start is not below a limit. */
static bool check(struct elaboration *e, const struct joint *j, int offset,
                  arb_srcptr value, double limit, const char *format) {
    double size;
    char constant[192];
    if (is_below(limit, value, &size))
        return true;
    model_tell_constant_in(e->model, j->residual, constant, sizeof constant);
    if (!arb_is_finite(value))
        return elaborate_fail_as(e, PROBLEM_NOT_FINITE, offset,
                                 "joint '%s' has no finite value at the start%s", j->name,
                                 constant);
    return elaborate_fail(e, offset, format, j->name, size);
}

static bool check_residuals(struct elaboration *e, const int *offset, expr *value,
                            arb_ptr ball, double *violation) {
    const struct model *m = e->model;
    for (int i = 0; i < m->joints; i++) {
        value[2 * i] = m->joint[i].residual;
        value[2 * i + 1] = m->joint_rate[i];
    }
    if (!start_balls(e, 2 * m->joints, value, offset[0], ball))
        return false;
    for (int i = 0; i < m->joints; i++)
        if (!check(e, &m->joint[i], offset[i], ball + 2 * i, VIOLATION_LIMIT,
                   "joint '%s' is violated by %.3g at the start") ||
            !check(e, &m->joint[i], offset[i], ball + 2 * i + 1, VIOLATION_LIMIT,
                   "joint '%s' is violated at the start: its residual changes by %.3g "
                   "per unit of time"))
            return false;
    *violation = 0;
    for (int i = 0; i < 2 * m->joints; i++) {
        double size;
        is_below(VIOLATION_LIMIT, ball + i, &size);
        *violation = size > *violation ? size : *violation;
    }
    return true;
}

bool joint_check_start(struct elaboration *e, const int *offset, double *violation) {
    int joints = e->model->joints;
    expr *value = malloc(2 * ((size_t)joints + 1) * sizeof *value);
    arb_ptr ball = start_alloc(2 * joints);
    bool fine = value && ball ? check_residuals(e, offset, value, ball, violation)
                              : elaborate_fail_memory(e);
    free(value);
    start_free(ball, 2 * joints);
    return fine;
}

/* G v' + bias. */
static expr second_rate(const struct model *m, int joint, int *place) {
    graph *g = m->graph;
    const struct expr_matrix *G = &m->joint_matrix;
    expr sum = m->joint_bias[joint];
    for (; *place < G->count && G->row[*place] == joint; ++*place)
        sum =
            expr_add(g, sum, expr_mul(g, G->entry[*place], m->rates[G->column[*place]]));
    return sum;
}

static bool check_dependent(struct elaboration *e, const int *offset, double violation,
                            int *which, expr *value, arb_ptr ball) {
    const struct model *m = e->model;
    const double limit = VIOLATION_LIMIT + EFFECT * violation;
    int count = 0;
    for (int i = 0, place = 0; i < m->joints; i++) {
        value[count] = second_rate(m, i, &place);
        which[count] = i;
        count += !m->joint[i].independent;
    }
    if (!start_balls(e, count, value, offset[0], ball))
        return false;
    for (int k = 0; k < count; k++)
        if (!check(
                e, &m->joint[which[k]], offset[which[k]], ball + k, limit,
                "joint '%s' contradicts those before it: at the start they leave it an "
                "acceleration of %.3g"))
            return false;
    return true;
}

bool joint_check_dependent(struct elaboration *e, const int *offset, double violation) {
    size_t joints = (size_t)e->model->joints;
    int *which = malloc((joints + 1) * sizeof *which);
    expr *value = malloc((joints + 1) * sizeof *value);
    arb_ptr ball = start_alloc((int)joints);
    bool fine = which && value && ball
                    ? check_dependent(e, offset, violation, which, value, ball)
                    : elaborate_fail_memory(e);
    free(which);
    free(value);
    start_free(ball, (int)joints);
    return fine;
}
