/* Events of a certificate in the making: where they are, and which mode is behind them. Nothing
 * here is part of a proof.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/base/many.h"
#include "ref/certificate/certificate.h"

enum {
    MOST_NEWTON = 40,
    MOST_SHORTENED = 60,
    /* An event begins and ends by so many times what is not known of its time off the middle. */
    WIDTH_FACTOR = 16,
    WIDTH_BITS = 16
};

/* The other side of the surfaces of a watch; false: it is none's. */
static bool turn(struct certificate_pace *k, const struct claim *c, int watch) {
    bool turned = false;
    for (int i = 0; i < c->mode.surfaces; i++)
        if (c->mode.watch_of[i] == watch) {
            k->place[i] = (signed char)-k->place[i];
            turned = true;
        }
    return turned;
}

/* Turns each surface whose watch is negative at the start; *standing: one may be zero. */
static bool turn_negative(struct certificate_pace *k, bool *standing) {
    struct claim *c = k->claim;
    arb_ptr box = _arb_vec_init(1 + c->n), look = _arb_vec_init(claim_looks(c));
    bool turned = false;
    claim_set_box(box, k->time, &k->set);
    claim_look(c, box, look);
    *standing = false;
    for (int i = 0; i < c->mode.watches; i++) {
        arb_srcptr y = look + c->n + i;
        turned = (arb_is_negative(y) && turn(k, c, i)) || turned;
        *standing = *standing || !arb_is_nonzero(y);
    }
    _arb_vec_clear(look, claim_looks(c));
    _arb_vec_clear(box, 1 + c->n);
    return turned;
}

enum ref_status certificate_settle(struct certificate_pace *k) {
    const int places = k->modes.places;
    if (places < 0)
        return REF_NO_MEMORY;
    k->place = malloc((size_t)places + 1);
    k->lead = calloc((size_t)k->modes.leads + 1, 1);
    k->begin = (struct claim_begin){.evaluate = true};
    if (k->place == NULL || k->lead == NULL)
        return REF_NO_MEMORY;
    const enum ref_status begun =
        certificate_begin(&k->modes, &k->set, k->time, k->place, k->lead);
    if (begun == REF_OK) {
        k->begin = (struct claim_begin){.lead = k->lead};
        return certificate_modes_find(&k->modes, k->place, &k->claim);
    }
    if (begun != REF_NOT_APPLICABLE)
        return begun;
    for (int i = 0; i < places; i++)
        k->place[i] = 1;
    bool turned = places > 0, standing = places == 0;
    enum ref_status status = REF_OK;
    for (int trial = 0; trial <= places + 1 && turned && status == REF_OK; trial++) {
        status = certificate_modes_find(&k->modes, k->place, &k->claim);
        turned = status == REF_OK && turn_negative(k, &standing);
    }
    if (status == REF_OK && (turned || standing)) { /* the formulas as they stand */
        free(k->place);
        k->place = NULL;
        certificate_modes_clear(&k->modes);
        status = certificate_modes_find(&k->modes, NULL, &k->claim);
    }
    return status;
}

/* box := (t + s h, P(s) +- around). */
static void find_point(arb_ptr box, const struct certificate_pace *k, const arf_t s,
                       mag_srcptr around) {
    const struct claim *c = k->claim;
    arb_t at;
    arb_init(at);
    arb_set_arf(at, s);
    arb_mul_arf(box, at, k->step, c->bits);
    arb_add_arf(box, box, k->time, 2 * c->bits);
    for (int i = 0; i < c->n; i++) {
        _arb_poly_evaluate_horner(box + 1 + i, claim_polynomial(c, i), c->terms + 1, at,
                                  c->bits);
        if (around != NULL)
            arb_add_error_mag(box + 1 + i, around + i);
    }
    arb_clear(at);
}

/* s := the zero of a watch on P near s, by Newton's iteration; false: it has left the step. */
static bool find_zero(arf_t s, struct certificate_pace *k, int watch) {
    struct claim *c = k->claim;
    arb_ptr box = _arb_vec_init(1 + c->n), look = _arb_vec_init(claim_looks(c));
    arb_srcptr g = look + c->n + watch, rate = g + c->mode.watches;
    bool inside = true, moves = true;
    arf_t step;
    arf_init(step);
    for (int i = 0; i < MOST_NEWTON && inside && moves; i++) {
        find_point(box, k, s, NULL);
        claim_look(c, box, look);
        inside = arb_is_negative(rate);
        arf_div(step, arb_midref(g), arb_midref(rate), c->bits, ARF_RND_NEAR);
        arf_div(step, step, k->step, c->bits, ARF_RND_NEAR);
        arf_sub(s, s, step, c->bits, ARF_RND_NEAR);
        inside = inside && arf_sgn(s) > 0 && arf_cmp_si(s, 1) <= 0;
        moves = !arb_contains_zero(g);
    }
    arf_clear(step);
    _arb_vec_clear(look, claim_looks(c));
    _arb_vec_clear(box, 1 + c->n);
    return inside && !moves;
}

/* width := so many times what is not known of the time of a watch's zero, from errors as large
 * as those of the whole step. */
static bool find_width(arf_t width, const arf_t s, struct certificate_pace *k,
                       int watch) {
    struct claim *c = k->claim;
    arb_ptr box = _arb_vec_init(1 + c->n), look = _arb_vec_init(claim_looks(c));
    arb_ptr g = look + c->n + watch, rate = g + c->mode.watches;
    find_point(box, k, s, c->error);
    claim_look(c, box, look);
    const bool falls = arb_is_negative(rate) && arb_is_finite(g);
    arb_get_mag(arb_radref(g), g);
    arf_zero(arb_midref(g));
    arb_div(g, g, rate, CLAIM_LOW_BITS);
    arb_get_mag(arb_radref(g), g);
    arf_set_mag(width, arb_radref(g));
    arf_mul_ui(width, width, WIDTH_FACTOR, WIDTH_BITS, ARF_RND_UP);
    _arb_vec_clear(look, claim_looks(c));
    _arb_vec_clear(box, 1 + c->n);
    return falls;
}

/* A step to just before the zero of a watch near a part of the step, and the time that its event
 * takes. */
static bool meet(struct certificate_pace *k, int watch, double part, arf_t width) {
    arf_t s, length;
    int worst;
    double proved;
    arf_inits(s, length);
    arf_set_d(s, fmax(part, ldexp(1, -MOST_NEWTON)));
    bool met = find_zero(s, k, watch) && find_width(width, s, k, watch);
    if (met) {
        arf_mul(length, s, k->step, k->claim->bits, ARF_RND_NEAR);
        arf_sub(length, length, width, k->claim->bits, ARF_RND_DOWN);
        arf_mul_2exp_si(width, width, 1);
        met = arf_sgn(length) > 0 && !arf_is_zero(width) &&
              certificate_step_to(k, length) == REF_OK &&
              claim_watches_hold(k->claim, k->time, k->step, &k->set, &k->begin, &worst,
                                 &proved);
    }
    k->met = watch;
    arf_clears(length, s);
    return met;
}

enum ref_status certificate_watch(struct certificate_pace *k, arf_t width) {
    int watch;
    double part;
    arf_t length;
    arf_zero(width);
    if (claim_watches_hold(k->claim, k->time, k->step, &k->set, &k->begin, &watch, &part))
        return REF_OK;
    arf_init(length);
    bool held = false;
    enum ref_status status = REF_OK;
    for (int trial = 0; trial < MOST_SHORTENED && !held && status == REF_OK; trial++) {
        arf_set(length, k->step);
        if (meet(k, watch, part, width))
            break;
        arf_zero(width);
        arf_set_round(length, length, WIDTH_BITS, ARF_RND_DOWN);
        arf_mul_2exp_si(length, length, -1);
        status = certificate_step_to(k, length);
        held = status == REF_OK && claim_watches_hold(k->claim, k->time, k->step, &k->set,
                                                      &k->begin, &watch, &part);
    }
    arf_clear(length);
    if (status == REF_OK && !held && arf_is_zero(width))
        status = REF_GRAZED;
    return status;
}

/* Through an event to a mode with other sides of surfaces, and the contacts as they are: told. */
static enum ref_status pass_on(struct certificate_pace *k, struct certificate_event *e,
                               struct claim **next) {
    const int contact = k->claim->mode.contact[k->met];
    enum ref_status status = REF_OK;
    bool turned = contact >= 0 || turn(k, k->claim, k->met);
    e->told = k->place;
    e->found = CLAIM_PASSAGE_OTHER_MODE;
    for (int trial = 0; trial <= k->claim->mode.surfaces && turned && status == REF_OK;
         trial++) {
        status = certificate_go_through(&k->modes, k->claim, e, next, k->place, k->lead);
        turned = status == REF_OK && e->found == CLAIM_PASSAGE_OTHER_MODE &&
                 *next != NULL && turn(k, *next, e->worst);
    }
    return status;
}

enum ref_status certificate_pass(struct certificate_pace *k, const arf_t width,
                                 struct claim **next) {
    static const enum ref_status told[] = {REF_OK, REF_NOT_SMOOTH, REF_TOGETHER,
                                           REF_GRAZED, REF_NO_MODE};
    struct certificate_event e = {.t = k->time, .width = width, .set = &k->set};
    if (k->place == NULL)
        return REF_NO_MODE;
    const struct crossing_stage *stage = k->claim->mode.stage;
    const bool of_contact =
        stage != NULL && stage->watch[k->met].kind != CROSSING_SURFACE;
    const bool bounces = of_contact && k->claim->mode.contact[k->met] >= 0 &&
                         claim_impact_applies(k->modes.m, k->claim->mode.contact[k->met]);
    enum ref_status status = REF_OK;
    e.found = CLAIM_PASSAGE_OTHER_MODE;
    if (!of_contact || bounces)
        status = pass_on(k, &e, next);
    if (status == REF_OK && e.found != CLAIM_PASSES && of_contact) {
        e.told = NULL;
        status = certificate_go_through(&k->modes, k->claim, &e, next, k->place, k->lead);
    }
    k->begin = (struct claim_begin){.lead = k->lead};
    return status == REF_OK ? told[e.found] : status;
}
