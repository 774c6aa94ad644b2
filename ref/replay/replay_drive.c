/* From one time to another: no further than the earliest of three times in one step, to a
 * time in many, or to a time in exactly one (Drake's base class of integrators).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"

/* A step that would end this close before an event is stretched to reach it. */
static const double stretch = 1.01;

/* target := the earliest; ties go to update, then publish. */
static enum ref_stop choose_target(ref_replay *r, mpfr_srcptr publish, mpfr_srcptr update,
                                   mpfr_srcptr boundary) {
    enum ref_stop stop = REF_REACHED_UPDATE_TIME;
    mpfr_set(r->target, update, MPFR_RNDN);
    if (mpfr_less_p(publish, r->target)) {
        stop = REF_REACHED_PUBLISH_TIME;
        mpfr_set(r->target, publish, MPFR_RNDN);
    }
    if (mpfr_less_p(boundary, r->target)) {
        stop = REF_REACHED_BOUNDARY_TIME;
        mpfr_set(r->target, boundary, MPFR_RNDN);
    }
    return stop;
}

/* limit := time + factor max_step, NaN without a maximum. */
static void find_limit(ref_replay *r, double factor) {
    mpfr_set_d(r->limit, r->options.max_step, MPFR_RNDN);
    mpfr_mul_d(r->limit, r->limit, factor, MPFR_RNDN);
    mpfr_add(r->limit, r->time, r->limit, MPFR_RNDN);
}

enum ref_status ref_replay_advance(ref_replay *r, mpfr_srcptr publish, mpfr_srcptr update,
                                   mpfr_srcptr boundary, enum ref_stop *stop) {
    bool usable = r->started && mpfr_greaterequal_p(publish, r->time) &&
                  mpfr_greaterequal_p(update, r->time) &&
                  mpfr_greaterequal_p(boundary, r->time);
    if (!usable)
        return REF_BAD_ARGUMENT;
    enum ref_stop reached = choose_target(r, publish, update, boundary);
    find_limit(r, reached == REF_REACHED_BOUNDARY_TIME ? 1 : stretch);
    if (mpfr_less_p(r->limit, r->target)) {
        reached = REF_TIME_HAS_ADVANCED;
        find_limit(r, 1);
        mpfr_set(r->target, r->limit, MPFR_RNDN);
        if (mpfr_equal_p(r->target, r->time))
            return REF_BELOW_MIN_STEP; /* max_step is lost in rounding the time */
    }
    if (!mpfr_number_p(r->target))
        return REF_BAD_ARGUMENT;
    bool full;
    mpfr_sub(r->step, r->target, r->time, MPFR_RNDN);
    mpfr_set(r->limit, r->time, MPFR_RNDN);
    enum ref_status status = ref_replay_take_step(r, &full);
    if (status != REF_OK)
        return status;
    mpfr_sub(r->step, r->time, r->limit, MPFR_RNDN);
    ref_replay_count_step(r, r->step);
    if (full || mpfr_greaterequal_p(r->time, r->target))
        mpfr_set(r->time, r->target, MPFR_RNDN);
    else
        reached = REF_TIME_HAS_ADVANCED;
    *stop = reached;
    return REF_OK;
}

enum ref_status ref_replay_run(ref_replay *r, mpfr_srcptr t1) {
    if (!r->started || !mpfr_number_p(t1) || mpfr_less_p(t1, r->time))
        return REF_BAD_ARGUMENT;
    enum ref_status status;
    enum ref_stop stop;
    mpfr_set(r->last, t1, MPFR_RNDN);
    do {
        find_limit(r, 1);
        if (mpfr_equal_p(r->limit, r->time) && mpfr_less_p(r->time, r->last))
            return REF_BELOW_MIN_STEP;
        mpfr_min(r->next, r->last, r->limit, MPFR_RNDN);
        status = ref_replay_advance(r, r->infinity, r->infinity, r->next, &stop);
    } while (status == REF_OK && mpfr_less_p(r->time, r->last));
    return status;
}

enum ref_status ref_replay_step_to(ref_replay *r, mpfr_srcptr t1) {
    if (!r->started || !mpfr_number_p(t1) || mpfr_less_p(t1, r->time))
        return REF_BAD_ARGUMENT;
    if (!r->options.fixed_step)
        return REF_NOT_FIXED;
    mpfr_sub(r->step, t1, r->time, MPFR_RNDN);
    enum ref_status status = ref_replay_attempt(r, r->step);
    if (status == REF_OK)
        status = ref_replay_check_result(r);
    if (status != REF_OK)
        return status;
    ref_replay_accept(r);
    ref_replay_count_step(r, r->step);
    mpfr_set(r->time, t1, MPFR_RNDN);
    return REF_OK;
}
