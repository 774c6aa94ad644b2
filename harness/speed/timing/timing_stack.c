/* One number of bodies of a stack at rest in one process: steps of the stepper with contacts in
 * default mode. Each run begins anew, so that the first solve, which has nothing to begin with, is
 * in its time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/allocations.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/bind/bind_contacts.h"
#include "harness/integrators/initial.h"
#include "harness/speed/timing/timing_contacts.h"

static const double block_ns = 200e3;
enum { steps_in_run = 64 };

struct stack_run {
    contact_stepper *stepper;
    double begin, bytes;
    const double *start;
};

static int run(void *self, long times) {
    const struct stack_run *s = self;
    enum fast_status status = FAST_OK;
    for (long i = 0; i < times && status == FAST_OK; i++) {
        status = contact_start(s->stepper, s->begin, s->start);
        for (int k = 0; k < steps_in_run && status == FAST_OK; k++)
            status = contact_step(s->stepper, timing_contact_step);
    }
    return status == FAST_OK ? 0 : -1;
}

static int open_run(struct stack_run *s, const struct contact_system *system,
                    struct diagnostic *d) {
    struct contact_options options = contact_default_options();
    options.fixed_step = timing_contact_step;
    const double before = allocations_so_far().bytes;
    enum fast_status status = contact_alloc(&s->stepper, system, &options);
    s->bytes = allocations_so_far().bytes - before;
    return status == FAST_OK ? 0 : message_set(d, "%s", fast_status_text(status));
}

static json_t *describe(struct stack_run *s, const double *ns, int rounds) {
    const struct allocations before = allocations_so_far();
    if (run(s, 1))
        return json_null();
    const long calls = allocations_so_far().calls - before.calls;
    const struct contact_statistics *its = contact_statistics(s->stepper);
    return json_pack("{s:s, s:o, s:f, s:f, s:f, s:f, s:f, s:f}", "variant", "default",
                     "ns", json_number(rounds_median(ns, rounds)), "bytes", s->bytes,
                     "steps", (double)its->steps_taken, "evaluations",
                     (double)its->rows_evals, "iterations", (double)its->iterations,
                     "factorizations", (double)its->factorizations, "allocations",
                     (double)calls);
}

static json_t *measure(struct stack_run *s, int rounds, unsigned long seed) {
    const struct rounds how = {
        stopwatch_of_machine(), rounds, 1, block_ns, block_ns, rounds};
    double *ns = calloc((size_t)rounds, sizeof *ns);
    gsl_rng *generator = gsl_rng_alloc(gsl_rng_taus2);
    json_t *found = json_array();
    if (ns != NULL && generator != NULL) {
        struct contestant one = {.work = {run, s}, .units = steps_in_run, .ns = ns};
        gsl_rng_set(generator, seed);
        rounds_run(&how, 1, &one, generator);
        json_array_append_new(found, describe(s, ns, rounds));
    }
    if (generator != NULL)
        gsl_rng_free(generator);
    free(ns);
    return found;
}

json_t *timing_stack_measure(struct model *m, const struct timing_effort *effort,
                             unsigned long seed, struct diagnostic *d) {
    struct stack_run s = {.stepper = NULL};
    struct bind_contacts *binding = NULL;
    double *start = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *start);
    s.start = start;
    int failed = start == NULL || bind_contacts_alloc(&binding, m) != PROBLEM_OK
                     ? message_set(d, "out of memory")
                     : initial_in_double(m, &s.begin, start, d);
    failed = failed || open_run(&s, bind_contacts_system(binding), d);
    json_t *found = failed ? NULL
                           : json_pack("{s:i, s:o}", "masses", m->contacts, "variants",
                                       measure(&s, effort->chain_rounds, seed));
    contact_free(s.stepper);
    bind_contacts_free(binding);
    free(start);
    return found;
}
