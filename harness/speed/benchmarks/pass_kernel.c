/* One kernel of a step of implicit Euler's pair, called again and again. Each call's argument
 * depends on the result of the call before, as in a step: what is measured is how long a result
 * takes, not how many can be had at a time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/kernels.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/bind/bind.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/benchmarks/pass_pair.h"
#include "problems/model.h"

struct kernel {
    struct pair_pass pair; /* begun, with J and factors formed */
    enum pair_kernel kernel;
    int nq, nx, unknowns;
    double h;
    double *x, *start, *result; /* [nx] each */
    double *rates;              /* [nx] at the state */
};

const char *const pair_kernel_names[PAIR_KERNELS] = {"rates",  "map",   "jacobian",
                                                     "factor", "solve", "product"};

double pair_kernel_count(const json_t *counters, enum pair_kernel kernel) {
    static const char *const names[PAIR_KERNELS] = {"evaluations", "maps",   "jacobians",
                                                    "factors",     "solves", "products"};
    const double count = json_number_in(counters, names[kernel]);
    return kernel == PAIR_RATES
               ? count - json_number_in(counters, "evaluations_for_jacobian")
               : count;
}

/* Zero, but not for the compiler: it ties an argument to a result without changing it. */
static volatile double nothing = 0;

/* So many components of the argument are tied, each to one of the result: f may depend on any
 * of them. In larger systems it is not a result's delay that takes the time. */
enum { most_tied = 16 };

static int run_rates(const struct kernel *k) {
    const double zero = nothing;
    const int ny = k->nx - k->nq, tied = k->nx < most_tied ? k->nx : most_tied;
    for (int i = 0; i < PASS_KERNEL_CALLS; i++) {
        if (pair_kernel_rates(k->pair.integrator, k->x, k->result) != FAST_OK)
            return -1;
        for (int c = 0; c < tied; c++)
            k->x[c] = k->start[c] + zero * k->result[c < k->nq ? c % ny : c - k->nq];
    }
    return 0;
}

static int run_map(const struct kernel *k) {
    const double zero = nothing;
    double *v = &k->x[k->nq], untied = k->start[k->nq];
    for (int i = 0; i < PASS_KERNEL_CALLS; i++) {
        if (pair_kernel_map(k->pair.integrator, k->x, v, k->result) != FAST_OK)
            return -1;
        *v = untied + zero * k->result[0];
    }
    return 0;
}

static int run_solve(const struct kernel *k) {
    const double zero = nothing;
    for (int i = 0; i < PASS_KERNEL_CALLS; i++) {
        pair_kernel_solve(k->pair.integrator, k->x, k->result);
        k->x[0] = k->start[0] + zero * k->result[k->unknowns - 1];
    }
    return 0;
}

static int run_product(const struct kernel *k) {
    const double zero = nothing;
    const int ny = k->nx - k->nq;
    for (int i = 0; i < PASS_KERNEL_CALLS; i++) {
        if (pair_kernel_product(k->pair.integrator, k->x, k->result) != FAST_OK)
            return -1;
        k->x[0] = k->start[0] + zero * k->result[ny - 1];
    }
    return 0;
}

static int run_matrix(const struct kernel *k) {
    struct pair *integrator = k->pair.integrator;
    enum fast_status status = FAST_OK;
    for (int i = 0; i < PASS_KERNEL_CALLS && status == FAST_OK; i++)
        status = k->kernel == PAIR_JACOBIAN
                     ? pair_kernel_jacobian(integrator, k->h, k->rates)
                     : pair_kernel_factor(integrator, k->h);
    return status != FAST_OK;
}

static int run(void *self) {
    const struct kernel *k = self;
    switch (k->kernel) {
    case PAIR_RATES: return run_rates(k);
    case PAIR_MAP: return run_map(k);
    case PAIR_SOLVE: return run_solve(k);
    case PAIR_PRODUCT: return run_product(k);
    default: return run_matrix(k);
    }
}

static void why(void *self, struct diagnostic *d) {
    message_set(d, "the %s has failed",
                pair_kernel_names[((struct kernel *)self)->kernel]);
}

static int tell(void *self, json_t *into) {
    const struct kernel *k = self;
    json_object_set_new(into, "steps", json_integer(PASS_KERNEL_CALLS));
    return json_object_set_new(into, "end", json_numbers(k->result, k->nx));
}

static void close(void *self) {
    struct kernel *k = self;
    pair_pass_clear(&k->pair);
    free(k->x);
}

static int find_kernel(enum pair_kernel *kernel, const char *name, struct diagnostic *d) {
    for (int i = 0; i < PAIR_KERNELS; i++)
        if (strcmp(pair_kernel_names[i], name) == 0) {
            *kernel = (enum pair_kernel)i;
            return 0;
        }
    return message_set(d, "there is no kernel '%s'", name);
}

static int make_room(struct kernel *k, const double *state) {
    const size_t size = (size_t)k->nx;
    k->x = calloc(4 * size + 1, sizeof *k->x);
    if (k->x == NULL)
        return -1;
    k->start = k->x + size;
    k->result = k->start + size;
    k->rates = k->result + size;
    memcpy(k->x, state, size * sizeof *k->x);
    memcpy(k->start, state, size * sizeof *k->x);
    return 0;
}

static enum fast_status prepare(const struct kernel *k) {
    struct pair *integrator = k->pair.integrator;
    enum fast_status status = pair_kernel_rates(integrator, k->start, k->rates);
    if (status == FAST_OK)
        status = pair_kernel_jacobian(integrator, k->h, k->rates);
    return status == FAST_OK ? pair_kernel_factor(integrator, k->h) : status;
}

static int open(void *self, const struct workload *workload, struct diagnostic *d) {
    struct kernel *k = self;
    const struct model *m = workload->model;
    if (find_kernel(&k->kernel, workload->kernel, d))
        return -1;
    if (isnan(workload->step))
        return message_set(d, "a kernel needs a step");
    if (pair_pass_open(&k->pair, workload, d))
        return -1;
    if (k->kernel == PAIR_MAP && bind_system(k->pair.binding)->map == NULL)
        return message_set(d, "%s has no map: q' is v", m->name);
    k->nq = m->nq;
    k->nx = m->nq + m->nv + m->nz;
    k->unknowns = pair_kernel_unknowns(k->pair.integrator);
    k->h = workload->step;
    if (make_room(k, pair_state(k->pair.integrator)))
        return message_set(d, "out of memory");
    const enum fast_status status = prepare(k);
    return status == FAST_OK
               ? 0
               : message_set(d, "the %s cannot be timed: %s",
                             pair_kernel_names[k->kernel], fast_status_text(status));
}

const struct pass_kind pass_of_kernel = {
    sizeof(struct kernel), open, close, run, why, tell, NULL};
