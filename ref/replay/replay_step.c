/* One step of at most a given length: halved while it fails and, under error control,
 * shortened until its error is accepted (Drake's base class of integrators).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"
#include "ref/vector.h"

/* A step that is to be cut to less than this part of itself does not judge the step size;
 * one that lacks no more than this is stretched. */
static const double near_smaller = 0.95, near_larger = 1.001;

/* `attempted`, halved while it fails: at most until it is explicit. (So the original's floor of
 * 2^-52 is never reached.) What is not finite, where the original ends or goes on with it, fails,
 * too, and is the reason told if a step would be too short. A halving that goes too far is
 * counted with fixed steps only. */
static enum ref_status attempt_halving(ref_replay *r) {
    mpfr_set(r->asked, r->attempted, MPFR_RNDN);
    for (;;) {
        enum ref_status status = ref_replay_attempt(r, r->attempted);
        if (status == REF_OK && r->options.fixed_step)
            status = ref_replay_check_result(r);
        if (status == REF_OK || mpfr_less_p(r->attempted, r->minimum))
            return status;
        mpfr_div_2ui(r->attempted, r->attempted, 1, MPFR_RNDN);
        const enum ref_status shrinks =
            ref_replay_check_shrinking(r, r->time, r->asked, r->attempted);
        if (shrinks == REF_OK || r->options.fixed_step)
            r->failures++;
        if (shrinks != REF_OK)
            return status == REF_NOT_FINITE ? status : shrinks;
    }
}

/* attempted := the step to try when at most r->step is allowed; whether it was cut. */
static bool limit_step(ref_replay *r) {
    bool is_limited = false;
    mpfr_mul_d(r->bound, r->attempted, near_smaller, MPFR_RNDN);
    if (mpfr_less_p(r->step, r->bound)) {
        is_limited = true;
        mpfr_set(r->attempted, r->step, MPFR_RNDN);
    } else {
        mpfr_mul_d(r->bound, r->attempted, near_larger, MPFR_RNDN);
        if (mpfr_less_p(r->step, r->bound))
            mpfr_set(r->attempted, r->step, MPFR_RNDN);
    }
    if (mpfr_cmp_d(r->attempted, r->options.max_step) > 0)
        mpfr_set_d(r->attempted, r->options.max_step, MPFR_RNDN);
    return is_limited;
}

static void note_accepted(ref_replay *r, bool is_limited) {
    if (!is_limited)
        mpfr_set(r->ideal_step, r->adjusted, MPFR_RNDN);
    if (mpfr_nan_p(r->initial_step))
        mpfr_set(r->initial_step, r->attempted, MPFR_RNDN);
    if (mpfr_nan_p(r->smallest_step) || (mpfr_less_p(r->attempted, r->smallest_step) &&
                                         mpfr_less_p(r->attempted, r->step)))
        mpfr_set(r->smallest_step, r->attempted, MPFR_RNDN);
}

static enum ref_status take_controlled_step(ref_replay *r) {
    bool at_minimum = false, accepted = false;
    if (mpfr_nan_p(r->ideal_step))
        mpfr_set_d(r->attempted, r->first_step, MPFR_RNDN);
    else
        mpfr_set(r->attempted, r->ideal_step, MPFR_RNDN);
    for (;;) {
        bool is_limited = limit_step(r);
        enum ref_status status = attempt_halving(r);
        if (status != REF_OK)
            return status;
        ref_replay_norm(r, vector_const(r->small), vector_const(r->difference), r->error);
        status = ref_replay_adjust(r, &at_minimum, &accepted);
        if (status != REF_OK)
            return status;
        if (accepted) {
            note_accepted(r, is_limited);
            return REF_OK;
        }
        r->rejections++;
        mpfr_set(r->attempted, r->adjusted, MPFR_RNDN);
    }
}

enum ref_status ref_replay_take_step(ref_replay *r, bool *full) {
    enum ref_status status;
    if (r->options.fixed_step) {
        mpfr_set(r->attempted, r->step, MPFR_RNDN);
        status = attempt_halving(r);
    } else {
        status = take_controlled_step(r);
    }
    if (status != REF_OK)
        return status;
    ref_replay_accept(r);
    *full = mpfr_equal_p(r->attempted, r->step) != 0;
    return REF_OK;
}
