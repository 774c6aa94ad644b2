/* The surfaces of a model, and the modes that have been met.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/crossing/crossing.h"

#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/readers.h"

/* What a mode's formulas are made of. */
static int collect_roots(const struct crossing_scene *s, expr *root) {
    const struct model *m = s->m;
    int count = 0;
    for (int i = 0; i < m->nq; i++)
        root[count++] = m->position_rates[i];
    for (int i = 0; i < m->nv + m->nz; i++)
        root[count++] = m->contacts > 0 ? m->free_rates[i] : m->rates[i];
    for (int i = 0; i < m->contacts; i++)
        root[count++] = m->contact[i].gap;
    for (int i = 0; i < s->rows.count; i++) {
        root[count++] = s->rows.speed[i];
        root[count++] = s->rows.bias[i];
    }
    for (int i = 0; i < s->rows.count * s->rows.nv; i++)
        root[count++] = s->rows.response[i];
    return count;
}

static enum ref_status list_surfaces(struct crossing_scene *s) {
    const size_t rows = (size_t)s->rows.count * (size_t)(s->rows.nv + 2);
    expr *root =
        malloc(((size_t)s->n + (size_t)s->m->contacts + rows + 1) * sizeof *root);
    if (root == NULL)
        return REF_NO_MEMORY;
    s->surfaces = expr_surfaces(s->m->graph, collect_roots(s, root), root, &s->surface);
    free(root);
    s->places = s->surfaces + 2 * s->m->contacts;
    return s->surfaces < 0 ? REF_NO_MEMORY : REF_OK;
}

enum ref_status crossing_scene_init(struct crossing_scene *s,
                                    const struct enclosure_task *task, int goal,
                                    const struct enclosure_run *run) {
    *s = (struct crossing_scene){.m = task->m,
                                 .task = task,
                                 .n = task->n,
                                 .goal = goal,
                                 .order = run->order,
                                 .bits = run->bits,
                                 .low = ENCLOSURE_LOW_BITS,
                                 .nodes = graph_size(task->m->graph),
                                 .touched = -1};
    s->readers = crossing_readers_alloc();
    enum ref_status status = s->readers == NULL ? REF_NO_MEMORY : REF_OK;
    if (status == REF_OK && s->m->contacts > 0)
        status = crossing_rows_init(&s->rows, s->m);
    if (status == REF_OK && s->m->contacts > 0 && !crossing_find_slips(s))
        status = REF_NO_MEMORY;
    return status == REF_OK ? list_surfaces(s) : status;
}

void crossing_scene_clear(struct crossing_scene *s) {
    for (struct crossing_stage *stage = s->first, *next; stage != NULL; stage = next) {
        next = stage->next;
        crossing_stage_free(stage);
    }
    for (struct crossing_epoch *epoch = s->epochs, *next; epoch != NULL; epoch = next) {
        next = epoch->next;
        free(epoch->change);
        free(epoch);
    }
    crossing_readers_free(s->readers);
    room_clear(&s->rows.room);
    room_clear(&s->each.room);
    free(s->group);
    free(s->slip_of);
    free(s->surface);
}
