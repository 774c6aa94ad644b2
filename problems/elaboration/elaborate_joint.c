/* Bilateral constraints: g(t, q) = 0, or r(t, q, v) = 0 with r = sum G_j v_j + r_0.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/elaboration/linear.h"
#include "problems/graph/expr.h"

/* Whether a residual depends on velocities. */
static bool has_velocities(struct elaboration *e, expr residual, bool *has) {
    const struct model *m = e->model;
    int *variable, count = expr_variables(m->graph, residual, &variable);
    *has = count > 0 && variable[count - 1] > m->nq;
    free(variable);
    return count >= 0 || elaborate_fail_memory(e);
}

static bool check_residual(struct elaboration *e, struct statement *s,
                           struct declared_joint *j) {
    bool has = false;
    int offset = j->residual_offset = term_begin(s->value);
    j->joint.residual = elaborate_elementary(e, s->value, "a joint");
    if (j->joint.residual == EXPR_NONE ||
        !elaborate_depends(
            e, j->joint.residual, offset, "a joint",
            (struct allowed){.time = true, .positions = true, .velocities = true}) ||
        !has_velocities(e, j->joint.residual, &has))
        return false;
    j->joint.holonomic = !has;
    return !has || elaborate_linear(e, j->joint.residual, offset, "a joint",
                                    LINEAR_WITH_REST, &j->form);
}

static bool add_joint(struct elaboration *e, void *context) {
    struct statement *s = context;
    struct declared_joint j = {.offset = s->target.offset};
    struct key k;
    if (!elaborate_key(e, &k, &s->target) ||
        !elaborate_take_name(e, &e->joint_names, &k, s->target.offset) ||
        !check_residual(e, s, &j))
        return false;
    j.joint.name = elaborate_name(e, &k);
    struct declared_joint *grown =
        array_grow(e->joint, &e->joint_capacity, e->joints + 1, sizeof *grown);
    if (!grown) {
        linear_clear(&j.form);
        return elaborate_fail_memory(e);
    }
    e->joint = grown;
    e->joint[e->joints++] = j;
    return e->status == PROBLEM_OK;
}

bool elaborate_joint(struct elaboration *e, struct statement *s) {
    return elaborate_loops(e, s->clauses, add_joint, s);
}
