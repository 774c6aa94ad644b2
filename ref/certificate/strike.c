/* What contacts may do behind an event of one of them:
 *
 *     gap      an impact, of all that touches (the law: ref/crossing/impact/impact.c)
 *     force    it lifts off: gap, its rate and its acceleration vanish there, which the force made
 *     slip     it sticks, slides back, or opens; friction jumps, so that others may slide or lift off, too
 *     cone     it slides against the force, its slip being zero, and its rate too where static and dynamic friction are
 *              the same: its equations are those of sticking there. If they are not the same, friction jumps
 *
 * How many derivatives of its gap and slip are zero, itself the first, goes with each of these.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/base/many.h"
#include "problems/model.h"
#include "ref/certificate/passing.h"
#include "ref/crossing/impact.h"

/* The sign of an expression in B; CROSSING_SLIP_UNKNOWN. */
static int find_sign(const struct claim_passing *p, const struct crossing_scene *s,
                     expr e) {
    arb_t value;
    arb_init(value);
    int sign = CROSSING_SLIP_UNKNOWN;
    if (e != EXPR_NONE &&
        crossing_evaluate(s, 1, &e, p->box, CLAIM_LOW_BITS, value) == REF_OK &&
        !arb_contains_zero(value))
        sign = arb_is_positive(value) ? 1 : -1;
    arb_clear(value);
    return sign;
}

static enum ref_status begin_to_slide(const struct claim_passing *p,
                                      const struct crossing_scene *s, int contact,
                                      struct crossing_options *options) {
    const struct crossing_stage *stage = p->before->mode.stage;
    const int sign = find_sign(p, s, stage->watch[p->event].aside);
    if (sign == CROSSING_SLIP_UNKNOWN)
        return REF_NO_MODE;
    crossing_list_slipping(s, stage->mode, contact, -sign, options);
    return REF_OK;
}

/* image, by and behind := those of the impact p of the scene. */
static void take(const struct claim_blow *b, const struct crossing_passage *p) {
    const int n = b->s->n;
    _arb_vec_set(b->image, p->image, n);
    _arb_vec_set(b->behind, p->end, 1 + n);
    for (int i = 0; i < n; i++) {
        arb_set(b->by + i * (1 + n), p->by_time + i);
        for (int j = 0; j < n; j++)
            arb_set(b->by + i * (1 + n) + 1 + j, arb_mat_entry(p->by_state, i, j));
    }
}

enum ref_status claim_strike(const struct claim_blow *b, const signed char *role,
                             const signed char *slip, struct crossing_options *options) {
    const int n = b->s->n;
    struct crossing_stage before = {.n = n}; /* of which the law asks where it begins */
    struct crossing_event event = {.watch = b->watch};
    struct crossing_passage p;
    arf_inits(event.from, event.to, before.e.time);
    arf_set(before.e.time, arb_midref(b->centre));
    before.e.center = enclosure_exact_alloc(n);
    for (int i = 0; i < n; i++)
        arf_set(before.e.center + i, arb_midref(b->centre + 1 + i));
    if (b->stage != NULL) {
        before.field = b->stage->field;
        before.watch = b->stage->watch;
    }
    crossing_passage_init(&p, b->s, &before, &event);
    _arb_vec_set(p.box, b->box, 1 + n);
    _arb_vec_set(p.end, b->box, 1 + n);
    p.jumps = true;
    const enum ref_status status = crossing_impact(&p, role, slip, options);
    if (status == REF_OK)
        take(b, &p);
    *b->change = p.change;
    p.change = NULL;
    crossing_passage_clear(&p);
    enclosure_exact_free(before.e.center, n);
    arf_clears(before.e.time, event.to, event.from);
    return status;
}

/* What touches takes part, with the friction of its slip. */
static enum ref_status strike(struct claim_passing *p, struct crossing_scene *s,
                              int contact, struct crossing_options *options) {
    const int contacts = s->m->contacts;
    signed char *role = calloc(2 * (size_t)contacts + 1, 1);
    if (role == NULL)
        return REF_NO_MEMORY;
    signed char *slip = role + contacts;
    crossing_take_part(s, p->before->mode.stage->mode, role, slip);
    role[contact] = CROSSING_STRUCK;
    if (crossing_has_friction(s, contact))
        slip[contact] =
            (signed char)(crossing_slides(s, contact) == 1
                              ? find_sign(p, s, s->rows.speed[s->rows.first[contact] + 1])
                              : CROSSING_SLIP_UNKNOWN);
    const struct claim_blow blow = {.s = s,
                                    .stage = p->before->mode.stage,
                                    .watch = p->event,
                                    .centre = p->centre,
                                    .box = p->box,
                                    .image = p->image,
                                    .by = p->by,
                                    .behind = p->behind,
                                    .change = &p->change};
    const enum ref_status status = claim_strike(&blow, role, slip, options);
    p->jumps = true;
    free(role);
    return status;
}

enum ref_status claim_options(struct claim_passing *p, struct crossing_scene *s,
                              struct crossing_options *options) {
    const struct crossing_watch *watch = &p->before->mode.stage->watch[p->event];
    const int i = watch->index;
    crossing_list_unchanged(s, p->before->mode.stage->mode, options);
    switch (watch->kind) {
    case CROSSING_GAP: return strike(p, s, i, options);
    case CROSSING_CONE: return begin_to_slide(p, s, i, options);
    case CROSSING_FORCE:
        options[i].count = 0;
        crossing_add_option(&options[i], CROSSING_OPEN, 0, 3, 0);
        return REF_OK;
    case CROSSING_SLIP:
        if (crossing_slides(s, i) > 1)
            return REF_NO_MODE;
        crossing_list_all(s, p->before->mode.stage->mode, options);
        crossing_list_closed(s, i, 0, true, &options[i]);
        return REF_OK;
    default: return REF_NO_MODE; /* a kink under closed contacts */
    }
}
