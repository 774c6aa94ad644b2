/* One attempt at a step of h from (t0, x0), by step doubling:
 *
 *     large   (t0, h)         from x0     guess x0
 *     half    (t0, h/2)       from x0     guess (x0 + large)/2
 *     small   (t0 + h/2, h/2) from half   guess large
 *
 * each an implicit Euler step (replay_solve.c), all with the same J and factors; small is
 * the result, large - small the estimate of its error (Drake's class text of the
 * velocity-implicit Euler integrator, "Error estimation"). A step below the minimum is
 * made of explicit Euler steps of h and h/2 instead.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"
#include "ref/vector.h"

#include <math.h>

/* Below this, or this times |t|, a step is explicit. */
static const double least_step = 1e-14;

void ref_replay_find_least(ref_replay *r, mpfr_srcptr t) {
    mpfr_abs(r->minimum, t, MPFR_RNDN);
    mpfr_mul_d(r->minimum, r->minimum, least_step, MPFR_RNDN);
    if (mpfr_cmp_d(r->minimum, least_step) < 0)
        mpfr_set_d(r->minimum, least_step, MPFR_RNDN);
}

void ref_replay_find_minimum(ref_replay *r, mpfr_srcptr t) {
    ref_replay_find_least(r, t);
    if (mpfr_cmp_d(r->minimum, r->options.min_step) < 0)
        mpfr_set_d(r->minimum, r->options.min_step, MPFR_RNDN);
}

/* end := x + h rate */
static void step_explicitly(ref_replay *r, const mpfr_t *x, mpfr_srcptr h, mpfr_t *end) {
    for (int i = 0; i < r->nx; i++) {
        mpfr_mul(r->product, h, r->own.rate[i], MPFR_RNDN);
        mpfr_add(end[i], x[i], r->product, MPFR_RNDN);
    }
}

static void attempt_explicit(ref_replay *r, mpfr_srcptr h) {
    const mpfr_t *x0 = vector_const(r->state), *half = vector_const(r->half);
    ref_replay_field(r, r->time, x0, r->own.rate);
    step_explicitly(r, x0, h, r->large);
    step_explicitly(r, x0, r->half_step, r->half);
    struct ref_effort before = r->total;
    ref_replay_field(r, r->middle, half, r->own.rate);
    if (r->options.method == REF_IMPLICIT_EULER)
        ref_replay_count_half(r, before);
    step_explicitly(r, half, r->half_step, r->small);
}

static enum ref_status attempt_halves(ref_replay *r) {
    const mpfr_t *x0 = vector_const(r->state);
    for (int i = 0; i < r->nx; i++) {
        mpfr_add(r->guess[i], x0[i], r->large[i], MPFR_RNDN);
        mpfr_div_2ui(r->guess[i], r->guess[i], 1, MPFR_RNDN);
    }
    enum ref_status status =
        ref_replay_solve(r, r->time, r->half_step, x0, vector_const(r->guess), r->half);
    if (status != REF_OK)
        return status;
    r->jacobian_is_fresh = false;
    status = ref_replay_solve(r, r->middle, r->half_step, vector_const(r->half),
                              vector_const(r->large), r->small);
    r->second_half_failed = status != REF_OK;
    return status;
}

static enum ref_status attempt_implicit(ref_replay *r, mpfr_srcptr h) {
    const mpfr_t *x0 = vector_const(r->state);
    if (r->second_half_failed)
        r->jacobian_is_fresh = r->second_half_failed = false;
    if (r->options.method == REF_IMPLICIT_EULER) /* which does not use this value */
        ref_replay_field(r, r->time, x0, r->own.rate);
    enum ref_status status = ref_replay_solve(r, r->time, h, x0, x0, r->large);
    if (status == REF_OK) {
        struct ref_effort before = r->total;
        status = attempt_halves(r);
        ref_replay_count_half(r, before);
    }
    return status;
}

enum ref_status ref_replay_attempt(ref_replay *r, mpfr_srcptr h) {
    enum ref_status status = REF_OK;
    mpfr_div_2ui(r->half_step, h, 1, MPFR_RNDN);
    mpfr_add(r->middle, r->time, r->half_step, MPFR_RNDN);
    mpfr_add(r->new_time, r->time, h, MPFR_RNDN);
    ref_replay_find_minimum(r, r->time);
    if (mpfr_less_p(h, r->minimum))
        attempt_explicit(r, h);
    else
        status = attempt_implicit(r, h);
    r->jacobian_is_fresh = status != REF_OK; /* after explicit steps, too */
    ref_replay_tell(r, REF_DECISION_ATTEMPT, status == REF_OK, r->time, h, NULL, NAN);
    if (status != REF_OK)
        return status;
    for (int i = 0; i < r->nx; i++)
        mpfr_sub(r->difference[i], r->large[i], r->small[i], MPFR_RNDN);
    return REF_OK;
}

enum ref_status ref_replay_check_result(const ref_replay *r) {
    bool is_finite = vector_is_finite(vector_const(r->small), r->nx) &&
                     vector_is_finite(vector_const(r->difference), r->nx);
    return is_finite ? REF_OK : REF_NOT_FINITE;
}

void ref_replay_accept(ref_replay *r) {
    mpfr_set(r->time, r->new_time, MPFR_RNDN);
    vector_set(r->state, vector_const(r->small), r->nx);
    vector_set(r->estimate, vector_const(r->difference), r->nx);
}
