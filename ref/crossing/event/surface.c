/* Behind a switching surface: the mode of its other side.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "ref/crossing/choice.h"

/* The crossed surface's watch grows from zero and all others are positive. A surface that comes
 * to decide only behind the event may still have the wrong side: *turned. A contact may not go on:
 * *changed. */
static enum ref_status judge(struct crossing_passage *p, signed char *mode, bool *turned,
                             bool *changed) {
    struct crossing_stage *after = p->after;
    enum ref_status status = REF_OK;
    arb_t rate;
    arb_init(rate);
    *turned = *changed = false;
    crossing_probe(after, p->end, 1);
    for (int i = 0; i < after->watches && status == REF_OK; i++) {
        arb_srcptr c = crossing_probe_watch(after, i);
        after->lead[i] = crossing_is_crossed(p, i);
        if (after->lead[i] == 1) {
            crossing_find_rate(rate, after, i, p->end);
            status = arb_is_positive(rate) ? REF_OK : REF_TANGENT_KINK;
        } else if (arb_is_negative(c) && after->watch[i].kind != CROSSING_SURFACE) {
            *changed = true;
        } else if (arb_is_negative(c)) {
            crossing_turn(p->scene, after, i, mode);
            *turned = true;
        } else if (!arb_is_positive(c)) {
            status = REF_TOGETHER;
        }
    }
    arb_clear(rate);
    return *turned ? REF_OK : status;
}

static enum ref_status take_mode(struct crossing_passage *p, signed char *mode,
                                 bool *turned, bool *changed) {
    enum ref_status status = crossing_stage_find(p->scene, mode, &p->after);
    if (status != REF_OK)
        return status;
    _arb_vec_set(p->end, p->box, 1 + p->scene->n);
    return crossing_passage_enclose_end(p) ? judge(p, mode, turned, changed)
                                           : REF_NOT_SMOOTH;
}

/* The force on a closed contact jumps with F: it may lift off, and slide where it has stuck. */
static enum ref_status change_contacts(struct crossing_passage *p,
                                       const signed char *mode) {
    const struct crossing_scene *s = p->scene;
    struct crossing_options *options =
        calloc((size_t)s->m->contacts + 1, sizeof *options);
    if (options == NULL)
        return REF_NO_MEMORY;
    crossing_list_all(s, mode, options);
    _arb_vec_set(p->end, p->box, 1 + s->n);
    enum ref_status status = crossing_choose(p, mode, options);
    free(options);
    return status;
}

enum ref_status crossing_surface(struct crossing_passage *p) {
    const struct crossing_scene *s = p->scene;
    signed char *mode = malloc((size_t)s->places + 1);
    if (mode == NULL)
        return REF_NO_MEMORY;
    memcpy(mode, p->before->mode, (size_t)s->places);
    crossing_turn(s, p->before, p->watch, mode);
    bool turned = true, changed = false;
    enum ref_status status = REF_OK;
    for (int trial = 0; trial <= s->surfaces && turned && status == REF_OK; trial++)
        status = take_mode(p, mode, &turned, &changed);
    if (status == REF_OK && turned)
        status = REF_TANGENT_KINK;
    if (status == REF_OK && !crossing_is_held(p))
        status = REF_KINKED_CONTACT;
    if (status == REF_OK && changed)
        status = change_contacts(p, mode);
    free(mode);
    return status;
}
