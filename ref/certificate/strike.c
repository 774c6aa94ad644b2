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

#include "ref/certificate/passing.h"
#include "ref/crossing/impact.h"

static const signed char *places_of(const struct claim_passing *p,
                                    const struct crossing_scene *s, int contact) {
    return p->before->mode.stage->mode + s->surfaces + 2 * contact;
}

static void go_on(const struct claim_passing *p, const struct crossing_scene *s,
                  struct crossing_options *options) {
    for (int i = 0; i < s->m->contacts; i++) {
        const signed char *place = places_of(p, s, i);
        options[i].count = 0;
        crossing_add_option(&options[i], (enum crossing_state)place[0], place[1], 0, 0);
    }
}

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

/* Whether static and dynamic friction are the same where contacts stick together with one. */
static bool keeps_friction(const struct claim_passing *p, const struct crossing_scene *s,
                           int contact) {
    bool same = true;
    for (int i = 0; i < s->m->contacts; i++) {
        const struct contact *c = &s->m->contact[i];
        if (s->slip_of[i] == s->slip_of[contact] &&
            places_of(p, s, i)[0] == CROSSING_STICKING)
            same = same && crossing_is_zero(s, expr_sub(s->m->graph, c->static_friction,
                                                        c->dynamic_friction));
    }
    return same;
}

static enum ref_status begin_to_slide(const struct claim_passing *p,
                                      const struct crossing_scene *s, int contact,
                                      struct crossing_options *options) {
    const int sign = find_sign(p, s, p->before->mode.stage->watch[p->event].aside);
    const bool same = keeps_friction(p, s, contact);
    if (sign == CROSSING_SLIP_UNKNOWN)
        return REF_NO_MODE;
    if (!same)
        crossing_list_all(s, p->before->mode.stage->mode, options);
    for (int i = 0; i < s->m->contacts; i++) {
        if (places_of(p, s, i)[0] != CROSSING_STICKING ||
            s->slip_of[i] != s->slip_of[contact])
            continue;
        options[i].count = 0;
        crossing_add_option(&options[i], CROSSING_SLIDING, -sign, 0, same ? 2 : 1);
        if (!same)
            crossing_add_option(&options[i], CROSSING_OPEN, 0, 2, 0);
    }
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
    arf_init(event.from);
    arf_init(event.to);
    arf_init(before.e.time);
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
    arf_clear(before.e.time);
    arf_clear(event.to);
    arf_clear(event.from);
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
    for (int i = 0; i < contacts; i++) {
        const signed char *place = places_of(p, s, i);
        role[i] = crossing_takes_force(place[0]) ? CROSSING_TOUCHING : CROSSING_APART;
        slip[i] = (signed char)(place[0] == CROSSING_SLIDING ? place[1] : 0);
    }
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
    go_on(p, s, options);
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
