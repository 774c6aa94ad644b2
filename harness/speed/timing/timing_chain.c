/* One length of a chain, or one height of a stack, in one process. Each run begins anew, so that
 * forming and factoring matrices, the first projection and the first solve, which has nothing to
 * begin with, are in its time; what one step costs is a run's time over its steps.
 *
 *     springs    velocity-implicit Euler, the Jacobian by differences and from exact derivatives
 *     rods       Runge-Kutta-Merson with joints, projected when it is needed and after every step
 *     stacks     the stepper with contacts in default mode, at rest
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/allocations.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/speed/timing/study_timing.h"
#include "harness/speed/timing/timing_chain.h"

static const double block_ns = 200e3;

static const struct timing_chain_kind *kind_of(const struct model *m) {
    return m->contacts > 0 ? &timing_stacks
           : m->joints > 0 ? &timing_rods
                           : &timing_springs;
}

static int variants_of(const struct timing_chain_kind *kind) {
    return kind->variant[1] != NULL ? 2 : 1;
}

double timing_chain_step(const struct model *m) {
    return kind_of(m)->step;
}

static json_t *describe(const struct timing_chain_kind *kind, int variant,
                        struct timing_chain_run *run, const struct contestant *its,
                        int rounds, struct diagnostic *d) {
    const struct allocations before = allocations_so_far();
    if (kind->run(run, 1)) {
        message_set(d, "the chain's steps fail");
        return json_null();
    }
    const long calls = allocations_so_far().calls - before.calls;
    json_t *counts = kind->count(run->integrator);
    json_t *found =
        json_pack("{s:s, s:o, s:f}", "variant", kind->variant[variant], "ns",
                  json_number(rounds_median(its->ns, rounds)), "bytes", run->bytes);
    json_object_update(found, counts);
    json_decref(counts);
    json_object_set_new(found, "allocations", json_real((double)calls));
    return found;
}

static json_t *measure(const struct timing_chain_kind *kind,
                       struct timing_chain_run *runs, int rounds, unsigned long seed,
                       struct diagnostic *d) {
    const struct rounds how = {
        stopwatch_of_machine(), rounds, 1, block_ns, block_ns, rounds};
    struct contest contest;
    json_t *found = json_array();
    if (contest_open(&contest, TIMING_CHAIN_VARIANTS, rounds, seed) == 0) {
        for (int i = 0; i < variants_of(kind); i++)
            contest_add(&contest, kind->run, &runs[i], kind->steps);
        contest_run(&contest, &how);
        for (int i = 0; i < variants_of(kind); i++)
            json_array_append_new(
                found, describe(kind, i, &runs[i], &contest.contestant[i], rounds, d));
    }
    contest_close(&contest);
    return found;
}

static int open_run(const struct timing_chain_kind *kind, struct timing_chain_run *run,
                    const void *binding, int variant, struct diagnostic *d) {
    const double before = allocations_so_far().bytes;
    enum fast_status status = kind->open(&run->integrator, binding, variant);
    run->bytes = allocations_so_far().bytes - before;
    return status == FAST_OK ? 0 : message_set(d, "%s", fast_status_text(status));
}

json_t *timing_chain_measure(struct model *m, const struct timing_effort *effort,
                             unsigned long seed, struct diagnostic *d) {
    const struct timing_chain_kind *kind = kind_of(m);
    const int masses = m->contacts > 0 ? m->contacts : m->joints > 0 ? m->joints : m->nq;
    struct timing_chain_run runs[TIMING_CHAIN_VARIANTS] = {{.integrator = NULL}};
    void *binding = NULL;
    double begin, *start = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *start);
    int failed = start == NULL || kind->bind(&binding, m)
                     ? message_set(d, "out of memory")
                     : initial_in_double(m, &begin, start, d);
    for (int i = 0; i < variants_of(kind) && !failed; i++) {
        runs[i].begin = begin;
        runs[i].start = start;
        failed = open_run(kind, &runs[i], binding, i, d);
    }
    json_t *found = failed
                        ? NULL
                        : json_pack("{s:i, s:o}", "masses", masses, "variants",
                                    measure(kind, runs, effort->chain_rounds, seed, d));
    for (int i = 0; i < variants_of(kind); i++)
        kind->close(runs[i].integrator);
    kind->unbind(binding);
    free(start);
    return found;
}
