/* The names of peers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/peers/peer.h"

const char *peer_name(int peer) {
    static const char *const NAME[] = {"gsl-rk1imp", "gsl-msbdf", "cvode-bdf"};
    return NAME[peer];
}
