/* What making and verifying certificates share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CERTIFICATE_CERTIFICATE_H
#define REF_CERTIFICATE_CERTIFICATE_H

#include "ref/certificate.h"
#include "ref/certificate/passing.h"

/* modes.c: all claims of one certificate have one precision and order. */
struct certificate_modes {
    struct model *m;
    slong bits;
    int order, places, leads; /* places of a mode; leads of one, so many at most */
    enum eval_constants constants;
    struct certificate_mode *first;
    struct crossing_scene *scene; /* of a model with contacts; else NULL */
    struct enclosure_task task;   /* the scene's */
};
/* Cleared in any case. REF_NOT_APPLICABLE: contacts are not to be grouped so. */
enum ref_status certificate_modes_init(struct certificate_modes *modes, struct model *m,
                                       slong bits, int order,
                                       enum ref_contact_grouping grouping,
                                       const struct ref_truth_options *options);
/* The claim about a mode (place: as claim_mode_init's; a certificate without modes has one). It
 * belongs to `modes`. */
enum ref_status certificate_modes_find(struct certificate_modes *modes,
                                       const signed char *place, struct claim **claim);
void certificate_modes_clear(struct certificate_modes *modes);

/* Behind a set: what the start tells exactly is no longer used, as a segment is proved without
 * those before it. */
void certificate_modes_forget(struct certificate_modes *modes);

/* Whether what the start tells, that it is at rest or some of x exactly, may be part of the
 * proof. */
bool certificate_modes_know(const struct certificate_modes *modes);

/* The mode of segment k, and its leads; NULL: the certificate has none. */
const signed char *certificate_mode_of(const struct ref_certificate *c, int k);
const signed char *certificate_lead_of(const struct ref_certificate *c, int k);

/* ---- begin.c. Of a model with contacts of which one touches at the start: place := the mode in
 * which the only motion begins, lead := of its watches, and the set behind an impact, if there
 * is one. REF_NOT_APPLICABLE: none touches. */
enum ref_status certificate_begin(struct certificate_modes *modes, struct claim_set *set,
                                  const arf_t time, signed char *place,
                                  signed char *lead);

/* ---- through.c. From a set at t through the event that ends before t + width: the claim's
 * image is behind it. *after := the claim there, which is that of `told`, or where that is NULL
 * of the mode that is found; place := its mode; lead := of its watches, those below 2 as 0.
 * found is CLAIM_PASSES if all is proved, else why not. A status that is not REF_OK is memory,
 * time, a mode that the model has not (REF_BAD_ARGUMENT), or what ref/crossing refuses: nothing
 * is proved then. */
struct certificate_event {
    const arf_struct *t, *width;
    const struct claim_set *set;
    const signed char *told;
    enum claim_passage found;
    int worst; /* as in claim_passing_end */
};
enum ref_status certificate_go_through(struct certificate_modes *modes,
                                       struct claim *before,
                                       struct certificate_event *event,
                                       struct claim **after, signed char *place,
                                       signed char *lead);

/* Set k from a set, whose numbers fit; and back, with radii that are rounded upward (where a
 * proof begins) or downward (where it is to end). */
void certificate_put(struct ref_certificate *c, int k, const struct claim_set *set);
void certificate_get(struct claim_set *set, const struct ref_certificate *c, int k,
                     bool upward);

/* Whether the balls x[nx] are inside those of the truth at time k; else *component is one that
 * is not. */
bool certificate_ball_contains(const struct ref_truth *truth, int k, arb_srcptr x,
                               int *component);

/* Where the making of a certificate is, and how it goes on. */
struct certificate_pace {
    struct model *m;
    const struct ref_truth_options *options;
    struct certificate_modes modes;
    struct claim *claim;      /* of the mode that holds */
    signed char *place;       /* its places; NULL: there are no modes */
    signed char *lead;        /* of its watches, where it began (size modes.leads) */
    struct claim_begin begin; /* of the step */
    int met;                  /* the watch of the event behind the step */
    slong goal; /* the last terms of P are to be 2^-goal of the first ones */
    struct claim_set set;
    arf_t time, step;
    double length;         /* of the next step, as far as is known */
    bool begins_near_zero; /* |x| < 2^-goal at the start */
};

/* One step of at most `limit` from the set and the time, proved in the claim: `step`. */
enum ref_status certificate_step(struct certificate_pace *k, const arf_t limit);

/* A step that is as long as it is told, expanded and proved in the claim. */
enum ref_status certificate_step_to(struct certificate_pace *k, const arf_t length);

/* ---- make_event.c. The mode at the start of the span: `place`, where there are surfaces. */
enum ref_status certificate_settle(struct certificate_pace *k);

/* The step proved last, or a part of it, such that the watches are positive over it. *width :=
 * 0; or the time that the event which is just behind it may take. */
enum ref_status certificate_watch(struct certificate_pace *k, arf_t width);

/* Through the event after the step, which the set and the time have taken: the claim's image is the
 * set's behind it; *next := the claim there, to be the pace's, and `place` its mode. */
enum ref_status certificate_pass(struct certificate_pace *k, const arf_t width,
                                 struct claim **next);

#endif
