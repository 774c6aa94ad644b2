/* An integrator under some settings, and a pass or a run of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include <math.h>
#include <string.h>

#include "fast/kernels.h"
#include "harness/base/allocations.h"
#include "harness/base/message.h"
#include "harness/speed/measure/timing.h"

/* Passes until the matrices that are kept no longer come from the start. */
enum { passes_to_settle = 4 };

static struct integrator_options options_of(const struct timing_setting *s) {
    struct integrator_options options = pair_default_options();
    options.method = s->method;
    options.mode = s->mode;
    options.jacobian = s->jacobian;
    options.newton = s->newton;
    options.accuracy = s->accuracy;
    options.fixed_step = s->fixed;
    options.max_step = s->h;
    return options;
}

/* The integrator begun at the start, and one pass or run made. */
int timing_case_open(struct timing_case *c, const struct timing_setting *setting,
                     const struct integrator_system *system, double begin,
                     const double *start, struct diagnostic *d) {
    struct integrator_options options = options_of(setting);
    *c = (struct timing_case){setting, NULL, begin, start};
    enum fast_status status = pair_alloc(&c->integrator, system, &options);
    if (status == FAST_OK)
        status = pair_start(c->integrator, begin, start);
    if (status == FAST_OK)
        status = pair_run(c->integrator, begin + setting->length);
    if (status == FAST_OK)
        return 0;
    timing_case_close(c);
    return message_set(d, "%s", fast_status_text(status));
}

void timing_case_close(struct timing_case *c) {
    pair_free(c->integrator);
    c->integrator = NULL;
}

static enum fast_status run_once(const struct timing_case *c) {
    enum fast_status status = c->setting->fixed
                                  ? pair_set_state(c->integrator, c->begin, c->start)
                                  : pair_start(c->integrator, c->begin, c->start);
    return status == FAST_OK ? pair_run(c->integrator, c->begin + c->setting->length)
                             : status;
}

int timing_case_run(void *self, long times) {
    const struct timing_case *c = self;
    for (long i = 0; i < times; i++)
        if (run_once(c) != FAST_OK)
            return -1;
    return 0;
}

/* ---- Counting */

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

/* A settled pass, and what it has counted. */
static struct timing_counts count_pass(const struct timing_case *c,
                                       struct counting_system *system) {
    struct timing_counts counts = {.status = FAST_OK};
    for (int i = 0; i < passes_to_settle && counts.status == FAST_OK; i++)
        counts.status = run_once(c);
    system->maps = 0;
    pair_reset_statistics(c->integrator);
    const long solves = pair_kernel_solves(c->integrator);
    const long factors = pair_kernel_factorizations(c->integrator);
    struct allocations before = allocations_so_far();
    if (counts.status == FAST_OK)
        counts.status = run_once(c);
    counts.allocations = (double)(allocations_so_far().calls - before.calls);
    const struct pair_statistics *s = pair_statistics(c->integrator);
    counts.steps = (double)s->steps_taken;
    counts.evaluations = (double)s->derivative_evals;
    counts.jacobian_evaluations = (double)s->derivative_evals_for_jacobian;
    counts.jacobians = (double)s->jacobian_evals;
    counts.factorizations = (double)s->factorizations;
    counts.iterations = (double)s->newton_iters;
    counts.solves = (double)(pair_kernel_solves(c->integrator) - solves);
    counts.factors = (double)(pair_kernel_factorizations(c->integrator) - factors);
    counts.maps = (double)system->maps;
    return counts;
}

/* How often forming J once asks for N v. */
static double count_maps_of_jacobian(const struct timing_case *c,
                                     struct counting_system *system) {
    /* Of no consequence for the number, and there are so many rates. */
    const double *rates = pair_state(c->integrator);
    system->maps = 0;
    if (pair_set_state(c->integrator, c->begin, c->start) != FAST_OK ||
        pair_kernel_jacobian(c->integrator, c->setting->h, rates) != FAST_OK)
        return 0;
    return (double)system->maps;
}

struct timing_counts timing_count(const struct timing_setting *setting,
                                  const struct integrator_system *system, double begin,
                                  const double *start, struct diagnostic *d) {
    struct counting_system counting;
    struct timing_case c;
    count_in(&counting, system);
    struct timing_counts counts = {.status = FAST_NOT_STARTED};
    if (timing_case_open(&c, setting, &counting.outer, begin, start, d))
        return counts;
    counts = count_pass(&c, &counting);
    counts.maps -= counts.jacobians * count_maps_of_jacobian(&c, &counting);
    if (counts.status != FAST_OK)
        message_set(d, "%s", fast_status_text(counts.status));
    timing_case_close(&c);
    return counts;
}
