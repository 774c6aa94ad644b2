/* The next step size from the error of one of h: with the estimate of order 2,
 *
 *     0.9 h (accuracy / error)^(1/2),   between h/10 and 5 h,
 *
 * unless that would grow h by less than a fifth (the usual controller: E. Hairer, S. P.
 * Norsett, G. Wanner, Solving Ordinary Differential Equations I, 2nd ed., (II.4.13);
 * constants: Drake's base class of integrators).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"

static const double safety = 0.9;
static const double least_shrinking = 0.9; /* what is rejected shrinks at least to this */
static const double most_shrinking = 0.1;
static const double most_growth = 5;
static const double hysteresis = 1.2; /* growth below it is left alone */

enum ref_status ref_replay_check_shrinking(ref_replay *r, mpfr_srcptr t, mpfr_srcptr from,
                                           mpfr_srcptr to) {
    ref_replay_find_minimum(r, t);
    bool too_short = mpfr_less_p(to, r->minimum) && mpfr_less_p(to, from);
    return too_short && r->options.throw_on_min_step ? REF_BELOW_MIN_STEP : REF_OK;
}

/* adjusted := h (a double) */
static void scale_step(ref_replay *r, double factor) {
    mpfr_mul_d(r->adjusted, r->attempted, factor, MPFR_RNDN);
}

/* adjusted := what the error asks for. */
static void propose_step(ref_replay *r) {
    if (mpfr_zero_p(r->error)) {
        scale_step(r, most_growth);
        return;
    }
    scale_step(r, safety);
    mpfr_d_div(r->bound, r->accuracy, r->error, MPFR_RNDN);
    mpfr_sqrt(r->bound, r->bound, MPFR_RNDN);
    mpfr_mul(r->adjusted, r->adjusted, r->bound, MPFR_RNDN);
}

/* adjusted := min(adjusted, factor h), or the maximum. */
static void limit_from_above(ref_replay *r, double factor) {
    mpfr_mul_d(r->bound, r->attempted, factor, MPFR_RNDN);
    mpfr_min(r->adjusted, r->adjusted, r->bound, MPFR_RNDN);
}

static void limit_from_below(ref_replay *r, double factor) {
    mpfr_mul_d(r->bound, r->attempted, factor, MPFR_RNDN);
    mpfr_max(r->adjusted, r->adjusted, r->bound, MPFR_RNDN);
}

/* Growth waits for a fifth; what is accepted does not shrink; what is rejected does. */
static void steady_step(ref_replay *r) {
    if (mpfr_greater_p(r->adjusted, r->attempted)) {
        mpfr_mul_d(r->bound, r->attempted, hysteresis, MPFR_RNDN);
        if (mpfr_less_p(r->adjusted, r->bound))
            mpfr_set(r->adjusted, r->attempted, MPFR_RNDN);
    } else if (mpfr_less_p(r->adjusted, r->attempted)) {
        if (mpfr_cmp_d(r->error, r->accuracy) <= 0)
            mpfr_set(r->adjusted, r->attempted, MPFR_RNDN);
        else
            limit_from_above(r, least_shrinking);
    }
    limit_from_above(r, most_growth);
    limit_from_below(r, most_shrinking);
    if (mpfr_cmp_d(r->adjusted, r->options.max_step) > 0)
        mpfr_set_d(r->adjusted, r->options.max_step, MPFR_RNDN);
}

/* The rules, but for what is told about them. */
static enum ref_status adjust(ref_replay *r, bool *at_minimum, bool *accepted) {
    *accepted = false;
    if (!mpfr_number_p(r->error)) {
        scale_step(r, most_shrinking);
        ref_replay_find_least(r, r->time);
        return mpfr_less_p(r->attempted, r->minimum) ? REF_NOT_FINITE : REF_OK;
    }
    propose_step(r);
    if (mpfr_greater_p(r->adjusted, r->attempted))
        *at_minimum = false;
    if (mpfr_less_p(r->adjusted, r->attempted) && *at_minimum) {
        mpfr_set(r->adjusted, r->attempted, MPFR_RNDN);
        *accepted = true;
        return REF_OK;
    }
    steady_step(r);
    enum ref_status status =
        ref_replay_check_shrinking(r, r->new_time, r->attempted, r->adjusted);
    if (status != REF_OK)
        return status;
    mpfr_max(r->adjusted, r->adjusted, r->minimum, MPFR_RNDN);
    if (mpfr_equal_p(r->adjusted, r->minimum))
        *at_minimum = true;
    *accepted = mpfr_greaterequal_p(r->adjusted, r->attempted);
    return REF_OK;
}

enum ref_status ref_replay_adjust(ref_replay *r, bool *at_minimum, bool *accepted) {
    enum ref_status status = adjust(r, at_minimum, accepted);
    if (status != REF_OK)
        return status;
    ref_replay_tell(r, REF_DECISION_ERROR, *accepted, r->time, r->attempted, r->error,
                    r->accuracy);
    int change = mpfr_cmp(r->adjusted, r->attempted);
    ref_replay_tell(r, REF_DECISION_STEP, (change > 0) - (change < 0), r->time,
                    r->attempted, r->adjusted, mpfr_get_d(r->attempted, MPFR_RNDN));
    return REF_OK;
}
