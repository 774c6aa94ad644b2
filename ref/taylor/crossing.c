/* The first crossing of a switching surface within a Taylor step.
 *
 * Along the step every switching function is a polynomial in u = tau/h, 0 <= u <= 1.
 * While its branch is in force it keeps that branch's sign; the first zero at which the
 * sign changes ends the step, and all functions that change sign there are on their
 * surfaces: which branches follow is settled at the start of the next step. A function
 * that begins on its surface, s = u^k (a_k + a_{k+1} u + ..), is searched without the
 * factor u^k.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/vector.h"
#include "ref/taylor/zeros.h"
#include "ref/taylor/switching.h"

/* Crossings within 2^-(bits - 8) of the step are one event. */
enum { SAME_TIME_BITS = 8 };

/* The polynomial of select i for the search; false when it vanishes altogether. */
static bool set_polynomial(struct ref_switching *s, int i, mpfr_srcptr h) {
    const mpfr_t *c = eval_jet_switch(s->jet, i);
    mpfr_t *a = ref_zeros_polynomial(s->zeros);
    bool dropped;
    int first = ref_switching_leading(s, i, h, &dropped);
    if (first < 0)
        return false;
    mpfr_set_ui(s->power, 1, MPFR_RNDN);
    for (int k = 0; k <= s->order; k++) {
        if (first + k <= s->order)
            mpfr_mul(a[k], c[first + k], s->power, MPFR_RNDN);
        else
            mpfr_set_zero(a[k], 1);
        mpfr_mul(s->power, s->power, h, MPFR_RNDN);
    }
    return true;
}

/* *crosses: s changes its sign in the step, first at place[i]. */
static enum ref_status find_crossing(struct ref_switching *s, int i, mpfr_srcptr h,
                                     bool *crosses) {
    *crosses = false;
    if (!set_polynomial(s, i, h))
        return REF_OK;
    mpfr_t *a = ref_zeros_polynomial(s->zeros);
    if (!vector_is_finite(vector_const(a), s->order + 1))
        return REF_NOT_FINITE;
    ref_zeros_start(s->zeros);
    for (;;) {
        enum ref_zero zero = ref_zeros_next(s->zeros, s->place[i]);
        *crosses = zero == REF_CROSSING || zero == REF_FLAT_CROSSING;
        if (zero == REF_NO_ZERO || zero == REF_CROSSING)
            return REF_OK;
        mpfr_mul(s->tau, s->place[i], h, MPFR_RNDN);
        if (ref_switching_jumps(s, i, s->tau, h))
            return REF_TANGENT_KINK;
        if (zero == REF_FLAT_CROSSING)
            return REF_OK;
    }
}

/* Fills place, 2 for those without a crossing; first := the smallest. */
static enum ref_status find_crossings(struct ref_switching *s, mpfr_srcptr h) {
    mpfr_set_ui(s->first, 2, MPFR_RNDN);
    for (int i = 0; i < s->selects; i++) {
        bool crosses = false;
        if (s->branch[i] != 0) {
            enum ref_status status = find_crossing(s, i, h, &crosses);
            if (status != REF_OK)
                return status;
        }
        if (!crosses)
            mpfr_set_ui(s->place[i], 2, MPFR_RNDN);
        mpfr_min(s->first, s->first, s->place[i], MPFR_RNDN);
    }
    return REF_OK;
}

enum ref_status ref_switching_cross(struct ref_switching *s, mpfr_ptr h, bool *found) {
    enum ref_status status = find_crossings(s, h);
    if (status != REF_OK)
        return status;
    *found = mpfr_cmp_ui(s->first, 1) <= 0;
    mpfr_set_ui_2exp(s->term, 1, SAME_TIME_BITS - (long)s->bits, MPFR_RNDN);
    mpfr_add(s->term, s->term, s->first, MPFR_RNDN);
    for (int i = 0; i < s->selects; i++)
        s->on_surface[i] = *found && mpfr_lessequal_p(s->place[i], s->term);
    if (*found)
        mpfr_mul(h, h, s->first, MPFR_RNDN);
    return REF_OK;
}
