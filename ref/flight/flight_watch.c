/* What is watched in a mode, as a power series.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/flight/flight.h"

int flight_find_unknown(const struct flight *f, int row) {
    for (int a = 0; a < f->unknowns; a++)
        if (f->unknown[a] == row)
            return a;
    return -1;
}

int flight_lead(const mpfr_t *c, int count) {
    int k = 0;
    while (k < count && mpfr_zero_p(c[k]))
        k++;
    return k;
}

static void take_largest(mpfr_ptr size, mpfr_srcptr value) {
    if (mpfr_cmpabs(value, size) > 0)
        mpfr_abs(size, value, MPFR_RNDN);
}

/* size := that of velocities of order k: of what they are sums of. */
static void measure_speeds(struct flight *f, int k) {
    mpfr_set(f->size, k == 0 ? f->largest_speed : f->speed_size[k], MPFR_RNDN);
}

/* size := that of positions of order k, which (k q_k = (N v)_{k-1}) velocities have made. */
static void measure_positions(struct flight *f, int k) {
    if (k == 0) {
        mpfr_set(f->size, f->largest_position, MPFR_RNDN);
        return;
    }
    measure_speeds(f, k - 1);
    mpfr_div_ui(f->size, f->size, (unsigned long)k, MPFR_RNDN);
    for (int i = 0; i < f->nq; i++)
        take_largest(f->size, flight_at(f, f->x, i, k));
}

/* size := that of forces and free accelerations. */
static void measure_forces(struct flight *f, int k) {
    mpfr_set_zero(f->size, 1);
    for (int a = 0; a < f->unknowns; a++)
        take_largest(f->size, flight_at(f, f->force, a, k));
    for (int j = 0; j < f->nv; j++)
        take_largest(f->size, eval_jet_output(f->rates.jet, j)[k]);
}

static void clear_vanishing(struct flight *f, mpfr_ptr c) {
    if (flight_vanishes(f, c, f->size))
        mpfr_set_zero(c, 1);
}

static int watch_gap(struct flight *f, int contact, int order, mpfr_t *c) {
    for (int k = 0; k <= order; k++) {
        mpfr_set(c[k], flight_gap(f, contact, k), MPFR_RNDN);
        measure_positions(f, k);
        clear_vanishing(f, c[k]);
    }
    return order + 1;
}

static int watch_force(struct flight *f, int contact, int order, mpfr_t *c) {
    const int normal = flight_find_unknown(f, f->first[contact]);
    for (int k = 0; k < order; k++) {
        mpfr_set(c[k], flight_at(f, f->force, normal, k), MPFR_RNDN);
        measure_forces(f, k);
        clear_vanishing(f, c[k]);
    }
    return order;
}

/* sum := coefficient k of the square of unknown a. */
static void square(struct flight *f, int a, int k) {
    mpfr_set_zero(f->sum, 1);
    for (int i = 0; i <= k; i++)
        mpfr_fma(f->sum, flight_at(f, f->force, a, i), flight_at(f, f->force, a, k - i),
                 f->sum, MPFR_RNDN);
}

static int watch_cone(struct flight *f, int contact, int order, mpfr_t *c) {
    const int normal = flight_find_unknown(f, f->first[contact]);
    const int slides = f->first[contact + 1] - f->first[contact] - 1;
    mpfr_t largest;
    mpfr_init2(largest, f->work);
    mpfr_set_zero(largest, 1);
    for (int k = 0; k < order; k++) {
        square(f, normal, k);
        mpfr_sqr(f->term, f->static_friction[contact], MPFR_RNDN);
        mpfr_mul(c[k], f->term, f->sum, MPFR_RNDN);
        for (int s = 1; s <= slides; s++) {
            square(f, normal + s, k);
            mpfr_sub(c[k], c[k], f->sum, MPFR_RNDN);
        }
        measure_forces(f, k);
        take_largest(largest, f->size);
        mpfr_sqr(f->size, largest, MPFR_RNDN);
        clear_vanishing(f, c[k]);
    }
    mpfr_clear(largest);
    return order;
}

/* |u_t| along the direction that the sliding has at the beginning. */
static int watch_slip(struct flight *f, int contact, int order, mpfr_t *c) {
    for (int k = 0; k <= order; k++) {
        mpfr_set_zero(c[k], 1);
        for (int r = f->first[contact] + 1; r < f->first[contact + 1]; r++)
            mpfr_fma(c[k], flight_at(f, f->along, r, 0), flight_at(f, f->speed, r, k),
                     c[k], MPFR_RNDN);
        measure_speeds(f, k);
        clear_vanishing(f, c[k]);
    }
    return order + 1;
}

int flight_watch(struct flight *f, int contact, enum flight_watch which, int order,
                 mpfr_t *c) {
    const enum flight_state state = f->state[contact];
    switch (which) {
    case WATCH_GAP: return state == FLIGHT_OPEN ? watch_gap(f, contact, order, c) : 0;
    case WATCH_FORCE: return state != FLIGHT_OPEN ? watch_force(f, contact, order, c) : 0;
    case WATCH_CONE:
        return state == FLIGHT_STICKING ? watch_cone(f, contact, order, c) : 0;
    default:
        return state == FLIGHT_SLIDING && flight_has_friction(f, contact)
                   ? watch_slip(f, contact, order, c)
                   : 0;
    }
}

bool flight_vanishes(struct flight *f, mpfr_srcptr value, mpfr_srcptr size) {
    mpfr_div_2ui(f->term, size, (unsigned long)f->bits, MPFR_RNDU);
    return mpfr_cmpabs(value, f->term) <= 0;
}
