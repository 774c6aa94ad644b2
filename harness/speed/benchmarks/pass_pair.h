/* Implicit Euler's pair as passes of the benchmark library: what its steps and its kernels share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARK_PASS_PAIR_H
#define HARNESS_BENCHMARK_PASS_PAIR_H

#include "fast/status.h"
#include "harness/integrators/methods/method.h"
#include "harness/speed/benchmarks/workload.h"

struct pair; /* fast/pair/base/internal.h */

/* The pair that a workload names, at the end of its first pass. */
struct pair_pass {
    struct binding *binding;
    struct method_settings settings;
    struct pair *integrator;
    double begin, end;
    const double *start; /* the workload's */
};

/* Cleared in any case. Nonzero: *d says why. */
int pair_pass_open(struct pair_pass *p, const struct workload *workload,
                   struct diagnostic *d);
void pair_pass_clear(struct pair_pass *p);

/* A pass of an integrator made for p. With fixed steps time and state alone are put back, so
 * that what it keeps is that of earlier passes; under error control it begins anew. */
enum fast_status pair_pass_run(const struct pair_pass *p, struct pair *integrator);

/* A kernel of the pair (fast/kernels.h); how often a pass with these counters (by the names of
 * pass.h) needs it. */
enum pair_kernel {
    PAIR_RATES,
    PAIR_MAP,
    PAIR_JACOBIAN,
    PAIR_FACTOR,
    PAIR_SOLVE,
    PAIR_PRODUCT,
    PAIR_KERNELS
};
extern const char *const pair_kernel_names[PAIR_KERNELS]; /* as a workload has them */
double pair_kernel_count(const json_t *counters, enum pair_kernel kernel);

#endif
