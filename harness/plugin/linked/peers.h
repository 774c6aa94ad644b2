/* Other people's integrators on our models, through their adapters (linked.h): the table of them.
 *
 *     gsl-rk1imp gsl-msbdf gsl-msadams gsl-rk8pd          GNU Scientific Library
 *     cvode-bdf cvode-adams ida-bdf                       SUNDIALS, multistep
 *     arkode-erk arkode-dirk                              SUNDIALS, Runge-Kutta: Dormand and
 *                                                         Prince's pair, and SDIRK_5_3_4
 *     simbody-semi-explicit-euler simbody-semi-explicit-euler-2 simbody-runge-kutta-merson
 *     simbody-contacts-plus simbody-contacts-pgs          its time stepper, on rows of bodies that
 *                                                         touch, by one solver or the other
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_PEERS_H
#define HARNESS_PLUGIN_PEERS_H

#include "harness/integrators/peers/peer.h"

/* A run in the peer's own loop. */
struct peer_request {
    const char *method;
    double step, accuracy; /* one is NaN: error control, or fixed steps */
    double tolerance;      /* of implicit equations in fixed steps */
    double length;
};

/* Whether it is a peer's name; its name, static, or NULL; its library's version, NULL where it is
 * not built in. Static. */
const char *peers_name(const char *method);
const char *peers_version(const char *method);

/* *s: the peer that a request names, a member of the table, as linked_open gives it, with runs
 * in its own loop; the caller frees it. Nonzero: SUBJECT_MISSING, not installed, and *d says how
 * it can be had; SUBJECT_REFUSED, SUBJECT_NO_MEMORY. */
int peers_open(struct subject *s, struct model *m, const struct peer_request *request,
               struct diagnostic *d);

/* peer_open (harness/integrators/peers/peer.h) is here, too. */

#endif
