/* What an impact makes of the set: its value at the centre, its derivatives and its range over
 * the box.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/impact.h"

enum ref_status crossing_impact_image(struct crossing_passage *p, const expr *change) {
    const struct crossing_scene *s = p->scene;
    const int nq = s->m->nq, nv = s->rows.nv, columns = 1 + s->n;
    graph *g = s->m->graph;
    struct room room = {.last = NULL};
    int *variable = room_take(&room, (size_t)columns, sizeof *variable);
    expr *slope = room_take(&room, (size_t)nv * (size_t)columns, sizeof *slope);
    arb_ptr value = room_balls(&room, (slong)nv * columns);
    arb_ptr point = room_balls(&room, columns);
    enum ref_status status = room.is_short ? REF_NO_MEMORY : REF_OK;
    for (int j = 0; j < columns && status == REF_OK; j++)
        variable[j] = j;
    for (int i = 0; i < nv && status == REF_OK; i++)
        expr_gradient(g, change[i], columns, variable, slope + i * columns);
    arb_set_arf(point, p->before->e.time);
    for (int i = 0; i < s->n; i++)
        arb_set_arf(point + 1 + i, p->before->e.center + i);
    p->change = malloc((size_t)nv * sizeof *p->change + 1);
    if (p->change == NULL)
        status = REF_NO_MEMORY;
    else
        memcpy(p->change, change, (size_t)nv * sizeof *change);
    if (status == REF_OK)
        status = crossing_evaluate(s, nv, change, point, s->bits, value);
    for (int i = 0; i < nv && status == REF_OK; i++)
        arb_add(p->image + nq + i, p->image + nq + i, value + i, s->bits);
    if (status == REF_OK)
        status = crossing_evaluate(s, nv, change, p->box, s->bits, value);
    for (int i = 0; i < nv && status == REF_OK; i++)
        arb_add(p->end + 1 + nq + i, p->end + 1 + nq + i, value + i, s->bits);
    if (status == REF_OK)
        status = crossing_evaluate(s, nv * columns, slope, p->box, s->low, value);
    for (int i = 0; i < nv && status == REF_OK; i++) {
        arb_set(p->by_time + nq + i, value + i * columns);
        for (int j = 0; j < s->n; j++) {
            arb_ptr entry = arb_mat_entry(p->by_state, nq + i, j);
            arb_add(entry, entry, value + i * columns + 1 + j, s->low);
        }
    }
    room_clear(&room);
    return status;
}
