/* What contacts do at the start of the span: a gap, its rate and a slip are zero exactly or not
 * at all.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/crossing/start.h"

#include <stdlib.h>

#include "problems/model.h"

bool crossing_start_begin(struct crossing_start *d, struct crossing_scene *s,
                          arb_srcptr box) {
    const size_t contacts = (size_t)s->m->contacts;
    *d = (struct crossing_start){.scene = s,
                                 .box = box,
                                 .gap = calloc(4 * contacts + 1, 1),
                                 .options = calloc(contacts + 1, sizeof *d->options)};
    if (d->gap == NULL || d->options == NULL)
        return false;
    d->rate = d->gap + contacts;
    d->slip = d->rate + contacts;
    d->role = d->slip + contacts;
    return true;
}

void crossing_start_end(struct crossing_start *d) {
    free(d->options);
    free(d->gap);
}

static enum ref_status find_sign(const struct crossing_start *d, expr e,
                                 signed char *sign) {
    arb_t value;
    arb_init(value);
    const enum ref_status status =
        crossing_evaluate(d->scene, 1, &e, d->box, d->scene->bits, value);
    *sign = arb_is_positive(value)   ? 1
            : arb_is_negative(value) ? -1
            : arb_is_zero(value) || crossing_vanishes(d->scene, e)
                ? 0
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

static bool is_joined(const struct crossing_start *d, int i) {
    return d->scene->group != NULL && d->scene->group[i] != i;
}

static enum ref_status look(const struct crossing_start *d, int i) {
    const struct crossing_scene *s = d->scene;
    if (is_joined(d, i)) {
        d->gap[i] = 1;
        return REF_OK;
    }
    enum ref_status status = find_sign(d, s->m->contact[i].gap, &d->gap[i]);
    if (status == REF_OK)
        status = find_sign(d, s->rows.speed[s->rows.first[i]], &d->rate[i]);
    if (status == REF_OK && crossing_has_friction(s, i))
        status = find_sign(d, slip_of(s, i), &d->slip[i]);
    if (status != REF_OK)
        return status;
    if (d->gap[i] == -1)
        return REF_NO_MODE;
    const bool unknown = d->gap[i] == CROSSING_SLIP_UNKNOWN ||
                         (d->gap[i] == 0 && d->rate[i] == CROSSING_SLIP_UNKNOWN);
    return unknown ? REF_UNDECIDED : REF_OK;
}

enum ref_status crossing_start_look(struct crossing_start *d) {
    enum ref_status status = REF_OK;
    for (int i = 0; i < d->scene->m->contacts && status == REF_OK; i++) {
        status = look(d, i);
        d->touches = d->touches || d->gap[i] != 1;
        d->collides = d->collides || (d->gap[i] == 0 && d->rate[i] == -1);
    }
    return status;
}

static enum ref_status list(const struct crossing_start *d, int i) {
    struct crossing_options *o = &d->options[i];
    if (is_joined(d, i)) {
        crossing_add_option(o, CROSSING_JOINED, 0, 0, 0);
        return REF_OK;
    }
    if (d->gap[i] > 0 || d->rate[i] > 0) {
        crossing_add_option(o, CROSSING_OPEN, 0, d->gap[i] == 0, 0);
        return REF_OK;
    }
    if (d->slip[i] == CROSSING_SLIP_UNKNOWN)
        return REF_UNDECIDED;
    crossing_list_closed(d->scene, i, d->slip[i], true, o);
    return REF_OK;
}

enum ref_status crossing_start_list(struct crossing_start *d) {
    enum ref_status status = REF_OK;
    for (int i = 0; i < d->scene->m->contacts && status == REF_OK; i++)
        status = list(d, i);
    return status;
}

void crossing_start_strike(struct crossing_start *d) {
    for (int i = 0; i < d->scene->m->contacts; i++) {
        d->role[i] = d->gap[i] > 0    ? CROSSING_APART
                     : d->rate[i] < 0 ? CROSSING_STRUCK
                                      : CROSSING_TOUCHING;
        if (d->role[i] == CROSSING_APART)
            crossing_add_option(&d->options[i],
                                is_joined(d, i) ? CROSSING_JOINED : CROSSING_OPEN, 0, 0,
                                0);
    }
}
