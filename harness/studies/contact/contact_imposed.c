/* SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/contact/contact_imposed.h"

#include <stddef.h>

#include "fast/contact.h"
#include "fast/system.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

bool contact_obstacles_move(const struct model *m) {
    for (int i = 0; i < m->contact_matrix.rows; i++)
        if (!expr_is_zero(m->graph, m->contact_offset[i]))
            return true;
    return false;
}

static bool joints_move(const struct contact_event *e) {
    for (int i = 0; e->problem != NULL && i < e->problem->joints; i++)
        if (e->problem->joint_offset[i] != 0)
            return true;
    return false;
}

static double impulse_of(const double *solved, const double *imposed, int i) {
    return solved[i] + (imposed != NULL ? imposed[i] : 0);
}

/* Without joints: what T changes by and the contacts do not see. */
static double find_unseen(const struct contact_event *e, int rows) {
    double seen = 0;
    for (int i = 0; i < rows; i++)
        seen += impulse_of(e->answer->impulse, e->expansion, i) *
                (e->before[i] + e->after[i]) / 2;
    return e->energy_after - e->energy_before - seen;
}

/* The obstacle's own velocity at a row, u - J v. */
static double find_offset(const struct contact_event *e, int row) {
    const struct contact_problem *p = e->problem;
    double offset = e->after[row];
    for (int k = p->matrix_pattern->start[row]; k < p->matrix_pattern->start[row + 1];
         k++)
        offset -= p->matrix[k] * e->answer->v[p->matrix_pattern->row[k]];
    return offset;
}

double contact_event_imposed(const struct contact_event *e, const struct model *m) {
    const struct contact_answer *a = e->answer;
    double taken = 0;
    if (!contact_obstacles_move(m) && !joints_move(e))
        return 0;
    if (e->problem == NULL)
        return find_unseen(e, m->contact_matrix.rows);
    for (int i = 0; i < m->contact_matrix.rows; i++)
        taken += impulse_of(a->impulse, e->expansion, i) * find_offset(e, i);
    for (int i = 0; i < e->problem->joints; i++)
        taken += impulse_of(a->joint_impulse, e->joint_expansion, i) *
                 e->problem->joint_offset[i];
    return -taken;
}
