/* The mode at the start, where contacts touch: an impact of what approaches, and of what touches
 * with it; then the only mode that goes on. That a gap, its rate or a slip is zero is exact (an
 * identity of constants).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "ref/certificate/certificate.h"
#include "ref/crossing/start.h"

/* box, set := behind an impact of all that touches, struck where it approaches. */
static enum ref_status strike(struct crossing_start *d, arb_ptr box,
                              struct claim_set *set) {
    struct crossing_scene *s = d->scene;
    const int n = s->n;
    crossing_start_strike(d);
    struct room room = {.last = NULL};
    arb_ptr centre = room_balls(&room, 1 + n), image = room_balls(&room, n),
            by = room_balls(&room, (slong)n * (1 + n)), behind = room_balls(&room, 1 + n);
    for (int i = 0; i <= n; i++)
        arb_get_mid_arb(centre + i, box + i);
    expr *change = NULL;
    const struct claim_blow blow = {.s = s,
                                    .watch = -1,
                                    .centre = centre,
                                    .box = box,
                                    .image = image,
                                    .by = by,
                                    .behind = behind,
                                    .change = &change};
    const enum ref_status status = claim_strike(&blow, d->role, d->slip, d->options);
    s->blurred = true; /* what is known of the start does not go through */
    free(change);
    if (status == REF_OK) {
        _arb_vec_set(box, behind, 1 + n);
        arb_mat_one(set->frame);
        for (int i = 0; i < n; i++) {
            arf_set(set->centre + i, arb_midref(behind + 1 + i));
            mag_set(set->radius + i, arb_radref(behind + 1 + i));
            mag_set(set->expected + i, set->radius + i);
        }
    }
    room_clear(&room);
    return status;
}

static enum ref_status find_options(struct crossing_start *d, arb_ptr box,
                                    struct claim_set *set) {
    const enum ref_status status = crossing_start_look(d);
    if (status != REF_OK)
        return status;
    if (!d->touches)
        return REF_NOT_APPLICABLE;
    return d->collides ? strike(d, box, set) : crossing_start_list(d);
}

static enum ref_status choose(const struct crossing_start *d, signed char *place,
                              signed char *lead) {
    struct crossing_scene *s = d->scene;
    struct crossing_stage *stage;
    signed char *mode = malloc((size_t)s->places + 1);
    arb_t width;
    if (mode == NULL)
        return REF_NO_MEMORY;
    memset(mode, 1, (size_t)s->places);
    arb_init(width);
    const struct claim_place from = {.s = s, .box = d->box, .width = width, .watch = -1};
    const enum ref_status status =
        claim_find_behind(&from, d->options, mode, &stage, lead);
    if (status == REF_OK)
        claim_places_write(s, mode, place);
    arb_clear(width);
    free(mode);
    return status;
}

/* At rest all that touches stays so, and x is what it is: s->rests. */
static enum ref_status look_for_rest(struct crossing_scene *s, signed char *place,
                                     signed char *lead) {
    signed char *mode = calloc((size_t)s->places + 1, 1);
    if (mode == NULL)
        return REF_NO_MEMORY;
    s->rests = s->group == NULL && crossing_rests(s, mode);
    for (int i = 0; i < s->m->contacts && s->rests; i++)
        place[i] = mode[2 * i] == CROSSING_OPEN ? REF_CONTACT_OPEN : REF_CONTACT_RESTING;
    memset(lead, 0, (size_t)s->places);
    free(mode);
    return REF_OK;
}

enum ref_status certificate_begin(struct certificate_modes *modes, struct claim_set *set,
                                  const arf_t time, signed char *place,
                                  signed char *lead) {
    struct crossing_scene *s = modes->scene;
    if (s == NULL)
        return REF_NOT_APPLICABLE;
    struct crossing_start d;
    arb_ptr box = _arb_vec_init(1 + s->n);
    enum ref_status status = REF_NO_MEMORY;
    if (crossing_start_begin(&d, s, box)) {
        claim_set_box(box, time, set);
        s->blurred = false;
        status = find_options(&d, box, set);
    }
    if (status == REF_OK)
        status = look_for_rest(s, place, lead);
    if (status == REF_OK && !s->rests)
        status = choose(&d, place, lead);
    crossing_start_end(&d);
    _arb_vec_clear(box, 1 + s->n);
    return status;
}
