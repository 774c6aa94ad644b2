/* What is kept of a run: lengths, sets, modes; and the certificate of these.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/base/many.h"
#include "ref/certificate/make.h"
#include "ref/vector.h"

/* Room for one more of so many numbers of a size. NULL: no memory, and *array is as before. */
static bool make_room(void **array, int count, size_t size) {
    if ((count & (count - 1)) != 0 || count == 1)
        return true;
    void *larger = realloc(*array, (count > 0 ? 2 * (size_t)count : 2) * size);
    *array = larger != NULL ? larger : *array;
    return larger != NULL;
}

enum ref_status certificate_keep_length(struct certificate_maker *k) {
    void *array = k->length;
    if (!make_room(&array, k->steps, sizeof *k->length))
        return REF_NO_MEMORY;
    k->length = array;
    mpfr_init2(k->length[k->steps], (mpfr_prec_t)arf_bits(k->pace.step) + 2);
    arf_get_mpfr(k->length[k->steps++], k->pace.step, MPFR_RNDN);
    return REF_OK;
}

/* from[count], or zeros. NULL: no memory. */
static signed char *copy(const signed char *from, int count) {
    signed char *to = calloc((size_t)count + 1, sizeof *to);
    if (to != NULL && from != NULL)
        memcpy(to, from, (size_t)count);
    return to;
}

signed char *certificate_copy_mode(const struct certificate_maker *k) {
    return copy(k->pace.place, k->pace.modes.places);
}

enum ref_status certificate_keep_set(struct certificate_maker *k, const arf_t width,
                                     bool told) {
    void *array = k->kept;
    if (!make_room(&array, k->sets, sizeof *k->kept))
        return REF_NO_MEMORY;
    k->kept = array;
    struct certificate_set *kept = &k->kept[k->sets++];
    const bool event = !arf_is_zero(width);
    k->events += event;
    k->due += !event;
    kept->before = k->steps;
    kept->told = told;
    arf_init(kept->time);
    arf_set(kept->time, k->pace.time);
    arf_init(kept->width);
    arf_set(kept->width, width);
    kept->place = certificate_copy_mode(k);
    kept->lead =
        copy(k->pace.place != NULL ? k->pace.begin.lead : NULL, k->pace.modes.leads);
    claim_set_init(&kept->set, k->truth->nx);
    for (int i = 0; i < k->truth->nx; i++) {
        arf_set(kept->set.centre + i, k->pace.set.centre + i);
        mag_set(kept->set.radius + i, k->pace.set.radius + i);
    }
    arb_mat_set(kept->set.frame, k->pace.set.frame);
    certificate_modes_forget(&k->pace.modes);
    return kept->place != NULL && kept->lead != NULL ? REF_OK : REF_NO_MEMORY;
}

void certificate_forget_steps(struct certificate_maker *k) {
    for (int i = 0; i < k->steps; i++)
        mpfr_clear(k->length[i]);
    for (int i = 0; i < k->sets; i++) {
        arf_clears(k->kept[i].time, k->kept[i].width);
        free(k->kept[i].place);
        free(k->kept[i].lead);
        claim_set_clear(&k->kept[i].set);
    }
    free(k->length);
    free(k->kept);
    free(k->begun);
    k->begun = NULL;
    k->length = NULL;
    k->kept = NULL;
    k->steps = k->sets = k->due = k->events = 0;
}

/* Told ones divide the events evenly. */
bool certificate_tells_next(const struct certificate_maker *k) {
    const long most = k->room.events, all = k->truth->switches;
    return most > 0 && (k->events + 1) % ((all + most - 1) / most + (all == 0)) == 0;
}

static bool add_modes(struct ref_certificate *c, const struct certificate_maker *k) {
    const size_t places = (size_t)k->pace.modes.places;
    if (!ref_certificate_add_modes(c, (int)places))
        return false;
    memcpy(c->mode, k->begun, places);
    for (int i = 0; i < k->sets; i++)
        memcpy(c->mode + (size_t)(i + 1) * places, k->kept[i].place, places);
    return true;
}

/* Where some watch begins with more than one derivative that is zero. */
static bool add_leads(struct ref_certificate *c, const struct certificate_maker *k) {
    const size_t leads = (size_t)k->pace.modes.leads;
    bool any = false;
    for (int i = 0; i < k->sets; i++)
        for (size_t j = 0; j < leads; j++)
            any = any || k->kept[i].lead[j] != 0;
    if (any && !ref_certificate_add_leads(c, (int)leads))
        return false;
    for (int i = 0; any && i < k->sets; i++)
        memcpy(c->lead + (size_t)(i + 1) * leads, k->kept[i].lead, leads);
    return true;
}

struct ref_certificate *certificate_assemble(const struct certificate_maker *k) {
    mpfr_prec_t time_bits = MPFR_PREC_MIN;
    for (int i = 0; i < k->steps; i++)
        time_bits = mpfr_get_prec(k->length[i]) > time_bits ? mpfr_get_prec(k->length[i])
                                                            : time_bits;
    struct ref_certificate *c = ref_certificate_create(
        k->truth->nx, k->steps, k->sets, (mpfr_prec_t)k->pace.modes.bits, time_bits);
    if (c == NULL)
        return NULL;
    c->order = k->pace.modes.order;
    c->grouping = k->grouping;
    vector_set(c->length, vector_const(k->length), k->steps);
    for (int i = 0; i < k->sets; i++) {
        const struct certificate_set *kept = &k->kept[i];
        c->before[i] = kept->before;
        mpfr_set_prec(c->time[i], (mpfr_prec_t)arf_bits(kept->time) + 2);
        arf_get_mpfr(c->time[i], kept->time, MPFR_RNDN);
        mpfr_set_prec(c->width[i], (mpfr_prec_t)arf_bits(kept->width) + 2);
        arf_get_mpfr(c->width[i], kept->width, MPFR_RNDN);
        c->told[i] = kept->told;
        if (kept->told)
            certificate_put(c, i, &kept->set);
    }
    if (k->pace.place == NULL || (add_modes(c, k) && add_leads(c, k)))
        return c;
    ref_certificate_free(c);
    return NULL;
}
