/* What is asked of a study of peers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PEERS_REQUEST_H
#define HARNESS_PEERS_REQUEST_H

#include <stdbool.h>

struct catalogue;   /* problems/catalogue.h */
struct model_names; /* harness/session/models.h */
struct session;     /* harness/session/session.h */

struct peers_request {
    struct session *session;
    const struct catalogue *catalogue;
    const struct model_names *models; /* NULL: all rows */
    const char *python;               /* the program that runs Python's packages */
    bool quick;
    unsigned long seed;
    double seconds_limit; /* of one process */
};

#endif
