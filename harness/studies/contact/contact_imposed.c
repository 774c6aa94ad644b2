/* SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/contact/contact_imposed.h"

#include <stddef.h>

#include "fast/contact.h"
#include "harness/studies/contact/contact_event.h"
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

/* Without joints: what T changes by and the contacts do not see. */
static double find_unseen(const struct contact_event *e, int rows) {
    double seen = 0;
    for (int i = 0; i < rows; i++)
        seen += contact_event_impulse(e, i) * (e->before[i] + e->after[i]) / 2;
    return e->energy_after - e->energy_before - seen;
}

/* The obstacle's own velocity at a row, u - J v. */
static double find_offset(const struct contact_event *e, int row) {
    const struct contact_problem *p = e->problem;
    return e->after[row] - contact_row(p->matrix_pattern, p->matrix, e->answer->v, row);
}

double contact_event_imposed(const struct contact_event *e, int rows, bool moves) {
    double taken = 0;
    if (!moves && !joints_move(e))
        return 0;
    if (e->problem == NULL)
        return find_unseen(e, rows);
    for (int i = 0; i < rows; i++)
        taken += contact_event_impulse(e, i) * find_offset(e, i);
    for (int i = 0; i < e->problem->joints; i++)
        taken += contact_event_joint_impulse(e, i) * e->problem->joint_offset[i];
    return -taken;
}
