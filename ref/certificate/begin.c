/* The mode at the start, where contacts touch: an impact of what approaches, and of what touches with it; then the
 * only mode that goes on. That a gap, its rate or a slip is zero is exact (an identity of constants).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "ref/certificate/certificate.h"
#include "ref/crossing/impact.h"
#include "ref/model.h"

/* Signs of gap, rate and slip of each contact: -1, 0, 1; CROSSING_SLIP_UNKNOWN. */
struct start {
    struct crossing_scene *s;
    arb_ptr box;
    signed char *gap, *rate, *slip, *role;
    struct crossing_options *options;
};

static enum ref_status find_sign(const struct start *d, expr e, signed char *sign) {
    arb_t value;
    arb_init(value);
    const enum ref_status status =
        crossing_evaluate(d->s, 1, &e, d->box, d->s->bits, value);
    *sign = arb_is_positive(value)                             ? 1
            : arb_is_negative(value)                           ? -1
            : arb_is_zero(value) || crossing_vanishes(d->s, e) ? 0
                                                               : CROSSING_SLIP_UNKNOWN;
    arb_clear(value);
    return status;
}

/* The slip; of two directions its square. */
static expr slip_of(const struct crossing_scene *s, int contact) {
    const expr *speed = s->rows.speed + s->rows.first[contact] + 1;
    return crossing_slides(s, contact) == 1
               ? *speed
               : crossing_dot(s->m->graph, crossing_slides(s, contact), speed, speed);
}

static bool is_joined(const struct start *d, int i) {
    return d->s->group != NULL && d->s->group[i] != i;
}

static enum ref_status look(const struct start *d, int i) {
    if (is_joined(d, i)) {
        d->gap[i] = 1;
        return REF_OK;
    }
    enum ref_status status = find_sign(d, d->s->m->contact[i].gap, &d->gap[i]);
    if (status == REF_OK)
        status = find_sign(d, d->s->rows.speed[d->s->rows.first[i]], &d->rate[i]);
    if (status == REF_OK && crossing_has_friction(d->s, i))
        status = find_sign(d, slip_of(d->s, i), &d->slip[i]);
    if (status != REF_OK)
        return status;
    if (d->gap[i] == -1)
        return REF_NO_MODE;
    const bool unknown = d->gap[i] == CROSSING_SLIP_UNKNOWN ||
                         (d->gap[i] == 0 && d->rate[i] == CROSSING_SLIP_UNKNOWN);
    return unknown ? REF_UNDECIDED : REF_OK;
}

static enum ref_status list(const struct start *d, int i) {
    if (is_joined(d, i)) {
        crossing_add_option(&d->options[i], CROSSING_JOINED, 0, 0, 0);
        return REF_OK;
    }
    if (d->gap[i] > 0 || d->rate[i] > 0) {
        crossing_add_option(&d->options[i], CROSSING_OPEN, 0, d->gap[i] == 0, 0);
        return REF_OK;
    }
    if (d->slip[i] == CROSSING_SLIP_UNKNOWN)
        return REF_UNDECIDED;
    crossing_list_closed(d->s, i, d->slip[i], true, &d->options[i]);
    return REF_OK;
}

/* box, set := behind an impact of all that touches, struck where it approaches. */
static enum ref_status strike(struct start *d, struct claim_set *set) {
    const int n = d->s->n;
    for (int i = 0; i < d->s->m->contacts; i++) {
        d->role[i] = d->gap[i] > 0    ? CROSSING_APART
                     : d->rate[i] < 0 ? CROSSING_STRUCK
                                      : CROSSING_TOUCHING;
        if (d->role[i] == CROSSING_APART)
            crossing_add_option(&d->options[i],
                                is_joined(d, i) ? CROSSING_JOINED : CROSSING_OPEN, 0, 0,
                                0);
    }
    arb_ptr centre = _arb_vec_init(1 + n), image = _arb_vec_init(n),
            by = _arb_vec_init((slong)n * (1 + n)), behind = _arb_vec_init(1 + n);
    for (int i = 0; i <= n; i++)
        arb_get_mid_arb(centre + i, d->box + i);
    expr *change = NULL;
    const struct claim_blow blow = {.s = d->s,
                                    .watch = -1,
                                    .centre = centre,
                                    .box = d->box,
                                    .image = image,
                                    .by = by,
                                    .behind = behind,
                                    .change = &change};
    const enum ref_status status = claim_strike(&blow, d->role, d->slip, d->options);
    d->s->blurred = true; /* what is known of the start does not go through */
    free(change);
    if (status == REF_OK) {
        _arb_vec_set(d->box, behind, 1 + n);
        arb_mat_one(set->frame);
        for (int i = 0; i < n; i++) {
            arf_set(set->centre + i, arb_midref(behind + 1 + i));
            mag_set(set->radius + i, arb_radref(behind + 1 + i));
            mag_set(set->expected + i, set->radius + i);
        }
    }
    _arb_vec_clear(behind, 1 + n);
    _arb_vec_clear(by, (slong)n * (1 + n));
    _arb_vec_clear(image, n);
    _arb_vec_clear(centre, 1 + n);
    return status;
}

static enum ref_status find_options(struct start *d, struct claim_set *set) {
    const int contacts = d->s->m->contacts;
    enum ref_status status = REF_OK;
    bool touches = false, collides = false;
    for (int i = 0; i < contacts && status == REF_OK; i++) {
        status = look(d, i);
        touches = touches || d->gap[i] != 1;
        collides = collides || (d->gap[i] == 0 && d->rate[i] == -1);
    }
    if (status == REF_OK && !touches)
        return REF_NOT_APPLICABLE;
    if (status == REF_OK && collides)
        return strike(d, set);
    for (int i = 0; i < contacts && status == REF_OK; i++)
        status = list(d, i);
    return status;
}

static enum ref_status choose(const struct start *d, signed char *place,
                              signed char *lead) {
    struct crossing_scene *s = d->s;
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

/* At rest all that touches stays so, and x is what it is. */
static bool rests(struct crossing_scene *s, signed char *place, signed char *lead) {
    signed char *mode = calloc((size_t)s->places + 1, 1);
    s->rests = mode != NULL && s->group == NULL && crossing_rests(s, mode);
    for (int i = 0; i < s->m->contacts && s->rests; i++)
        place[i] = mode[2 * i] == CROSSING_OPEN ? REF_CONTACT_OPEN : REF_CONTACT_RESTING;
    memset(lead, 0, (size_t)s->places);
    free(mode);
    return s->rests;
}

enum ref_status certificate_begin(struct certificate_modes *modes, struct claim_set *set,
                                  const arf_t time, signed char *place,
                                  signed char *lead) {
    struct crossing_scene *s = modes->scene;
    if (s == NULL)
        return REF_NOT_APPLICABLE;
    const size_t contacts = (size_t)s->m->contacts;
    struct start d = {.s = s,
                      .box = _arb_vec_init(1 + s->n),
                      .gap = calloc(4 * contacts + 1, 1),
                      .options = calloc(contacts + 1, sizeof *d.options)};
    enum ref_status status = REF_NO_MEMORY;
    if (d.gap != NULL && d.options != NULL) {
        d.rate = d.gap + contacts;
        d.slip = d.rate + contacts;
        d.role = d.slip + contacts;
        claim_set_box(d.box, time, set);
        s->blurred = false;
        status = find_options(&d, set);
    }
    if (status == REF_OK && !rests(s, place, lead))
        status = choose(&d, place, lead);
    free(d.options);
    free(d.gap);
    _arb_vec_clear(d.box, 1 + s->n);
    return status;
}
