/* A set on its way through an event: what event.c, strike.c, behind.c and through.c share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CERTIFICATE_PASSING_H
#define REF_CERTIFICATE_PASSING_H

#include "ref/certificate/claim.h"

struct claim_passing {
    struct claim *before;
    int n, event;            /* which watch vanishes */
    struct room room;        /* of all arrays of balls */
    arf_srcptr span;         /* w */
    arb_t width, time;       /* [0, w]; [t, t + w] */
    arb_ptr centre;          /* (t, c) */
    arb_ptr box, behind;     /* B; R(B), then B+; with time (size 1 + n) */
    arb_ptr slow, fast;      /* what claim_look finds in B; F+ in B+ (size n) */
    arb_ptr slope;           /* of the watches, in B */
    enum crossing_kind kind; /* of what vanishes */
    bool jumps;              /* x does not go on without a jump */
    expr *change;            /* of v, then (size nv); else NULL */
    arb_ptr image, by;       /* R(t, c), or c; its derivatives by t and x in B */
};

/* ---- event.c. The boxes, and the one zero, from a set at t. Cleared in any case. */
enum claim_passage claim_passing_begin(struct claim_passing *p, struct claim *before,
                                       const arf_t t, const arf_t width,
                                       const struct claim_set *set);
void claim_passing_clear(struct claim_passing *p);

/* x jumps where the one contact is struck that touches, without friction and joints (impact.c). */
bool claim_passing_bounce(struct claim_passing *p);

/* B+ of the mode behind, and the image: value, map and rest of `before`. lead: of each of its
 * watches, which are proved to be positive so; NULL: they are to be positive in B+, or the
 * event's own and to grow. */
enum claim_passage claim_passing_end(struct claim_passing *p, struct claim *after,
                                     const signed char *lead, int *worst);

/* ---- strike.c. What a contact may do behind the event (options: of each contact), the laws of
 * contact applied: image, by and behind are those of an impact. */
enum ref_status claim_options(struct claim_passing *p, struct crossing_scene *s,
                              struct crossing_options *options);

/* An impact from a box (t, x), whose middle is centre: image[n], by[n (1 + n)] and behind[1 + n]
 * as above; *change := of v, a formula (size nv), which the caller frees. watch: what vanishes,
 * of the stage; -1: it is at the start, and there is no stage. */
struct claim_blow {
    struct crossing_scene *s;
    const struct crossing_stage *stage;
    int watch;
    arb_srcptr centre, box;
    arb_ptr image, by, behind;
    expr **change;
};
enum ref_status claim_strike(const struct claim_blow *b, const signed char *role,
                             const signed char *slip, struct crossing_options *options);

/* ---- behind.c. The only mode that goes on from a box (t, x) within `width` of time: mode (of
 * the scene), its stage, and of each of its watches how many derivatives, itself the first, are
 * zero at once (lead, size places + 1). From the sides of `mode`. REF_NO_MODE: none is proved to
 * be the only one. */
struct claim_place {
    struct crossing_scene *s;
    arb_srcptr box, width;
    struct crossing_stage *before; /* NULL: the box is the start, where zeros are exact */
    int watch;                     /* of it, that vanishes */
    expr *change;                  /* of v there; NULL: it does not jump */
};
enum ref_status claim_find_behind(const struct claim_place *from,
                                  const struct crossing_options *options,
                                  signed char *mode, struct crossing_stage **stage,
                                  signed char *lead);

#endif
