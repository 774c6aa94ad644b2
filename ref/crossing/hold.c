/* What has to go on without a jump where contacts are closed. The equations of a mode keep the
 * derivatives of a gap's rate and of a slip, so that they stay zero as long as each has one formula.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "ref/crossing/crossing.h"

void crossing_hold(const struct crossing_scene *s, struct crossing_stage *stage) {
    const struct crossing_rows *rows = &s->rows;
    for (int i = 0; i < s->m->contacts; i++) {
        const int state = stage->mode[s->surfaces + 2 * i];
        if (state == CROSSING_OPEN)
            continue;
        stage->held[stage->helds++] = s->m->contact[i].gap;
        const int end =
            state == CROSSING_STICKING ? rows->first[i + 1] : rows->first[i] + 1;
        for (int k = rows->first[i]; k < end; k++)
            stage->held[stage->helds++] = rows->speed[k];
    }
}

bool crossing_is_held(const struct crossing_stage *a, const struct crossing_stage *b) {
    return a->helds == b->helds &&
           (a->helds == 0 ||
            memcmp(a->held, b->held, (size_t)a->helds * sizeof *a->held) == 0);
}
