/* What an event changes at once: contacts that are hit have their impact, Poisson's with all
 * closed contacts taking part (impact.h), and those that separate afterwards are open.
 *
 * An approach that is slower than 2^-(bits/2) of the largest speed so far does not bounce: so
 * infinitely many impacts end while the bounces, which are as high as the square of that, can
 * still be told from rounding. The rest of them is shorter than their speed, and changes
 * positions by its square.
 *
 * That there is a motion behind such an end of several contacts at once is asked before
 * (flight_dwindle.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/impact.h"
#include "ref/flight/flight_dense.h"
#include "ref/vector.h"

/* Whether a contact's gap is zero. One that separates takes part in an impact all the same:
 * what others receive may close it. */
static bool touches(struct flight *f, int contact) {
    return f->state[contact] != FLIGHT_OPEN ||
           (contact == f->event_contact && f->event_watch == WATCH_GAP) ||
           flight_vanishes(f, flight_gap(f, contact, 0), f->largest_position);
}

static bool bounces(struct flight *f, int contact) {
    mpfr_mul_2si(f->size, flight_at(f, f->speed, f->first[contact], 0), (long)f->bits / 2,
                 MPFR_RNDN);
    const bool is_slow = mpfr_cmpabs(f->size, f->largest_speed) <= 0;
    if (flight_approaches(f, contact) && is_slow && mpfr_sgn(f->restitution[contact]) > 0)
        f->cuts_impacts = true;
    return flight_approaches(f, contact) && !is_slow;
}

/* mu of contacts at rest where there is no slip, else mu + nu |u_t|. */
static void set_friction(struct flight *f, int contact, mpfr_ptr friction) {
    if (flight_is_at_rest(f, contact)) {
        mpfr_set(friction, f->static_friction[contact], MPFR_RNDN);
        return;
    }
    mpfr_set_zero(f->sum, 1);
    for (int r = f->first[contact] + 1; r < f->first[contact + 1]; r++)
        mpfr_fma(f->sum, flight_at(f, f->speed, r, 0), flight_at(f, f->speed, r, 0),
                 f->sum, MPFR_RNDN);
    mpfr_sqrt(f->sum, f->sum, MPFR_RNDN);
    mpfr_fma(friction, f->viscous_friction[contact], f->sum, f->dynamic_friction[contact],
             MPFR_RNDN);
}

/* What does not approach does not bounce. */
static enum ref_status strike(struct flight *f, struct flight_dense *d) {
    for (int i = 0; i < f->contacts; i++) {
        if (bounces(f, i))
            mpfr_set(d->restitution[i], f->restitution[i], MPFR_RNDN);
        set_friction(f, i, d->friction[i]);
    }
    const struct ref_impact impact = {
        .problem = flight_dense_problem(f, d),
        .restitution = vector_const(d->restitution),
        .law = REF_POISSON,
        .induced = REF_SIMULTANEOUS,
        .max_induced = 1,
        .caps = true,
    };
    return ref_impact_solve(&impact, f->work, d->v, NULL);
}

static enum ref_status collide(struct flight *f) {
    struct flight_dense d;
    enum ref_status status = flight_dense_make(f, &d) ? strike(f, &d) : REF_NO_MEMORY;
    for (int j = 0; j < f->nv && status == REF_OK; j++)
        mpfr_set(flight_at(f, f->x, f->nq + j, 0), d.v[j], MPFR_RNDN);
    room_clear(&d.room);
    return status;
}

enum ref_status flight_collide(struct flight *f) {
    bool collides = false;
    enum ref_status status = REF_OK;
    flight_look(f);
    for (int i = 0; i < f->contacts; i++)
        f->closed[i] = touches(f, i);
    for (int i = 0; i < f->contacts; i++)
        collides = collides || flight_approaches(f, i);
    f->event_contact = -1;
    flight_note_dwindling(f);
    if (collides)
        status = flight_check_dwindling(f);
    if (collides && status == REF_OK)
        status = collide(f);
    if (status != REF_OK)
        return status;
    flight_look(f);
    for (int i = 0; i < f->contacts; i++) {
        f->closed[i] =
            f->closed[i] &&
            flight_vanishes(f, flight_at(f, f->speed, f->first[i], 0), f->largest_speed);
        f->dwindles[i] = f->dwindles[i] && !f->closed[i];
    }
    return REF_OK;
}
