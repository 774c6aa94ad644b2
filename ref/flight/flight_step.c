/* From event to event by Taylor's method: order and step as for smooth motions (flow_step.c:
 * A. Jorba, M. Zou (2005), section 3.2.1), cut at the first event and at the target.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/flight/flight_proof.h"
#include "ref/vector.h"
#include "ref/taylor/flow.h"

/* log2 of the largest coefficient of order k of `count` series. */
static double measure(struct flight *f, mpfr_t *series, int count, int k) {
    mpfr_set_zero(f->sum, 1);
    for (int i = 0; i < count; i++)
        if (mpfr_cmpabs(flight_at(f, series, i, k), f->sum) > 0)
            mpfr_abs(f->sum, flight_at(f, series, i, k), MPFR_RNDN);
    return ref_taylor_size(f->sum);
}

static double measure_state(void *context, int k) {
    struct flight *f = context;
    return measure(f, f->x, f->nx, k);
}

static double measure_forces(void *context, int k) {
    struct flight *f = context;
    return measure(f, f->force, f->unknowns, k);
}

/* step := that of the state's series and the forces': of what does not move these may change all
 * the same, and a contact that sticks slips. False: both are polynomials. */
static bool suggest_step(struct flight *f) {
    const double least = -(double)REF_FLOOR_FACTOR * (double)f->bits;
    const bool moves = ref_taylor_step(f->step, f->order, least, measure_state, f);
    if (!ref_taylor_step(f->term, f->order - 1, least, measure_forces, f))
        return moves;
    if (!moves || mpfr_less_p(f->term, f->step))
        mpfr_set(f->step, f->term, MPFR_RNDN);
    return true;
}

/* Cut at the target; REF_STEP_TOO_SMALL where it does not move the time. */
static enum ref_status limit_step(struct flight *f) {
    const bool is_bounded = suggest_step(f);
    mpfr_sub(f->sum, f->target, f->time, MPFR_RNDN);
    if (!is_bounded || mpfr_greaterequal_p(f->step, f->sum)) {
        mpfr_set(f->step, f->sum, MPFR_RNDN);
        return REF_OK;
    }
    return ref_exponent(f->step) < ref_exponent(f->target) - (long)f->bits
               ? REF_STEP_TOO_SMALL
               : REF_OK;
}

static void sum_series(struct flight *f) {
    for (int i = 0; i < f->nx; i++) {
        mpfr_set(f->sum, flight_at(f, f->x, i, f->order), MPFR_RNDN);
        for (int k = f->order - 1; k >= 0; k--)
            mpfr_fma(f->sum, f->sum, f->step, flight_at(f, f->x, i, k), MPFR_RNDN);
        mpfr_set(flight_at(f, f->x, i, 0), f->sum, MPFR_RNDN);
    }
}

static void note_sizes(struct flight *f) {
    for (int i = 0; i < f->nq; i++)
        if (mpfr_cmpabs(flight_at(f, f->x, i, 0), f->largest_position) > 0)
            mpfr_abs(f->largest_position, flight_at(f, f->x, i, 0), MPFR_RNDN);
    for (int i = f->nq; i < f->nq + f->nv; i++)
        if (mpfr_cmpabs(flight_at(f, f->x, i, 0), f->largest_speed) > 0)
            mpfr_abs(f->largest_speed, flight_at(f, f->x, i, 0), MPFR_RNDN);
}

static void advance_time(struct flight *f, bool is_event) {
    mpfr_sub(f->sum, f->target, f->time, MPFR_RNDN);
    const bool arrives = !is_event && mpfr_greaterequal_p(f->step, f->sum);
    mpfr_add(f->time, f->time, f->step, MPFR_RNDN);
    if (arrives || mpfr_greater_p(f->time, f->target))
        mpfr_set(f->time, f->target, MPFR_RNDN);
}

bool flight_has_arrived(const struct flight *f) {
    return mpfr_greaterequal_p(f->time, f->target);
}

/* Of a body that has come to rest, what is below the digits that are followed is zero: velocities
 * all together, which the rows connect, and then positions. */
static void round_off(struct flight *f) {
    for (int j = f->nq; j < f->nq + f->nv; j++)
        if (!flight_vanishes(f, flight_at(f, f->x, j, 0), f->largest_speed))
            return;
    for (int j = f->nq; j < f->nq + f->nv; j++)
        mpfr_set_zero(flight_at(f, f->x, j, 0), 1);
    for (int i = 0; i < f->nq; i++)
        if (flight_vanishes(f, flight_at(f, f->x, i, 0), f->largest_position))
            mpfr_set_zero(flight_at(f, f->x, i, 0), 1);
}

static enum ref_status settle(struct flight *f) {
    f->is_fresh = true;
    note_sizes(f);
    enum ref_status status = flight_collide(f);
    if (status != REF_OK)
        return status;
    round_off(f);
    status = flight_try_rest(f);
    return status == REF_OK && !f->rests ? flight_choose_mode(f) : status;
}

enum ref_status flight_start(struct flight *f, mpfr_srcptr t, const mpfr_t *x) {
    mpfr_set(f->time, t, MPFR_RNDN);
    mpfr_set(f->target, t, MPFR_RNDN);
    mpfr_set_zero(f->largest_speed, 1);
    mpfr_set_zero(f->largest_position, 1);
    for (int i = 0; i < f->nx; i++)
        mpfr_set(flight_at(f, f->x, i, 0), x[i], MPFR_RNDN);
    for (int i = 0; i < f->contacts; i++) {
        f->state[i] = FLIGHT_OPEN;
        f->dwindles[i] = false;
    }
    f->event_contact = -1;
    f->steps = f->events = 0;
    return settle(f);
}

enum ref_status flight_step(struct flight *f) {
    bool found = false;
    if (f->rests) {
        mpfr_set(f->time, f->target, MPFR_RNDN);
        return REF_OK;
    }
    enum ref_status status = flight_expand(f, f->order);
    if (status == REF_OK)
        status = limit_step(f);
    if (status == REF_OK)
        status = flight_find_event(f, &found);
    if (status == REF_OK && f->proving != NULL)
        status = flight_prove_step(f, &found);
    if (status != REF_OK)
        return status;
    sum_series(f);
    advance_time(f, found);
    f->steps++;
    f->is_fresh = false;
    if (!found) {
        note_sizes(f);
        for (int i = 0; i < f->contacts; i++)
            if (f->from_rest[i]) /* it slides by now: its direction is that of the slip */
                f->from_rest[i] = false;
        return REF_OK;
    }
    f->events++;
    return settle(f);
}
