/* Control of steps (Simbody 3.7, AbstractIntegratorRep::takeOneStep, adjustStepSize):
 *
 *     t1 = tMax            if tMax < t + 0.95 h, and the step is called limited
 *     t1 = t + h           if tMax > t + 1.001 h
 *     t1 = tMax            else
 *
 *     next = 0.9 h (accuracy/err)^(1/p), 0.1 h if err is no number, 5 h if it is 0;
 *     h if that is longer and the step was limited or it is not 1.2 h; if it is shorter h
 *     where err <= accuracy, else at most 0.9 h; within [0.1 h, 5 h], then min, then max
 *
 * and the attempt is accepted if next >= h, so that at the minimum one that could not be
 * projected is, too. The first step that is told is the nominal one of methods without error
 * control.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/mechanical/replay.h"
#include "ref/vector.h"

#include <float.h>
#include <math.h>

static const double SAFETY = 0.9, MIN_SHRINK = 0.1, MAX_GROW = 5;
static const double HYSTERESIS_LOW = 0.9, HYSTERESIS_HIGH = 1.2;
static const double LIMITED_BELOW = 0.95, STRETCHED_TO = 1.001;

/* *limited says whether t1 is nearer than the step would lead. */
static void choose_end(ref_mechanical *r, mpfr_srcptr h, mpfr_srcptr until,
                       bool *limited) {
    mpfr_mul_d(r->a, h, LIMITED_BELOW, MPFR_RNDN);
    mpfr_add(r->a, r->t, r->a, MPFR_RNDN);
    *limited = mpfr_less_p(until, r->a);
    mpfr_mul_d(r->b, h, STRETCHED_TO, MPFR_RNDN);
    mpfr_add(r->b, r->t, r->b, MPFR_RNDN);
    if (!*limited && mpfr_greater_p(until, r->b))
        mpfr_add(r->t1, r->t, h, MPFR_RNDN);
    else
        mpfr_set(r->t1, until, MPFR_RNDN);
}

/* next := what the error suggests. */
static void suggest(ref_mechanical *r, mpfr_srcptr h, mpfr_srcptr err) {
    if (!mpfr_number_p(err))
        mpfr_mul_d(r->next, h, MIN_SHRINK, MPFR_RNDN);
    else if (mpfr_zero_p(err))
        mpfr_mul_d(r->next, h, MAX_GROW, MPFR_RNDN);
    else {
        mpfr_d_div(r->a, r->options.accuracy, err, MPFR_RNDN);
        mpfr_rootn_ui(r->a, r->a, (unsigned long)ref_mechanical_error_order(r),
                      MPFR_RNDN);
        mpfr_mul_d(r->next, h, SAFETY, MPFR_RNDN);
        mpfr_mul(r->next, r->next, r->a, MPFR_RNDN);
    }
}

static void clip(ref_mechanical *r, mpfr_srcptr h) {
    mpfr_mul_d(r->a, h, MIN_SHRINK, MPFR_RNDN);
    mpfr_mul_d(r->b, h, MAX_GROW, MPFR_RNDN);
    if (mpfr_less_p(r->next, r->a))
        mpfr_set(r->next, r->a, MPFR_RNDN);
    if (mpfr_greater_p(r->next, r->b))
        mpfr_set(r->next, r->b, MPFR_RNDN);
    if (mpfr_cmp_d(r->next, r->options.min_step) < 0)
        mpfr_set_d(r->next, r->options.min_step, MPFR_RNDN);
    if (mpfr_cmp_d(r->next, r->options.max_step) > 0)
        mpfr_set_d(r->next, r->options.max_step, MPFR_RNDN);
}

/* next := the size proposed; returns whether the attempt is accepted. */
static bool adjust(ref_mechanical *r, mpfr_srcptr h, mpfr_srcptr err, bool limited) {
    suggest(r, h, err);
    mpfr_mul_d(r->a, h, HYSTERESIS_HIGH, MPFR_RNDN);
    if (mpfr_greater_p(r->next, h) && (limited || mpfr_less_p(r->next, r->a)))
        mpfr_set(r->next, h, MPFR_RNDN);
    if (mpfr_less_p(r->next, h)) {
        mpfr_mul_d(r->a, h, HYSTERESIS_LOW, MPFR_RNDN);
        if (mpfr_cmp_d(err, r->options.accuracy) <= 0 && mpfr_number_p(err))
            mpfr_set(r->next, h, MPFR_RNDN);
        else if (mpfr_greater_p(r->next, r->a))
            mpfr_set(r->next, r->a, MPFR_RNDN);
    }
    clip(r, h);
    return mpfr_greaterequal_p(r->next, h);
}

static void accept(ref_mechanical *r) {
    vector_set(r->before, vector_const(r->x), r->nx);
    vector_set(r->before_slope, vector_const(r->slope), r->nx);
    mpfr_set(r->before_t, r->t, MPFR_RNDN);
    vector_set(r->x, vector_const(r->trial), r->nx);
    mpfr_set(r->t, r->t1, MPFR_RNDN);
    r->slope_is_known = r->end_slope_is_known;
    if (r->slope_is_known)
        vector_set(r->slope, vector_const(r->end_slope), r->nx);
    r->count.last_step = mpfr_get_d(r->h, MPFR_RNDN);
    if (r->count.steps_taken++ == 0)
        r->count.first_step = r->options.method == REF_SEMI_EXPLICIT_EULER_GAMING
                                  ? r->options.fixed_step
                                  : r->count.last_step;
    r->count.next_step = mpfr_get_d(r->next, MPFR_RNDN);
}

/* err := of an attempt from t to t1; infinite if it did not converge. */
static enum ref_status try_step(ref_mechanical *r, mpfr_ptr err) {
    r->count.steps_attempted++;
    r->count.iterations++;
    enum ref_status status = ref_mechanical_attempt(r);
    if (status == REF_OK)
        ref_mechanical_norm(r, vector_const(r->error), err);
    else {
        r->count.convergence_failures++;
        mpfr_set_inf(err, 1);
    }
    return status;
}

/* A fixed step is taken whether or not it could be projected. */
static enum ref_status step_fixed(ref_mechanical *r, mpfr_srcptr until) {
    bool limited;
    r->is_retried = false;
    mpfr_set_d(r->next, r->options.fixed_step, MPFR_RNDN);
    choose_end(r, r->next, until, &limited);
    if (mpfr_lessequal_p(r->t1, r->t))
        return REF_BELOW_MIN_STEP;
    r->count.steps_attempted++;
    r->count.iterations++;
    enum ref_status status = ref_mechanical_attempt(r);
    if (status == REF_NOT_CONVERGED)
        r->count.convergence_failures++;
    else if (status != REF_OK)
        return status;
    accept(r);
    return REF_OK;
}

/* Why an attempt that has come to this error is none. */
static enum ref_status find_reason(enum ref_status tried, mpfr_srcptr err) {
    if (tried != REF_OK)
        return tried;
    return mpfr_number_p(err) ? REF_BELOW_MIN_STEP : REF_NOT_FINITE;
}

static enum ref_status step_controlled(ref_mechanical *r, mpfr_srcptr until) {
    mpfr_t h, err;
    mpfr_inits2(r->bits, h, err, (mpfr_ptr)NULL);
    enum ref_status status = REF_BELOW_MIN_STEP;
    r->is_retried = false;
    for (;; r->is_retried = true) {
        bool limited;
        mpfr_set(h, r->next, MPFR_RNDN);
        choose_end(r, h, until, &limited);
        if (mpfr_lessequal_p(r->t1, r->t))
            break;
        enum ref_status tried = try_step(r, err);
        const bool accepted = adjust(r, h, err, limited);
        if (accepted && (tried == REF_OK || tried == REF_NOT_CONVERGED)) {
            status = REF_OK;
            accept(r);
            break;
        }
        r->count.error_test_failures++;
        status = find_reason(tried, err);
        if (mpfr_greaterequal_p(r->next, h)) /* the minimum step fails */
            break;
        if (mpfr_cmp_d(r->next, DBL_MIN) < 0) /* no step at all in double */
            break;
    }
    mpfr_clears(h, err, (mpfr_ptr)NULL);
    return status;
}

enum ref_status ref_mechanical_step(ref_mechanical *r, mpfr_srcptr until) {
    if (!r->slope_is_known) {
        enum ref_status status =
            ref_mechanical_field(r, r->t, vector_const(r->x), r->slope);
        if (status != REF_OK)
            return status;
        r->slope_is_known = true;
    }
    ref_mechanical_freeze_scales(r);
    return isnan(r->options.fixed_step) ? step_controlled(r, until)
                                        : step_fixed(r, until);
}
