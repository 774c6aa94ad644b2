/* What the contacts do at the start of the span: those that touch, by a gap that is exactly
 * zero, are closed or leave, after an impact if one of them approaches.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "problems/model.h"
#include "ref/crossing/start.h"

static enum ref_status go_on(struct crossing_start *d, struct crossing_stage **stage) {
    struct crossing_scene *s = d->scene;
    struct crossing_passage p;
    struct crossing_event event = {.watch = -1};
    arf_inits(event.from, event.to);
    crossing_passage_init(&p, s, *stage, &event);
    _arb_vec_set(p.box, d->box, 1 + s->n);
    _arb_vec_set(p.end, p.box, 1 + s->n);
    /* Surfaces that decide nothing while all contacts are open have no side yet. */
    p.jumps = true;
    enum ref_status status = REF_OK;
    if (d->collides) {
        crossing_start_strike(d);
        status = crossing_impact(&p, d->role, d->slip, d->options);
    } else {
        status = crossing_start_list(d);
    }
    if (status == REF_OK)
        status = crossing_choose(&p, (*stage)->mode, d->options);
    if (status == REF_OK)
        status = crossing_passage_carry(&p);
    if (status == REF_OK && !crossing_note_epoch(s, &p))
        status = REF_NO_MEMORY;
    if (status == REF_OK)
        *stage = p.after;
    crossing_passage_clear(&p);
    arf_clears(event.from, event.to);
    return status;
}

enum ref_status crossing_touch_down(struct crossing_scene *s,
                                    struct crossing_stage **stage) {
    struct crossing_start d;
    if (!crossing_start_begin(&d, s, (*stage)->point)) {
        crossing_start_end(&d);
        return REF_NO_MEMORY;
    }
    enum ref_status status = crossing_start_look(&d);
    if (status == REF_OK)
        status = go_on(&d, stage);
    for (int i = s->m->contacts - 1; i >= 0 && status != REF_OK; i--)
        if (d.gap[i] != 1)
            s->touched = i;
    crossing_start_end(&d);
    return status;
}
