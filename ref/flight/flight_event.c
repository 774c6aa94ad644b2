/* The first zero of what is watched, within a step of h: of c_0 + c_1 h u + ... in (0, 1], the
 * power of u with which it begins being taken out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/flight/flight.h"
#include "ref/vector.h"

/* A step is halved at most this often for the sake of what is watched. */
enum { MOST_HALVINGS = 64 };

/* Whether the last two of count terms are below 2^-bits of the largest. */
static bool ends_in_rounding(struct flight *f, int count) {
    mpfr_t last;
    mpfr_init2(last, f->work);
    mpfr_set_ui(f->sum, 1, MPFR_RNDN);
    mpfr_set_zero(f->size, 1);
    mpfr_set_zero(last, 1);
    for (int k = 0; k < count; k++) {
        mpfr_mul(f->term, f->watched[k], f->sum, MPFR_RNDN);
        mpfr_mul(f->sum, f->sum, f->step, MPFR_RNDN);
        mpfr_ptr most = k < count - 2 ? f->size : last;
        if (mpfr_cmpabs(f->term, most) > 0)
            mpfr_abs(most, f->term, MPFR_RNDN);
    }
    const bool ends = flight_vanishes(f, last, f->size);
    mpfr_clear(last);
    return ends;
}

/* Shortens the step until what is watched is the sum of its series: that of a gap may converge
 * less far than the motion's own. */
static void limit_step(struct flight *f) {
    for (int i = 0; i < f->contacts; i++)
        for (int w = 0; w < FLIGHT_WATCHES; w++) {
            const int count =
                flight_watch(f, i, (enum flight_watch)w, f->order, f->watched);
            for (int k = 0; k < MOST_HALVINGS && count > 2; k++) {
                if (ends_in_rounding(f, count))
                    break;
                mpfr_div_2ui(f->step, f->step, 1, MPFR_RNDN);
            }
        }
}

static void scale(struct flight *f, int lead, int count) {
    mpfr_t *a = ref_zeros_polynomial(f->zeros);
    mpfr_set_ui(f->sum, 1, MPFR_RNDN);
    for (int k = 0; k <= f->order; k++) {
        if (k + lead < count)
            mpfr_mul(a[k], f->watched[k + lead], f->sum, MPFR_RNDN);
        else
            mpfr_set_zero(a[k], 1);
        mpfr_mul(f->sum, f->sum, f->step, MPFR_RNDN);
    }
}

/* u := the first zero with a change of sign; a gap that only touches zero is none that can be
 * decided. */
static enum ref_status find_zero(struct flight *f, bool is_gap, mpfr_ptr u, bool *found) {
    ref_zeros_start(f->zeros);
    *found = false;
    for (;;) {
        switch (ref_zeros_next(f->zeros, u)) {
        case REF_NO_ZERO: return REF_OK;
        case REF_CROSSING:
        case REF_FLAT_CROSSING: *found = true; return REF_OK;
        case REF_TOUCH:
            if (is_gap)
                return REF_GRAZED;
        }
    }
}

/* Shortens `first`, the place of the first event so far, to one of this function. */
static enum ref_status watch(struct flight *f, int contact, enum flight_watch which,
                             mpfr_ptr first, bool *found) {
    const int count = flight_watch(f, contact, which, f->order, f->watched);
    const int lead = flight_lead(vector_const(f->watched), count);
    if (lead == count)
        return REF_OK;
    if (mpfr_sgn(f->watched[lead]) < 0)
        return REF_NO_MODE; /* the mode does not hold */
    bool is_zero;
    scale(f, lead, count);
    enum ref_status status = find_zero(f, which == WATCH_GAP, f->size, &is_zero);
    if (status == REF_OK && is_zero && mpfr_less_p(f->size, first)) {
        mpfr_set(first, f->size, MPFR_RNDN);
        f->event_contact = contact;
        f->event_watch = which;
        *found = true;
    }
    return status;
}

enum ref_status flight_find_event(struct flight *f, bool *found) {
    mpfr_t first;
    enum ref_status status = REF_OK;
    mpfr_init2(first, f->work);
    mpfr_set_ui(first, 2, MPFR_RNDN);
    *found = false;
    limit_step(f);
    for (int i = 0; i < f->contacts && status == REF_OK; i++)
        for (int w = 0; w < FLIGHT_WATCHES && status == REF_OK; w++)
            status = watch(f, i, (enum flight_watch)w, first, found);
    if (*found)
        mpfr_mul(f->step, f->step, first, MPFR_RNDN);
    mpfr_clear(first);
    return status;
}
