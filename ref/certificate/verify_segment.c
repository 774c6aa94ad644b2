/* The segments of a certificate proved again, each from the set where it begins.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "ref/certificate/verify.h"

static bool all_open(const struct certificate_verifier *v, const signed char *place) {
    bool open = true;
    for (int k = 0; v->modes.scene != NULL && place != NULL && k < v->modes.places; k++)
        open = open && (k < v->modes.scene->surfaces || place[k] == REF_CONTACT_OPEN ||
                        place[k] == REF_CONTACT_JOINED);
    return open;
}

/* Where contacts touch at the start the mode is found, and has to be the one that is told. Else
 * all are open. */
static enum ref_status begin_span(struct certificate_verifier *v) {
    const signed char *told = certificate_mode_of(v->c, 0);
    const enum ref_status begun =
        told != NULL ? certificate_begin(&v->modes, &v->set, v->time, v->place, v->lead)
                     : REF_NOT_APPLICABLE;
    v->begin = (struct claim_begin){.evaluate = true};
    if (begun == REF_NOT_APPLICABLE) {
        if (!all_open(v, told))
            certificate_fault(v, REF_FAULT_START, -1);
        return REF_OK;
    }
    if (certificate_ends_proof(begun))
        return begun;
    v->begin = (struct claim_begin){.lead = v->lead};
    if (begun != REF_OK || memcmp(told, v->place, (size_t)v->modes.places) != 0)
        certificate_fault(v, REF_FAULT_START, -1);
    return REF_OK;
}

/* Where segment k begins: a set, the time that the steps and events before it come to, and a
 * mode. */
static enum ref_status begin_segment(struct certificate_verifier *v, int k) {
    enum ref_status status =
        claim_set_start(&v->set, v->time, v->m, v->modes.bits, v->options->constants);
    if (status == REF_OK && k == 0)
        status = begin_span(v);
    const int before = k == 0 ? 0 : v->c->before[k - 1];
    for (int i = 0; i < before; i++)
        certificate_add_to_time(v, v->c->length[i]);
    for (int i = 0; i < k; i++)
        certificate_add_to_time(v, v->c->width[i]);
    if (k > 0) {
        certificate_modes_forget(&v->modes);
        certificate_get(&v->set, v->c, k - 1, true);
        v->begin = (struct claim_begin){.lead = certificate_lead_of(v->c, k)};
    }
    v->reached = 0;
    return status == REF_OK && v->finding->fault == REF_FAULT_NONE
               ? certificate_modes_find(&v->modes, certificate_mode_of(v->c, k),
                                        &v->claim)
               : status;
}

/* Whether watches are told to begin as they do: those below 2 as 0. */
static bool leads_agree(const struct certificate_verifier *v, int k) {
    const signed char *told = certificate_lead_of(v->c, k);
    bool agree = true;
    for (int i = 0; i < v->modes.leads; i++)
        agree = agree && v->lead[i] == (told != NULL ? told[i] : 0);
    return agree;
}

/* The event behind segment k, from the set at `time`: the claim's image is behind it, at `end`;
 * *after := the claim there. */
static enum ref_status prove_event(struct certificate_verifier *v, int k,
                                   struct claim **after, bool *good) {
    struct certificate_event e = {.t = v->time,
                                  .width = v->width,
                                  .set = &v->set,
                                  .told = certificate_mode_of(v->c, k + 1)};
    arf_add(v->end, v->time, v->width, ARF_PREC_EXACT, ARF_RND_NEAR);
    const enum ref_status status =
        certificate_go_through(&v->modes, v->claim, &e, after, v->place, v->lead);
    const bool passes = status == REF_OK && e.found == CLAIM_PASSES;
    *good = false;
    if (certificate_ends_proof(status) || status == REF_BAD_ARGUMENT)
        return status;
    *good =
        (passes && leads_agree(v, k + 1)) || certificate_fault(v, REF_FAULT_EVENT, -1);
    return REF_OK;
}

/* Whether the claim's image is at the time of set k, and in it, if that is told. */
static bool ends_in_set(struct certificate_verifier *v, int k) {
    int component;
    arf_t t;
    arf_init(t);
    arf_set_mpfr(t, v->c->time[k]);
    bool same = arf_equal(t, v->end) != 0;
    arf_clear(t);
    if (!same)
        return certificate_fault(v, REF_FAULT_TIME, -1);
    if (!v->c->told[k])
        return true;
    certificate_get(&v->next, v->c, k, false);
    return claim_image_fits(v->claim, &v->set, &v->next, &component) ||
           certificate_fault(v, REF_FAULT_SET, component);
}

/* Segment k, which begins at `time` in the set; then, behind it, the claim in the mode that goes
 * on: *after. */
static enum ref_status prove_segment(struct certificate_verifier *v, int k,
                                     struct claim **after) {
    const int last = k < v->c->sets ? v->c->before[k] : v->c->steps;
    const int first = k == 0 ? 0 : v->c->before[k - 1];
    enum ref_status status = REF_OK;
    v->finding->segment = k;
    v->finding->step = first;
    *after = v->claim;
    arf_zero(v->width);
    if (k < v->c->sets)
        arf_set_mpfr(v->width, v->c->width[k]);
    const bool event = !arf_is_zero(v->width);
    bool good = certificate_prove_steps(v, first, last, event, &status);
    if (good && event)
        status = prove_event(v, k, after, &good);
    if (good && status == REF_OK && k < v->c->sets)
        ends_in_set(v, k);
    return status;
}

/* Behind the event of segment k, whose set is not told: from the image on. */
static void go_on(struct certificate_verifier *v, int k, struct claim *after) {
    claim_image_take(v->claim, &v->set, false);
    arf_set(v->time, v->end);
    v->claim = after;
    v->begin = (struct claim_begin){.lead = certificate_lead_of(v->c, k + 1)};
    certificate_modes_forget(&v->modes);
}

enum ref_status certificate_prove_piece(struct certificate_verifier *v, int k,
                                        int *next) {
    struct claim *after;
    v->finding->segment = k;
    v->finding->step = k == 0 ? 0 : v->c->before[k - 1];
    enum ref_status status = begin_segment(v, k);
    bool good = status == REF_OK && v->finding->fault == REF_FAULT_NONE &&
                (k > 0 || certificate_check_start(v));
    for (*next = k; good;) {
        status = prove_segment(v, *next, &after);
        good = status == REF_OK && v->finding->fault == REF_FAULT_NONE;
        if (!good || *next == v->c->sets || v->c->told[*next])
            break;
        go_on(v, (*next)++, after);
    }
    ++*next;
    return status;
}
