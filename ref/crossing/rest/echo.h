/* Bounces that repeat themselves on a smaller scale, on their way (echo.c).
 *
 * A number is a ball and its derivatives by what it is followed from: 1 + size balls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_REST_ECHO_H
#define REF_CROSSING_REST_ECHO_H

#include "ref/crossing/impact.h"

struct crossing_echo {
    struct crossing_passage *p;
    const struct crossing_scene *s;
    int contacts, nv, size; /* size: contacts + nv, of y = (g, v) */
    arb_ptr row, rate;      /* J_n (size contacts x nv), the free v' (size nv) */
    arb_ptr fall;           /* J_n v' (size contacts) */
    arb_ptr box;            /* (t, x), of which formulas read v */
    arb_ptr y;              /* numbers (size `size`) */
    arb_ptr slip;           /* of work: three numbers */
    int struck;             /* the contact of the last impact, whose gap is zero */
};

static inline arb_ptr crossing_echo_at(const struct crossing_echo *w, arb_ptr y, int i) {
    return y + (slong)i * (1 + w->size);
}

/* ---- echo_bounce.c. u := J_n v of a contact, a number. */
void crossing_echo_speed(const struct crossing_echo *w, int contact, arb_ptr u);

/* y := from behind an impact to behind the next one, of one contact, the same for all that the
 * balls hold. False: it is not known to be. */
bool crossing_echo_bounce(struct crossing_echo *w);

#endif
