/* Peers by number.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/peers/peer.h"

#include "harness/integrators/peers/peer_system.h"

int peer_open(struct subject *s, int peer, struct model *m,
              const struct peer_options *options, struct diagnostic *d) {
    if (subject_check_model(m, peer_name(peer), false, false, d))
        return SUBJECT_REFUSED;
    if (peer == PEER_CVODE_BDF)
        return peer_cvode_open(s, m, options, d);
    return peer_gsl_open(s, (enum peer)peer, m, options, d);
}
