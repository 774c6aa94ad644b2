/* The surfaces of a model, and the modes that have been met.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/crossing/crossing.h"

#include <stdlib.h>

bool crossing_is_needed(struct model *m) {
    return model_has_kinks(m);
}

static enum ref_status list_surfaces(struct crossing_scene *s) {
    expr *field = malloc(((size_t)s->n + 1) * sizeof *field);
    enum ref_status status = REF_NO_MEMORY;
    if (field != NULL && model_field(s->m, field) == PROBLEM_OK) {
        s->surfaces = expr_surfaces(s->m->graph, s->n, field, &s->surface);
        status = s->surfaces < 0 ? REF_NO_MEMORY : REF_OK;
    }
    free(field);
    s->places = s->surfaces;
    return status;
}

enum ref_status crossing_scene_init(struct crossing_scene *s,
                                    const struct enclosure_task *task, int goal,
                                    const struct enclosure_run *run) {
    *s = (struct crossing_scene){.m = task->m,
                                 .task = task,
                                 .n = task->n,
                                 .goal = goal,
                                 .order = run->order,
                                 .bits = run->bits};
    arf_init(s->least_step);
    return list_surfaces(s);
}

void crossing_scene_clear(struct crossing_scene *s) {
    for (struct crossing_stage *stage = s->first, *next; stage != NULL; stage = next) {
        next = stage->next;
        crossing_stage_free(stage);
    }
    free(s->surface);
    arf_clear(s->least_step);
}
