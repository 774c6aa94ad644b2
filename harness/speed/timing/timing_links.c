/* One length of the chain of rods in one process, its masses in Cartesian coordinates: steps
 * of the Runge-Kutta-Merson method, projected when it is needed and after every step. Each run
 * begins anew; beginning is a projection and an evaluation, and a step is four or five.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/allocations.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/bind/bind_joints.h"
#include "harness/integrators/initial.h"
#include "harness/speed/timing/study_timing.h"

/* Waves run through the longest chain at 2 sqrt(T / (m l)) < 800 rad/s, T the tension that
 * carries all of it: they turn by 0.2 in a step. */
static const double step = 1.0 / 4096;
enum { steps_in_run = 16, variants = 2 };

static const double block_ns = 200e3;

struct links_run {
    mechanical *integrator;
    enum mechanical_projection projection;
    double begin, bytes;
    const double *start;
};

static int run(void *self, long times) {
    const struct links_run *c = self;
    enum fast_status status = FAST_OK;
    for (long i = 0; i < times && status == FAST_OK; i++) {
        status = mechanical_start(c->integrator, c->begin, c->start);
        if (status == FAST_OK)
            status = mechanical_run(c->integrator, c->begin + steps_in_run * step);
    }
    return status == FAST_OK ? 0 : -1;
}

static int open_run(struct links_run *c, const struct mechanical_system *system,
                    struct diagnostic *d) {
    struct mechanical_options options = mechanical_default_options();
    options.method = MECHANICAL_RUNGE_KUTTA_MERSON;
    options.fixed_step = step;
    options.projection = c->projection;
    const double before = allocations_so_far().bytes;
    enum fast_status status = mechanical_alloc(&c->integrator, system, &options);
    c->bytes = allocations_so_far().bytes - before;
    return status == FAST_OK ? 0 : message_set(d, "%s", fast_status_text(status));
}

static json_t *describe(struct links_run *c, const double *ns, int rounds,
                        struct diagnostic *d) {
    const struct allocations before = allocations_so_far();
    if (run(c, 1)) {
        message_set(d, "the chain's steps fail");
        return json_null();
    }
    const long calls = allocations_so_far().calls - before.calls;
    const struct mechanical_statistics *s = mechanical_statistics(c->integrator);
    return json_pack("{s:s, s:o, s:f, s:f, s:f, s:f, s:f, s:f}", "variant",
                     c->projection == MECHANICAL_LAZY ? "lazy" : "every-step", "ns",
                     json_number(rounds_median(ns, rounds)), "bytes", c->bytes, "steps",
                     (double)s->steps_taken, "evaluations", (double)s->realizations,
                     "iterations", (double)(s->q_projections + s->u_projections),
                     "factorizations", (double)s->factorizations, "allocations",
                     (double)calls);
}

static json_t *measure(struct links_run *links, int rounds, unsigned long seed,
                       struct diagnostic *d) {
    const struct rounds how = {
        stopwatch_of_machine(), rounds, 1, block_ns, block_ns, rounds};
    struct contestant contestant[variants];
    double *ns = calloc((size_t)variants * (size_t)rounds, sizeof *ns);
    gsl_rng *generator = gsl_rng_alloc(gsl_rng_taus2);
    json_t *found = json_array();
    for (int i = 0; i < variants && ns != NULL && generator != NULL; i++)
        contestant[i] = (struct contestant){.work = {run, &links[i]},
                                            .units = steps_in_run,
                                            .ns = ns + (size_t)i * (size_t)rounds};
    if (ns != NULL && generator != NULL) {
        gsl_rng_set(generator, seed);
        rounds_run(&how, variants, contestant, generator);
        for (int i = 0; i < variants; i++)
            json_array_append_new(found,
                                  describe(&links[i], contestant[i].ns, rounds, d));
    }
    if (generator != NULL)
        gsl_rng_free(generator);
    free(ns);
    return found;
}

json_t *timing_links_measure(struct model *m, const struct timing_effort *effort,
                             unsigned long seed, struct diagnostic *d) {
    struct links_run links[variants] = {{.projection = MECHANICAL_LAZY},
                                        {.projection = MECHANICAL_EVERY_STEP}};
    struct bind_joints *binding = NULL;
    double begin, *start = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *start);
    int failed = start == NULL || bind_joints_alloc(&binding, m, false) != PROBLEM_OK
                     ? message_set(d, "out of memory")
                     : initial_in_double(m, &begin, start, d);
    for (int i = 0; i < variants && !failed; i++) {
        links[i].begin = begin;
        links[i].start = start;
        failed = open_run(&links[i], bind_joints_system(binding), d);
    }
    json_t *found = failed ? NULL
                           : json_pack("{s:i, s:o}", "masses", m->joints, "variants",
                                       measure(links, effort->chain_rounds, seed, d));
    for (int i = 0; i < variants; i++)
        mechanical_free(links[i].integrator);
    bind_joints_free(binding);
    free(start);
    return found;
}
