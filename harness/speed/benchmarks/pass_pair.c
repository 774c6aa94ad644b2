/* Passes of the pair's steps, with what its kernels are called counted: what a step costs is held
 * against their sum.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/benchmarks/pass_pair.h"

#include <stdlib.h>

#include "fast/integrator.h"
#include "fast/kernels.h"
#include "harness/base/allocations.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/bind/bind.h"
#include "harness/integrators/subject.h"
#include "harness/speed/benchmarks/pass.h"

/* Passes until the matrices that are kept no longer come from the start. */
enum { passes_to_settle = 4 };

enum fast_status pair_pass_run(const struct pair_pass *p, struct pair *integrator) {
    const enum fast_status status = p->settings.subject.integrator.fixed_step
                                        ? pair_set_state(integrator, p->begin, p->start)
                                        : pair_start(integrator, p->begin, p->start);
    return status == FAST_OK ? pair_run(integrator, p->end) : status;
}

/* An integrator begun at the start, and a pass made. NULL: *d says why. */
static struct pair *make(const struct pair_pass *p,
                         const struct integrator_system *system, struct diagnostic *d) {
    struct integrator made = {NULL, NULL};
    enum fast_status status =
        integrator_of_pair(&made, system, &p->settings.subject.integrator);
    if (status == FAST_OK)
        status = pair_start(made.self, p->begin, p->start);
    if (status == FAST_OK)
        status = pair_run(made.self, p->end);
    if (status == FAST_OK)
        return made.self;
    pair_free(made.self);
    message_set(d, "%s", fast_status_text(status));
    return NULL;
}

int pair_pass_open(struct pair_pass *p, const struct workload *workload,
                   struct diagnostic *d) {
    enum integrator_method method;
    *p = (struct pair_pass){.begin = workload->begin,
                            .end = workload->begin + workload->length,
                            .start = workload->start};
    if (subject_method_find(&method, workload->method))
        return message_set(d, "kernels are those of implicit Euler's pair, not of '%s'",
                           workload->method);
    if (workload_settings(&p->settings, workload, d) ||
        subject_check_model(workload->model, workload->method, false, false, d))
        return -1;
    if (bind_alloc(&p->binding, workload->model, true) != PROBLEM_OK)
        return message_set(d, "out of memory");
    p->integrator = make(p, bind_system(p->binding), d);
    return p->integrator == NULL ? -1 : 0;
}

void pair_pass_clear(struct pair_pass *p) {
    pair_free(p->integrator);
    bind_free(p->binding);
    method_settings_clear(&p->settings);
    *p = (struct pair_pass){.integrator = NULL};
}

/* A system that counts how often N v is asked for, and passes everything on. */
struct counting_system {
    const struct integrator_system *inner;
    struct integrator_system outer;
    long maps;
};

static int count_rates(void *context, double t, const double *x, double *ydot) {
    struct counting_system *c = context;
    return c->inner->rates(c->inner->context, t, x, ydot);
}

static int count_map(void *context, const double *q, const double *v, double *qdot) {
    struct counting_system *c = context;
    c->maps++;
    return c->inner->map(c->inner->context, q, v, qdot);
}

static int count_jacobian(void *context, double t, const double *x, double *fq,
                          double *fy) {
    struct counting_system *c = context;
    return c->inner->jacobian(c->inner->context, t, x, fq, fy);
}

static int count_unmap(void *context, const double *q, const double *qdot, double *v) {
    struct counting_system *c = context;
    return c->inner->unmap(c->inner->context, q, qdot, v);
}

static void count_in(struct counting_system *c, const struct integrator_system *inner) {
    *c = (struct counting_system){.inner = inner, .outer = *inner};
    c->outer.context = c;
    c->outer.rates = count_rates;
    c->outer.map = inner->map == NULL ? NULL : count_map;
    c->outer.jacobian = inner->jacobian == NULL ? NULL : count_jacobian;
    c->outer.unmap = inner->unmap == NULL ? NULL : count_unmap;
}

/* How often forming J once asks for N v. */
static long count_maps_of_jacobian(const struct pair_pass *p, struct pair *integrator,
                                   struct counting_system *system) {
    /* Of no consequence for the number, and there are so many rates. */
    const double *rates = pair_state(integrator);
    const struct integrator_options *o = &p->settings.subject.integrator;
    system->maps = 0;
    if (pair_set_state(integrator, p->begin, p->start) != FAST_OK ||
        pair_kernel_jacobian(integrator, o->max_step, rates) != FAST_OK)
        return 0;
    return system->maps;
}

static void tell(json_t *into, const struct pair_statistics *s, long solves,
                 long products, long factors, long maps) {
    const struct {
        const char *name;
        long count;
    } counted[] = {{"steps", s->steps_taken},
                   {"evaluations", s->derivative_evals},
                   {"evaluations_for_jacobian", s->derivative_evals_for_jacobian},
                   {"jacobians", s->jacobian_evals},
                   {"factorizations", s->factorizations},
                   {"iterations", s->newton_iters},
                   {"solves", solves},
                   {"products", products},
                   {"factors", factors},
                   {"maps", maps}};
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        json_object_set_new(into, counted[i].name, json_integer(counted[i].count));
}

/* A settled pass of an integrator of its own. */
static int count_pass(const struct pair_pass *p, struct pair *integrator,
                      struct counting_system *system, json_t *into,
                      struct diagnostic *d) {
    enum fast_status status = FAST_OK;
    for (int i = 0; i < passes_to_settle && status == FAST_OK; i++)
        status = pair_pass_run(p, integrator);
    system->maps = 0;
    pair_reset_statistics(integrator);
    const long solves = pair_kernel_solves(integrator);
    const long products = pair_kernel_products(integrator);
    const long factors = pair_kernel_factorizations(integrator);
    const struct allocations before = allocations_so_far();
    if (status == FAST_OK)
        status = pair_pass_run(p, integrator);
    const struct allocations after = allocations_so_far();
    if (status != FAST_OK)
        return message_set(d, "%s", fast_status_text(status));
    const struct pair_statistics s = *pair_statistics(integrator);
    const long solved = pair_kernel_solves(integrator) - solves;
    const long multiplied = pair_kernel_products(integrator) - products;
    const long factored = pair_kernel_factorizations(integrator) - factors;
    const long maps = system->maps;
    json_object_set_new(
        into, "end",
        json_numbers(pair_state(integrator),
                     system->outer.nq + system->outer.nv + system->outer.nz));
    tell(into, &s, solved, multiplied, factored,
         maps - s.jacobian_evals * count_maps_of_jacobian(p, integrator, system));
    pass_tell_allocations(into, before, after);
    return 0;
}

static int count(void *self, json_t *into, struct diagnostic *d) {
    const struct pair_pass *p = self;
    struct counting_system system;
    count_in(&system, bind_system(p->binding));
    struct pair *integrator = make(p, &system.outer, d);
    const int failed =
        integrator == NULL ? -1 : count_pass(p, integrator, &system, into, d);
    pair_free(integrator);
    return failed;
}

static int run(void *self) {
    const struct pair_pass *p = self;
    return pair_pass_run(p, p->integrator) != FAST_OK;
}

static void close(void *self) {
    pair_pass_clear(self);
}

static int open(void *self, const struct workload *workload, struct diagnostic *d) {
    return pair_pass_open(self, workload, d);
}

const struct pass_kind pass_of_pair = {
    sizeof(struct pair_pass), open, close, run, NULL, NULL, count};
