/* What has to go on without a jump where contacts are closed. The equations of a mode keep the
 * derivatives of a gap's rate and of a slip, so that they stay zero as long as each has one
 * formula, and across a surface where both of its formulas have the same value. Where that is
 * h(x) = a + b x_j with constants a and b, x_j is known: a ball that rests on a floor is at
 * zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"

void crossing_hold(const struct crossing_scene *s, struct crossing_stage *stage) {
    const struct crossing_rows *rows = &s->rows;
    for (int i = 0; i < s->m->contacts; i++) {
        const int state = stage->mode[s->surfaces + 2 * i];
        if (!crossing_takes_force(state))
            continue;
        stage->held[stage->helds++] = s->m->contact[i].gap;
        const int end =
            state == CROSSING_STICKING ? rows->first[i + 1] : rows->first[i] + 1;
        for (int k = rows->first[i]; k < end; k++)
            stage->held[stage->helds++] = rows->speed[k];
    }
}

/* Whether the difference is a multiple of s, and defined where that is zero: y s/s is none of
 * these. */
static bool agree(const struct crossing_passage *p, expr one, expr other) {
    const struct crossing_scene *scene = p->scene;
    graph *g = scene->m->graph;
    const expr difference = expr_sub(g, one, other);
    arb_t value;
    arb_init(value);
    const bool same =
        crossing_vanishes_with(g, difference, p->before->watch[p->watch].value) &&
        crossing_evaluate(scene, 1, &difference, p->box, scene->bits, value) == REF_OK &&
        arb_is_finite(value);
    arb_clear(value);
    return same;
}

bool crossing_is_held(const struct crossing_passage *p) {
    const struct crossing_stage *a = p->before, *b = p->after;
    bool held = a->helds == b->helds;
    for (int k = 0; k < a->helds && held; k++)
        held = a->held[k] == b->held[k] || agree(p, a->held[k], b->held[k]);
    return held;
}

int crossing_find_root(const struct crossing_scene *s, expr held, expr *root) {
    const int columns = 1 + s->n;
    graph *g = s->m->graph;
    int *variable = calloc((size_t)columns, sizeof *variable), found = -1, count = 0;
    expr *slope = malloc((size_t)columns * sizeof *slope);
    if (variable != NULL && slope != NULL) {
        for (int j = 0; j < columns; j++)
            variable[j] = j;
        expr_gradient(g, held, columns, variable, slope);
        for (int j = 0; j < columns; j++)
            if (!expr_is_zero(g, slope[j])) {
                found = j;
                count++;
            }
    }
    if (count == 1 && found > 0 && crossing_is_constant(s, slope[found])) {
        const expr zero = expr_integer(g, 0);
        *root = expr_neg(
            g, expr_div(g, expr_substitute(g, held, 1, &found, &zero), slope[found]));
    } else {
        found = -1;
    }
    free(slope);
    free(variable);
    return found;
}

enum ref_status crossing_pin(const struct crossing_passage *p) {
    const struct crossing_scene *s = p->scene;
    struct enclosure *e = &p->after->e;
    enum ref_status status = REF_OK;
    arb_t value;
    arb_init(value);
    for (int k = 0; k < p->after->helds && status == REF_OK; k++) {
        expr root;
        const int j = crossing_find_root(s, p->after->held[k], &root) - 1;
        if (j < 0)
            continue;
        status = crossing_evaluate(s, 1, &root, p->box, s->bits, value);
        if (status != REF_OK || !arb_is_finite(value))
            break;
        arf_set(e->center + j, arb_midref(value));
        mag_set(e->rest + j, arb_radref(value));
        for (int i = 0; i < s->n; i++)
            arb_zero(arb_mat_entry(e->map, j, i));
    }
    arb_clear(value);
    return status;
}
