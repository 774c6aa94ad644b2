/* From one mode of a certificate to the next.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "ref/certificate/certificate.h"

/* Whether contacts do in a mode what they do in another one, all of them being open. */
static bool stay_open(const struct certificate_modes *modes, const signed char *before,
                      const signed char *after) {
    bool stay = true;
    const int surfaces = modes->scene != NULL ? modes->scene->surfaces : modes->places;
    for (int k = surfaces; k < modes->places && stay; k++)
        stay = before[k] == REF_CONTACT_OPEN && after[k] == REF_CONTACT_OPEN;
    return stay;
}

/* To the mode that is told, through a kink, or an impact of the one contact that takes part and
 * bounces. */
static enum ref_status go_to_told(struct certificate_modes *modes,
                                  struct claim_passing *p, struct certificate_event *e,
                                  struct claim **after) {
    const enum ref_status status = certificate_modes_find(modes, e->told, after);
    if (status == REF_OK && p->kind == CROSSING_GAP && !claim_passing_bounce(p))
        e->found = CLAIM_PASSAGE_UNDEFINED;
    else if (status == REF_OK)
        e->found = claim_passing_end(p, *after, NULL, &e->worst);
    return status;
}

/* found := the only mode behind the event of a contact. */
static enum ref_status find_mode(struct certificate_modes *modes, struct claim_passing *p,
                                 signed char *found, signed char *lead) {
    struct crossing_scene *s = modes->scene;
    struct crossing_stage *stage;
    struct crossing_options *options =
        calloc((size_t)s->m->contacts + 1, sizeof *options);
    signed char *mode = malloc((size_t)s->places + 1);
    enum ref_status status = REF_NO_MEMORY;
    if (options != NULL && mode != NULL) {
        memcpy(mode, p->before->mode.stage->mode, (size_t)s->places);
        status = claim_options(p, s, options);
    }
    const struct claim_place from = {.s = s,
                                     .box = p->behind,
                                     .width = p->width,
                                     .before = p->before->mode.stage,
                                     .watch = p->event,
                                     .change = p->change};
    if (status == REF_OK)
        status = claim_find_behind(&from, options, mode, &stage, lead);
    if (status == REF_OK)
        claim_places_write(s, mode, found);
    free(mode);
    free(options);
    return status;
}

/* To the mode that is found behind a contact's event; another one may be told. */
static enum ref_status go_to_found(struct certificate_modes *modes,
                                   struct claim_passing *p, struct certificate_event *e,
                                   struct claim **after, signed char *place,
                                   signed char *lead) {
    const enum ref_status found = find_mode(modes, p, place, lead);
    e->found = CLAIM_PASSAGE_OTHER_MODE;
    if (found == REF_NO_MODE || found == REF_UNDECIDED || found == REF_SINGULAR)
        return REF_OK;
    if (found != REF_OK)
        return found;
    if (e->told != NULL && memcmp(e->told, place, (size_t)modes->places) != 0)
        return REF_OK;
    const enum ref_status status = certificate_modes_find(modes, place, after);
    if (status == REF_OK)
        e->found = claim_passing_end(p, *after, lead, &e->worst);
    for (int i = 0; i < modes->leads; i++)
        lead[i] = lead[i] < 2 ? 0 : lead[i];
    return status;
}

enum ref_status certificate_go_through(struct certificate_modes *modes,
                                       struct claim *before,
                                       struct certificate_event *event,
                                       struct claim **after, signed char *place,
                                       signed char *lead) {
    struct claim_passing p;
    enum ref_status status = REF_OK;
    *after = NULL;
    memset(lead, 0, (size_t)modes->leads);
    event->found = claim_passing_begin(&p, before, event->t, event->width, event->set);
    event->worst = p.event;
    const signed char *from = before->mode.place;
    const bool plain = from != NULL && event->told != NULL &&
                       stay_open(modes, from, event->told) &&
                       (p.event < 0 || p.kind != CROSSING_GAP ||
                        claim_impact_applies(modes->m, before->mode.contact[p.event]));
    if (event->found == CLAIM_PASSES && plain) {
        status = go_to_told(modes, &p, event, after);
        memcpy(place, event->told, (size_t)modes->places);
    } else if (event->found == CLAIM_PASSES && modes->scene != NULL && from != NULL) {
        status = go_to_found(modes, &p, event, after, place, lead);
    } else if (event->found == CLAIM_PASSES) {
        event->found = CLAIM_PASSAGE_OTHER_MODE;
    }
    claim_passing_clear(&p);
    return status;
}
