/* Passes of all kinds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/benchmarks/pass.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/allocations.h"
#include "harness/base/message.h"

static const struct pass_kind *find_kind(const struct workload *w) {
    return w->kernel == NULL                      ? &pass_of_steps
           : strcmp(w->kernel, PASS_LANES) == 0   ? &pass_of_lanes
           : strcmp(w->kernel, PASS_KEPT) == 0    ? &pass_of_pair
           : strcmp(w->kernel, PASS_BY_HAND) == 0 ? &pass_of_hand
                                                  : &pass_of_kernel;
}

int pass_open(struct pass *p, const struct workload *workload, struct diagnostic *d) {
    p->kind = find_kind(workload);
    p->run = p->kind->run;
    p->self = calloc(1, p->kind->size);
    if (p->self == NULL)
        return message_set(d, "out of memory");
    const int failed = p->kind->open(p->self, workload, d);
    if (failed)
        pass_close(p);
    return failed ? -1 : 0;
}

void pass_close(struct pass *p) {
    if (p->self != NULL)
        p->kind->close(p->self);
    free(p->self);
    p->self = NULL;
}

int pass_count(const struct pass *p, json_t *into, struct diagnostic *d) {
    if (p->kind->count != NULL)
        return p->kind->count(p->self, into, d);
    const struct allocations before = allocations_so_far();
    const int failed = p->run(p->self);
    const struct allocations after = allocations_so_far();
    if (failed) {
        p->kind->why(p->self, d);
        return -1;
    }
    pass_tell_allocations(into, before, after);
    return p->kind->tell(p->self, into) ? message_set(d, "out of memory") : 0;
}
