/* CVODE, ARKODE and IDA where SUNDIALS is not installed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/speed/benchmarks/peer_base.h"

static int refuse(const struct peer_wish *wish, struct diagnostic *d) {
    message_set(d,
                "%s is not built in: install SUNDIALS 6.4 (Debian, Ubuntu: "
                "libsundials-dev) and build anew",
                wish->method);
    return SUBJECT_MISSING;
}

int peer_open_cvode(struct subject *s, struct model *m, const struct peer_wish *wish,
                    struct diagnostic *d) {
    (void)s;
    (void)m;
    return refuse(wish, d);
}

int peer_open_arkode(struct subject *s, struct model *m, const struct peer_wish *wish,
                     struct diagnostic *d) {
    (void)s;
    (void)m;
    return refuse(wish, d);
}

int peer_open_ida(struct subject *s, struct model *m, const struct peer_wish *wish,
                  struct diagnostic *d) {
    (void)s;
    (void)m;
    return refuse(wish, d);
}

const char *peer_version_sundials(void) {
    return NULL;
}
