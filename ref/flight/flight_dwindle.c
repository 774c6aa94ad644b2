/* Bounces without end of several contacts at once: whether a motion is known behind them.
 *
 * One is where the contacts strike in the same impacts, one geometric series; where each is on
 * its own: rows with J_i S J_k^T = 0 do not feel each other's impulses, S being M^-1 with the
 * joints held; and where nothing rubs. Contacts that touch hand impulses on, so that two that
 * bounce are on their own if no chain of rows that feel each other joins them. All else is
 * refused, which is more than what is unknown: bounces may repeat themselves
 * (crossing/theory.md), which is not looked at here.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "ref/contact/elimination.h"
#include "ref/flight/flight_dense.h"
#include "ref/vector.h"

/* Whether |value| <= 2^-(bits/4) size: bounces without end are about to be cut. */
static bool is_small(struct flight *f, mpfr_srcptr value, mpfr_srcptr size) {
    mpfr_mul_2si(f->size, value, (long)f->bits / 4, MPFR_RNDN);
    return mpfr_cmpabs(f->size, size) <= 0;
}

/* Whether a contact is in the midst of bounces without end: its last impact was slow, and it is
 * near. */
static bool dwindles(struct flight *f, int contact) {
    return f->dwindles[contact] && f->state[contact] == FLIGHT_OPEN &&
           is_small(f, flight_gap(f, contact, 0), f->largest_position);
}

void flight_note_dwindling(struct flight *f) {
    for (int i = 0; i < f->contacts; i++)
        if (flight_approaches(f, i))
            f->dwindles[i] =
                is_small(f, flight_at(f, f->speed, f->first[i], 0), f->largest_speed);
}

/* sum := J_a S J_b^T. */
static void couple(struct flight *f, const struct ref_elimination *e, int a, int b) {
    mpfr_set_zero(f->sum, 1);
    for (int j = 0; j < f->nv; j++)
        mpfr_fma(f->sum, e->J[j * f->rows + a], e->Y[b * f->nv + j], f->sum, MPFR_RNDN);
}

/* Whether J_a S J_b^T is not zero beside the root of J_a S J_a^T J_b S J_b^T. */
static bool rows_feel(struct flight *f, const struct ref_elimination *e, int a, int b) {
    couple(f, e, a, a);
    mpfr_set(f->size, f->sum, MPFR_RNDN);
    couple(f, e, b, b);
    mpfr_mul(f->size, f->size, f->sum, MPFR_RNDN);
    mpfr_abs(f->size, f->size, MPFR_RNDN);
    mpfr_sqrt(f->size, f->size, MPFR_RNDN);
    couple(f, e, a, b);
    return !flight_vanishes(f, f->sum, f->size);
}

static int count_rows(const struct flight *f, int contact) {
    return flight_has_friction(f, contact) ? f->first[contact + 1] - f->first[contact]
                                           : 1;
}

static bool contacts_feel(struct flight *f, const struct ref_elimination *e, int i,
                          int k) {
    bool feel = false;
    for (int a = 0; a < count_rows(f, i); a++)
        for (int b = 0; b < count_rows(f, k); b++)
            feel = feel || rows_feel(f, e, f->first[i] + a, f->first[k] + b);
    return feel;
}

/* group[i] := the first contact of those that a chain joins with i, of those that bounce or
 * touch; -1: of the others. */
static void join(struct flight *f, const struct ref_elimination *e, int *group) {
    for (int i = 0; i < f->contacts; i++) {
        group[i] = dwindles(f, i) || f->closed[i] ? i : -1;
        for (int k = 0; k < i && group[i] >= 0; k++) {
            if (group[k] < 0 || group[k] == group[i] || !contacts_feel(f, e, i, k))
                continue;
            const int from = group[k] > group[i] ? group[k] : group[i],
                      to = group[k] > group[i] ? group[i] : group[k];
            for (int l = 0; l <= i; l++)
                if (group[l] == from)
                    group[l] = to;
        }
    }
}

/* Whether in a group several contacts bounce, not all of them struck now, and one that bounces
 * or touches rubs. */
static bool is_unknown(struct flight *f, const int *group, int which) {
    int count = 0;
    bool rubs = false, together = true;
    for (int i = 0; i < f->contacts; i++) {
        if (group[i] != which)
            continue;
        const bool ends = dwindles(f, i);
        count += ends;
        together = together && (!ends || flight_approaches(f, i));
        rubs = rubs || flight_has_friction(f, i);
    }
    return count > 1 && rubs && !together;
}

static enum ref_status look_at_groups(struct flight *f, const struct ref_elimination *e) {
    int *group = calloc((size_t)f->contacts + 1, sizeof *group);
    if (group == NULL)
        return REF_NO_MEMORY;
    join(f, e, group);
    bool unknown = false;
    for (int i = 0; i < f->contacts; i++)
        unknown = unknown || (group[i] == i && is_unknown(f, group, i));
    free(group);
    return unknown ? REF_ACCUMULATES : REF_OK;
}

static enum ref_status eliminate_and_look(struct flight *f,
                                          const struct flight_dense *d) {
    struct ref_elimination e;
    enum ref_status status = ref_elimination_init(&e, f->nv, f->rows, f->joints, f->work);
    if (status == REF_OK)
        status = ref_elimination_set(&e, vector_const(d->M), vector_const(d->J),
                                     vector_const(d->G));
    if (status == REF_OK)
        status = look_at_groups(f, &e);
    ref_elimination_clear(&e);
    return status;
}

enum ref_status flight_check_dwindling(struct flight *f) {
    struct flight_dense d;
    int count = 0;
    for (int i = 0; i < f->contacts; i++)
        count += dwindles(f, i);
    if (count < 2)
        return REF_OK;
    const enum ref_status status =
        flight_dense_make(f, &d) ? eliminate_and_look(f, &d) : REF_NO_MEMORY;
    room_clear(&d.room);
    return status;
}

bool flight_approaches(struct flight *f, int contact) {
    mpfr_srcptr speed = flight_at(f, f->speed, f->first[contact], 0);
    return f->closed[contact] && mpfr_sgn(speed) < 0 &&
           !flight_vanishes(f, speed, f->largest_speed);
}
