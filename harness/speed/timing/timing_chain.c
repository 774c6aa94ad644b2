/* One length of the chain of springs in one process: steps in the default mode, with the
 * Jacobian by differences and from exact derivatives. Each run begins anew, so that forming
 * and factoring matrices is in its time, and what one step costs is a run's time over its
 * steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/allocations.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/speed/timing/study_timing.h"

/* The chain's fastest oscillation, 2 sqrt(k/m), turns by 0.3 in a step: none is damped away
 * and Newton's iteration works alike at every length. */
static const double step = 1.0 / 128;
enum { steps_in_run = 8, variants = 2 };

static const double block_ns = 200e3;

struct chain_run {
    fast *integrator;
    enum fast_jacobian jacobian;
    double begin, bytes;
    const double *start;
};

static int run(void *self, long times) {
    const struct chain_run *c = self;
    enum fast_status status = FAST_OK;
    for (long i = 0; i < times && status == FAST_OK; i++) {
        status = fast_start(c->integrator, c->begin, c->start);
        if (status == FAST_OK)
            status = fast_run(c->integrator, c->begin + steps_in_run * step);
    }
    return status == FAST_OK ? 0 : -1;
}

static int open_run(struct chain_run *c, const struct fast_system *system,
                    struct diagnostic *d) {
    struct fast_options options = fast_default_options();
    options.fixed_step = true;
    options.max_step = step;
    options.jacobian = c->jacobian;
    double before = allocations_so_far().bytes;
    enum fast_status status = fast_alloc(&c->integrator, system, &options);
    c->bytes = allocations_so_far().bytes - before;
    return status == FAST_OK ? 0 : message_set(d, "%s", fast_status_text(status));
}

static json_t *describe(struct chain_run *c, const double *ns, int rounds,
                        struct diagnostic *d) {
    struct allocations before = allocations_so_far();
    if (run(c, 1)) {
        message_set(d, "the chain's steps fail");
        return json_null();
    }
    long calls = allocations_so_far().calls - before.calls;
    const struct fast_statistics *s = fast_statistics(c->integrator);
    return json_pack("{s:s, s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "variant",
                     c->jacobian == FAST_EXACT ? "exact" : "forward", "ns",
                     json_number(rounds_median(ns, rounds)), "bytes", c->bytes, "steps",
                     (double)s->steps_taken, "evaluations", (double)s->derivative_evals,
                     "iterations", (double)s->newton_iters, "jacobians",
                     (double)s->jacobian_evals, "factorizations",
                     (double)s->factorizations, "allocations", (double)calls);
}

static json_t *measure(struct chain_run *chain, int rounds, unsigned long seed,
                       struct diagnostic *d) {
    const struct rounds how = {
        stopwatch_of_machine(), rounds, 1, block_ns, block_ns, rounds};
    struct contestant contestant[variants];
    double *ns = calloc((size_t)variants * (size_t)rounds, sizeof *ns);
    gsl_rng *generator = gsl_rng_alloc(gsl_rng_taus2);
    json_t *found = json_array();
    for (int i = 0; i < variants && ns != NULL && generator != NULL; i++)
        contestant[i] = (struct contestant){.work = {run, &chain[i]},
                                            .units = steps_in_run,
                                            .ns = ns + (size_t)i * (size_t)rounds};
    if (ns != NULL && generator != NULL) {
        gsl_rng_set(generator, seed);
        rounds_run(&how, variants, contestant, generator);
        for (int i = 0; i < variants; i++)
            json_array_append_new(found,
                                  describe(&chain[i], contestant[i].ns, rounds, d));
    }
    if (generator != NULL)
        gsl_rng_free(generator);
    free(ns);
    return found;
}

json_t *timing_chain_measure(struct model *m, const struct timing_effort *effort,
                             unsigned long seed, struct diagnostic *d) {
    struct chain_run chain[variants] = {{.jacobian = FAST_FORWARD},
                                        {.jacobian = FAST_EXACT}};
    struct binding *binding = NULL;
    double begin, *start = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *start);
    int failed = start == NULL || bind_alloc(&binding, m, true) != PROBLEM_OK
                     ? message_set(d, "out of memory")
                     : initial_in_double(m, &begin, start, d);
    for (int i = 0; i < variants && !failed; i++) {
        chain[i].begin = begin;
        chain[i].start = start;
        failed = open_run(&chain[i], bind_system(binding), d);
    }
    json_t *found = failed ? NULL
                           : json_pack("{s:i, s:o}", "masses", m->nq, "variants",
                                       measure(chain, effort->chain_rounds, seed, d));
    for (int i = 0; i < variants; i++)
        fast_free(chain[i].integrator);
    bind_free(binding);
    free(start);
    return found;
}
