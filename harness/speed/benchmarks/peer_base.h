/* What the peers of benchmark_peer.h share: the model, the state, and the members of a subject
 * that are the same for all.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PEER_BASE_H
#define HARNESS_PEER_BASE_H

#include "harness/integrators/peers/peer_system.h"

/* What a wish says. */
struct peer_wish {
    const char *method;
    double step, accuracy; /* one is NaN: error control, or fixed steps */
    double tolerance;      /* of implicit equations in fixed steps */
    double length;
};

/* The first member of each peer's own structure. */
struct peer_base {
    struct peer_system system;
    struct peer_wish wish;
    double t, *x; /* [nx] */
    long steps;
    struct diagnostic why;
};

/* Nonzero: SUBJECT_REFUSED or SUBJECT_NO_MEMORY, *d says why. Cleared in any case. */
int peer_base_init(struct peer_base *b, struct model *m, const struct peer_wish *wish,
                   struct diagnostic *d);
void peer_base_clear(struct peer_base *b);

/* Time and state := what is given, counters zero. */
void peer_base_begin(struct peer_base *b, double t, const double *x);

/* A subject whose self begins with a struct peer_base. */
struct subject peer_base_subject(struct peer_base *b,
                                 int (*start)(void *self, double t, const double *x),
                                 int (*run)(void *self, double h, double t_final),
                                 void (*free_self)(void *self));

/* The openers, as benchmark_peer_open wants them. Where the package is not there they say so. */
int peer_open_gsl(struct subject *s, struct model *m, const struct peer_wish *wish,
                  struct diagnostic *d);
int peer_open_cvode(struct subject *s, struct model *m, const struct peer_wish *wish,
                    struct diagnostic *d);
int peer_open_arkode(struct subject *s, struct model *m, const struct peer_wish *wish,
                     struct diagnostic *d);
int peer_open_ida(struct subject *s, struct model *m, const struct peer_wish *wish,
                  struct diagnostic *d);
int peer_open_simbody(struct subject *s, struct model *m, const struct peer_wish *wish,
                      struct diagnostic *d);

/* Versions; NULL where the package is not there. Static. */
const char *peer_version_gsl(void);
const char *peer_version_sundials(void);
const char *peer_version_simbody(void);

#endif
