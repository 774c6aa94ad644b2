/* Certificates: storage, and their sets as numbers of two libraries.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/base/many.h"
#include "ref/certificate/certificate.h"

enum { SHORT_BITS = 32 };

const char *ref_fault_text(enum ref_fault fault) {
    static const char *const text[] = {
        "",
        "it is no certificate of this model",
        "the steps do not end at the time that is written",
        "the equations are not proved to be smooth in the step",
        "the step is longer than can be proved",
        "the set where the step begins is too wide",
        "the motion is not proved to stay in its mode in the step",
        "the event is not proved to happen once and to lead to the next mode",
        "the solutions are not proved to be in the next set",
        "the ball that is told does not contain what is proved",
        "no step ends at the time",
        "at a time that is told a joint is broken",
        "the motion is not proved to begin in the mode that is told",
    };
    return text[fault];
}

struct ref_certificate *ref_certificate_create(int nx, int steps, int sets,
                                               mpfr_prec_t bits, mpfr_prec_t time_bits) {
    struct ref_certificate *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    *c = (struct ref_certificate){.nx = nx, .bits = bits, .steps = steps, .sets = sets};
    c->length = room_numbers(&c->room, steps, time_bits);
    c->time = room_numbers(&c->room, sets, time_bits);
    c->centre = room_numbers(&c->room, sets * nx, bits);
    c->frame = room_numbers(&c->room, sets * nx * nx, SHORT_BITS);
    c->radius = room_numbers(&c->room, sets * nx, SHORT_BITS);
    c->width = room_numbers(&c->room, sets, time_bits);
    c->before = room_take(&c->room, (size_t)sets, sizeof *c->before);
    c->told = room_take(&c->room, (size_t)sets, sizeof *c->told);
    for (int k = 0; c->told != NULL && k < sets; k++)
        c->told[k] = true;
    if (!c->room.is_short)
        return c;
    ref_certificate_free(c);
    return NULL;
}

void ref_certificate_free(struct ref_certificate *c) {
    if (c == NULL)
        return;
    room_clear(&c->room);
    free(c);
}

bool ref_certificate_add_modes(struct ref_certificate *c, int places) {
    c->mode =
        room_take(&c->room, ((size_t)c->sets + 1) * (size_t)places, sizeof *c->mode);
    c->places = places;
    return c->mode != NULL;
}

bool ref_certificate_add_leads(struct ref_certificate *c, int leads) {
    c->lead = room_take(&c->room, ((size_t)c->sets + 1) * (size_t)leads, sizeof *c->lead);
    c->leads = leads;
    return c->lead != NULL;
}

int ref_certificate_events(const struct ref_certificate *c) {
    int events = 0;
    for (int k = 0; k < c->sets; k++)
        events += mpfr_sgn(c->width[k]) != 0;
    return events;
}

const signed char *certificate_mode_of(const struct ref_certificate *c, int k) {
    return c->mode != NULL ? c->mode + (size_t)k * (size_t)c->places : NULL;
}

const signed char *certificate_lead_of(const struct ref_certificate *c, int k) {
    return c->lead != NULL ? c->lead + (size_t)k * (size_t)c->leads : NULL;
}

void certificate_put(struct ref_certificate *c, int k, const struct claim_set *set) {
    arf_t radius;
    arf_init(radius);
    for (int i = 0; i < c->nx; i++) {
        const int at = k * c->nx + i;
        arf_get_mpfr(c->centre[at], set->centre + i, MPFR_RNDN);
        arf_set_mag(radius, set->radius + i);
        arf_get_mpfr(c->radius[at], radius, MPFR_RNDU);
        for (int j = 0; j < c->nx; j++)
            arf_get_mpfr(c->frame[at * c->nx + j],
                         arb_midref(arb_mat_entry(set->frame, i, j)), MPFR_RNDN);
    }
    arf_clear(radius);
}

/* A radius is rounded downward where it is to be proved, upward where a proof begins. */
static void get_radius(mag_t radius, mpfr_srcptr from, bool upward) {
    arf_t bound;
    arf_init(bound);
    arf_set_mpfr(bound, from);
    if (upward)
        arf_get_mag(radius, bound);
    else
        arf_get_mag_lower(radius, bound);
    arf_clear(bound);
}

void certificate_get(struct claim_set *set, const struct ref_certificate *c, int k,
                     bool upward) {
    for (int i = 0; i < c->nx; i++) {
        const int at = k * c->nx + i;
        arf_set_mpfr(set->centre + i, c->centre[at]);
        get_radius(set->radius + i, c->radius[at], upward);
        mag_set(set->expected + i, set->radius + i);
        for (int j = 0; j < c->nx; j++) {
            arb_ptr entry = arb_mat_entry(set->frame, i, j);
            mag_zero(arb_radref(entry));
            arf_set_mpfr(arb_midref(entry), c->frame[at * c->nx + j]);
        }
    }
}

bool certificate_ball_contains(const struct ref_truth *truth, int k, arb_srcptr x,
                               int *component) {
    arf_t bound, distance;
    arf_inits(bound, distance);
    *component = -1;
    for (int i = 0; i < truth->nx && *component < 0; i++) {
        const int at = k * truth->nx + i;
        arb_t y;
        arb_init(y);
        arf_set_mpfr(bound, truth->state[at]);
        arb_sub_arf(y, x + i, bound, CLAIM_LOW_BITS);
        arb_get_abs_ubound_arf(distance, y, CLAIM_LOW_BITS);
        arf_set_mpfr(bound, truth->component[at]);
        /* Neither is a number where the other one is not: any two compare as equal to NaN. */
        if (!arf_is_finite(distance) || !arf_is_finite(bound) ||
            arf_cmp(distance, bound) > 0)
            *component = i;
        arb_clear(y);
    }
    arf_clears(distance, bound);
    return *component < 0;
}
