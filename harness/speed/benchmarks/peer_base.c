/* What the peers have in common.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/benchmarks/peer_base.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"

int peer_base_init(struct peer_base *b, struct model *m, const struct peer_wish *wish,
                   struct diagnostic *d) {
    *b = (struct peer_base){.wish = *wish};
    int failed = peer_system_init(&b->system, m, LONG_MAX, d);
    if (failed != 0)
        return failed;
    b->x = calloc((size_t)b->system.nx + 1, sizeof *b->x);
    if (b->x != NULL)
        return 0;
    message_set(d, "out of memory");
    return SUBJECT_NO_MEMORY;
}

void peer_base_clear(struct peer_base *b) {
    peer_system_clear(&b->system);
    free(b->x);
    b->x = NULL;
}

void peer_base_begin(struct peer_base *b, double t, const double *x) {
    memcpy(b->x, x, (size_t)b->system.nx * sizeof *x);
    b->t = t;
    b->steps = 0;
    b->system.evaluations = b->system.jacobians = 0;
}

static const double *state(void *self) {
    return ((struct peer_base *)self)->x;
}

static double time_now(void *self) {
    return ((struct peer_base *)self)->t;
}

static void statistics(void *self, json_t *into) {
    const struct peer_base *b = self;
    peer_system_statistics(&b->system, b->steps, into);
}

static const char *why(void *self) {
    return ((struct peer_base *)self)->why.text;
}

struct subject peer_base_subject(struct peer_base *b,
                                 int (*start)(void *self, double t, const double *x),
                                 int (*run)(void *self, double h, double t_final),
                                 void (*free_self)(void *self)) {
    const int nq = b->system.nq, nv = b->system.nv;
    return (struct subject){.self = b,
                            .nq = nq,
                            .nv = nv,
                            .nz = b->system.nx - nq - nv,
                            .method = b->wish.method,
                            .start = start,
                            .run = run,
                            .state = state,
                            .time = time_now,
                            .statistics = statistics,
                            .why = why,
                            .free = free_self};
}
