/* A step covered by parts, from its start: first halves, and where those are not proved ever
 * shorter parts. What is proved is a beginning of the step; a step whose second half waits for
 * parts 2^-6 of it is better made anew from there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/base/many.h"
#include "ref/range/range.h"

enum {
    ENOUGH_BITS = 6, /* parts shorter than 2^-6 end a step that has begun */
    GUARD_BITS = 8   /* parts shorter than 2^(8 - bits) of the step are none */
};

struct cover {
    struct ref_range *r;
    arf_t whole;        /* h */
    arf_t from, to;     /* what is left: [from, to] */
    arf_t next, middle; /* of the part at hand */
    double defect;
};

static void init(struct cover *c, struct ref_range *r) {
    c->r = r;
    arf_inits(c->whole, c->from, c->to, c->next, c->middle);
    arf_set(c->whole, r->length);
    arf_set(c->to, r->length);
    c->defect = 0;
}

static void clear(struct cover *c) {
    arf_clears(c->whole, c->from, c->to, c->next, c->middle);
}

static void add_exactly(arf_t sum, const arf_t a, const arf_t b) {
    arf_add(sum, a, b, ARF_PREC_EXACT, ARF_RND_NEAR);
}

/* next := h 2^-halvings. */
static void take_part(struct cover *c, long halvings) {
    arf_mul_2exp_si(c->next, c->whole, -halvings);
}

/* The last part |s - h| <= h 2^-k of a step that ends at an event, for the least k. */
static bool prove_end(struct cover *c) {
    for (long k = 1; k < c->r->bits - GUARD_BITS; k++) {
        take_part(c, k);
        if (ref_range_part(c->r, c->whole, c->next, -1)) {
            c->defect = fmax(c->defect, c->r->defect);
            arf_sub(c->to, c->whole, c->next, ARF_PREC_EXACT, ARF_RND_NEAR);
            return true;
        }
        if (k > ENOUGH_BITS && c->r->gap == REF_RANGE_RESIDUAL)
            return false;
    }
    return false;
}

/* The part of h 2^-halvings, or less where less is left. */
static bool prove_part(struct cover *c, long halvings, bool at_event) {
    arf_t left;
    arf_init(left);
    arf_sub(left, c->to, c->from, ARF_PREC_EXACT, ARF_RND_NEAR);
    take_part(c, halvings);
    if (arf_cmp(c->next, left) > 0)
        arf_set(c->next, left);
    bool proved;
    if (at_event) {
        proved = ref_range_part(c->r, c->from, c->next, 1);
    } else {
        arf_mul_2exp_si(left, c->next, -1);
        add_exactly(c->middle, c->from, left);
        proved = ref_range_part(c->r, c->middle, left, 0);
    }
    arf_clear(left);
    if (proved) {
        c->defect = fmax(c->defect, c->r->defect);
        add_exactly(c->from, c->from, c->next);
    }
    return proved;
}

/* from := how far the step is proved, at most to `to`. */
static void prove_forward(struct cover *c, bool starts_at_event) {
    long halvings = starts_at_event ? 1 : 0;
    while (arf_cmp(c->from, c->to) < 0) {
        const bool begins = arf_is_zero(c->from);
        if (prove_part(c, halvings, begins && starts_at_event)) {
            halvings = halvings > 0 ? halvings - 1 : 0;
            continue;
        }
        halvings++;
        if (halvings > (begins ? c->r->bits - GUARD_BITS : ENOUGH_BITS))
            return;
    }
}

enum ref_status ref_range_prove(struct ref_range *r, bool starts_at_event,
                                bool ends_at_event, mpfr_ptr reached) {
    if (ref_range_at_once(r)) {
        r->gap = REF_RANGE_PROVED;
        arf_get_mpfr(reached, r->length, MPFR_RNDD);
        return REF_OK;
    }
    struct cover c;
    init(&c, r);
    bool ends = !ends_at_event || prove_end(&c);
    prove_forward(&c, starts_at_event);
    if (ends && arf_cmp(c.from, c.to) >= 0)
        arf_set(c.from, c.whole);
    if (arf_cmp(c.from, c.whole) >= 0) {
        r->gap = REF_RANGE_PROVED;
    } else {
        mpfr_t part;
        mpfr_init2(part, 53);
        arf_get_mpfr(part, c.next, MPFR_RNDN);
        r->part = mpfr_get_d(part, MPFR_RNDN);
        mpfr_clear(part);
    }
    arf_get_mpfr(reached, c.from, MPFR_RNDD);
    r->defect = c.defect;
    clear(&c);
    return r->is_decided ? REF_OK : REF_NO_MEMORY;
}
