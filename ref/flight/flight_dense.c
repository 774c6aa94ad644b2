/* Dense matrices at the state, for problems of velocities and impulses.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/flight/flight_dense.h"
#include "ref/vector.h"

static bool take_room(const struct flight *f, struct flight_dense *d) {
    d->M = room_numbers(&d->room, f->nv * f->nv, f->work);
    d->J = room_numbers(&d->room, f->rows * f->nv, f->work);
    d->G = room_numbers(&d->room, f->joints * f->nv, f->work);
    d->offset = room_numbers(&d->room, f->rows, f->work);
    d->joint_offset = room_numbers(&d->room, f->joints, f->work);
    d->v = room_numbers(&d->room, f->nv, f->work);
    d->known = room_numbers(&d->room, f->contacts, f->work);
    d->restitution = room_numbers(&d->room, f->contacts, f->work);
    d->friction = room_numbers(&d->room, f->contacts, f->work);
    return !d->room.is_short;
}

static void fill_joints(struct flight *f, struct flight_dense *d) {
    for (int j = 0; j < f->joints; j++)
        mpfr_set(d->joint_offset[j], eval_jet_output(f->joint.jet, j)[0], MPFR_RNDN);
    for (int e = 0; e < f->G.count; e++) {
        const int row = f->G.row[e], column = f->G.column[e];
        mpfr_srcptr entry = eval_jet_output(f->joint.jet, f->joints + e)[0];
        mpfr_set(d->G[column * f->joints + row], entry, MPFR_RNDN);
        mpfr_mul(f->sum, entry, flight_at(f, f->x, f->nq + column, 0), MPFR_RNDN);
        mpfr_sub(d->joint_offset[row], d->joint_offset[row], f->sum, MPFR_RNDN);
    }
}

static void fill(struct flight *f, struct flight_dense *d) {
    for (int e = 0; e < f->M.count; e++)
        mpfr_set(d->M[f->M.column[e] * f->nv + f->M.row[e]],
                 eval_jet_output(f->mass.jet, e)[0], MPFR_RNDN);
    for (int e = 0; e < f->J.count; e++)
        mpfr_set(d->J[f->J.row[e] * f->rows + f->J.column[e]],
                 eval_jet_output(f->contact.jet, f->contacts + f->rows + e)[0],
                 MPFR_RNDN);
    for (int r = 0; r < f->rows; r++)
        mpfr_set(d->offset[r], eval_jet_output(f->contact.jet, f->contacts + r)[0],
                 MPFR_RNDN);
    for (int j = 0; j < f->nv; j++)
        mpfr_set(d->v[j], flight_at(f, f->x, f->nq + j, 0), MPFR_RNDN);
    fill_joints(f, d);
}

bool flight_dense_make(struct flight *f, struct flight_dense *d) {
    *d = (struct flight_dense){.M = NULL};
    if (!take_room(f, d))
        return false;
    fill(f, d);
    return true;
}

struct ref_contact_problem flight_dense_problem(const struct flight *f,
                                                const struct flight_dense *d) {
    return (struct ref_contact_problem){
        .nv = f->nv,
        .contacts = f->contacts,
        .rows = f->rows,
        .joints = f->joints,
        .first = f->first,
        .M = vector_const(d->M),
        .J = vector_const(d->J),
        .G = vector_const(d->G),
        .v_free = vector_const(d->v),
        .offset = vector_const(d->offset),
        .joint_offset = vector_const(d->joint_offset),
        .friction = vector_const(d->friction),
        .known = vector_const(d->known),
        .takes_part = f->closed,
    };
}
