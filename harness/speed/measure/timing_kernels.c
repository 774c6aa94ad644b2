/* The kernels of a step, each alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "fast/kernels.h"
#include "harness/base/message.h"
#include "harness/speed/measure/timing.h"

const char *timing_kernel_name(enum timing_kernel kernel) {
    static const char *const names[TIMING_KERNELS] = {"rates", "map", "jacobian",
                                                      "factor", "solve"};
    return names[kernel];
}

double timing_kernel_count(const struct timing_counts *counts,
                           enum timing_kernel kernel) {
    switch (kernel) {
    case TIMING_RATES: return counts->evaluations - counts->jacobian_evaluations;
    case TIMING_MAP: return counts->maps;
    case TIMING_JACOBIAN: return counts->jacobians;
    case TIMING_FACTOR: return counts->factors;
    case TIMING_SOLVE: return counts->solves;
    case TIMING_KERNELS: break;
    }
    return 0;
}

/* Zero, but not for the compiler: it ties an argument to a result without changing it. */
static volatile double nothing = 0;

/* So many components of the argument are tied, each to one of the result: f may depend on any
 * of them. In larger systems it is not a result's delay that takes the time. */
enum { most_tied = 16 };

static int run_rates(const struct timing_kernel_work *w, long times) {
    const double zero = nothing;
    const int ny = w->nx - w->nq, tied = w->nx < most_tied ? w->nx : most_tied;
    for (long i = 0; i < times; i++) {
        if (pair_kernel_rates(w->integrator, w->x, w->result) != FAST_OK)
            return -1;
        for (int k = 0; k < tied; k++)
            w->x[k] = w->start[k] + zero * w->result[k < w->nq ? k % ny : k - w->nq];
    }
    return 0;
}

static int run_map(const struct timing_kernel_work *w, long times) {
    const double zero = nothing;
    double *v = &w->x[w->nq], untied = w->start[w->nq];
    for (long i = 0; i < times; i++) {
        if (pair_kernel_map(w->integrator, w->x, v, w->result) != FAST_OK)
            return -1;
        *v = untied + zero * w->result[0];
    }
    return 0;
}

static int run_solve(const struct timing_kernel_work *w, long times) {
    const double zero = nothing;
    for (long i = 0; i < times; i++) {
        pair_kernel_solve(w->integrator, w->x, w->result);
        w->x[0] = w->start[0] + zero * w->result[w->unknowns - 1];
    }
    return 0;
}

int timing_kernel_run(void *self, long times) {
    const struct timing_kernel_work *w = self;
    if (w->kernel == TIMING_RATES)
        return run_rates(w, times);
    if (w->kernel == TIMING_MAP)
        return run_map(w, times);
    if (w->kernel == TIMING_SOLVE)
        return run_solve(w, times);
    for (long i = 0; i < times; i++) {
        enum fast_status status =
            w->kernel == TIMING_JACOBIAN
                ? pair_kernel_jacobian(w->integrator, w->h, w->rates)
                : pair_kernel_factor(w->integrator, w->h);
        if (status != FAST_OK)
            return -1;
    }
    return 0;
}

static int make_room(struct timing_kernel_work *w, const double *start) {
    size_t size = (size_t)w->nx + 1;
    w->x = calloc(size, sizeof *w->x);
    w->start = calloc(size, sizeof *w->start);
    w->result = calloc(size, sizeof *w->result);
    w->rates = calloc(size, sizeof *w->rates);
    if (w->x == NULL || w->start == NULL || w->result == NULL || w->rates == NULL)
        return -1;
    memcpy(w->x, start, (size_t)w->nx * sizeof *w->x);
    memcpy(w->start, start, (size_t)w->nx * sizeof *w->start);
    return 0;
}

static enum fast_status prepare(const struct timing_kernel_work *w) {
    enum fast_status status = pair_kernel_rates(w->integrator, w->start, w->rates);
    if (status == FAST_OK)
        status = pair_kernel_jacobian(w->integrator, w->h, w->rates);
    return status == FAST_OK ? pair_kernel_factor(w->integrator, w->h) : status;
}

int timing_kernel_open(struct timing_kernel_work *w, enum timing_kernel kernel,
                       const struct timing_setting *setting,
                       const struct integrator_system *system, double begin,
                       const double *start, struct diagnostic *d) {
    struct timing_case c;
    if (timing_case_open(&c, setting, system, begin, start, d))
        return -1;
    const double *middle = pair_state(c.integrator);
    *w = (struct timing_kernel_work){.kernel = kernel,
                                     .integrator = c.integrator,
                                     .nq = system->nq,
                                     .nv = system->nv,
                                     .nx = system->nq + system->nv + system->nz,
                                     .unknowns = pair_kernel_unknowns(c.integrator),
                                     .h = setting->h};
    enum fast_status status = FAST_NO_MEMORY;
    if (make_room(w, middle) == 0)
        status = prepare(w);
    if (status == FAST_OK)
        return 0;
    timing_kernel_close(w);
    return message_set(d, "the %s cannot be timed: %s", timing_kernel_name(kernel),
                       fast_status_text(status));
}

void timing_kernel_close(struct timing_kernel_work *w) {
    pair_free(w->integrator);
    free(w->x);
    free(w->start);
    free(w->result);
    free(w->rates);
    *w = (struct timing_kernel_work){.kernel = w->kernel};
}
