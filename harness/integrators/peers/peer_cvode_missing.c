/* CVODE where SUNDIALS is not installed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/integrators/peers/peer_system.h"

int peer_cvode_open(struct subject *s, struct model *m,
                    const struct peer_options *options, struct diagnostic *d) {
    (void)s;
    (void)m;
    (void)options;
    message_set(d, "CVODE is not built in: install SUNDIALS 6 (Debian, Ubuntu: "
                   "libsundials-dev) and build anew");
    return SUBJECT_REFUSED;
}
