/* What is left of a motion that comes to rest: its energy, and what drives it (ebb.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_REST_EBB_H
#define REF_CROSSING_REST_EBB_H

#include "ref/crossing/balance.h"

struct crossing_ebb {
    const struct crossing_scene *s;
    arb_srcptr end; /* the last time asked for */
    arb_ptr box;    /* (t, x) of the set */
    arb_ptr
        lambda; /* lambda* of the contacts, lambda_j* of the joints (size contacts + joints) */
    arb_mat_t mass, inverse;
    arb_ptr speed; /* |v_j| at most (size nv) */
    arb_t phi;     /* 2 Phi at first, at most at all times in the end */
};

/* ---- ebb_energy.c. phi, mass and inverse := at the set; lambda := forces that balance there,
 * if `exact` those that do so in truth, else constants near them. False: there are none. */
bool crossing_ebb_find_energy(struct crossing_ebb *w, bool exact);

/* speed := |v_j| <= sqrt(phi (M^-1)_jj). */
void crossing_ebb_set_speeds(struct crossing_ebb *w);

/* way := what |q_i| changes by at most in the time `after`. */
enum ref_status crossing_ebb_bound_way(const struct crossing_ebb *w, int i,
                                       arb_srcptr after, arb_t way);

/* ---- ebb_drive.c. phi := at most until the end, where the forces lambda do not balance
 * exactly. False: no bound is found. */
bool crossing_ebb_bound_drive(struct crossing_ebb *w);

#endif
