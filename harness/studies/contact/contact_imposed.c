/* SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/contact/contact_imposed.h"

#include <stddef.h>

#include "fast/contact.h"
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

double contact_event_imposed(const struct contact_event *e, const struct model *m) {
    double seen = 0;
    if (!contact_obstacles_move(m) && !joints_move(e))
        return 0;
    for (int i = 0; i < m->contact_matrix.rows; i++) {
        const double imposed = e->expansion != NULL ? e->expansion[i] : 0;
        seen += (e->answer->impulse[i] + imposed) * (e->before[i] + e->after[i]) / 2;
    }
    return e->energy_after - e->energy_before - seen;
}
