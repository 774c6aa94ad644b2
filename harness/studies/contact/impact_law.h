/* The laws of impact at a few contacts, by enumeration: what an impact has to come to, in the
 * space of the contacts' velocities u and impulses r,
 *
 *     u1 = u0 + W r,   W = J M^-1 J^T,   r . (u0 + u1) / 2 = T1 - T0 where obstacles rest
 *
 * without sliding directions, or with one each. Every state of every contact is tried: open or
 * closed, sticking or sliding either way; dense elimination, no iteration.
 *
 *     compression  Signorini and Coulomb from u0
 *     Poisson      then e_i r_i in expansion of those that approached, and again from there,
 *                  with the discs of friction that these impulses give; where that makes
 *                  energy, s <= 1 times as much, so that what is imposed makes none
 *     Newton       u_n + e_i u0_n in the place of u_n; and, capped, back on the way to there
 *     sequential   the same over and over at the contacts that approach, each round one pair
 *
 * Sources: F. Pfeiffer, C. Glocker, Multibody Dynamics with Unilateral Contacts (1996), 8; R.
 * Seifried, W. Schiehlen, P. Eberhard, Proc. IMechE K 224 (2010) 307 on sequences.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_IMPACT_LAW_H
#define HARNESS_IMPACT_LAW_H

#include "fast/contact.h"
#include "harness/studies/contact/impact_states.h"

struct impact_answer {
    double u[IMPACT_ROWS], r[IMPACT_ROWS]; /* after, and of all rounds together */
    double energy;                         /* r . (u0 + u1) / 2 */
    int rounds;
    bool is_unique; /* no other state solves the laws with other velocities */
};

/* False: no state of the contacts satisfies the laws, or there are too many to try. */
bool impact_find(const struct impact *impact, enum contact_restitution law, bool in_turn,
                 struct impact_answer *answer);

#endif
