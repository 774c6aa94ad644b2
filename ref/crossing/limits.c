/* Whether a model has anything to be crossed, and how long that may go on.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"

bool crossing_is_needed(struct model *m) {
    return m->contacts > 0 || model_has_kinks(m);
}

enum ref_status crossing_may_go_on(const struct crossing_scene *s) {
    if (!s->rests && graph_size(s->m->graph) - s->nodes > CROSSING_MOST_NODES)
        return REF_TOO_LONG;
    return enclosure_is_stopped(s->task->options) ? REF_OUT_OF_TIME : REF_OK;
}
