/* The measurement of a model in one process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_MEASUREMENT_H
#define HARNESS_TIMING_MEASUREMENT_H

#include "harness/speed/measure/timing.h"

/* One model in one process. Contestants: the cases, the kernels set by set, the ruler. */
struct timing_measurement {
    const struct timing_plan *plan;
    struct binding *binding;
    int nx, rounds;
    double begin, *start; /* [nx] */
    struct timing_counts *counts;
    struct timing_case *cases;
    struct timing_kernel_work *kernels; /* [kernel_sets * TIMING_KERNELS] */
    struct contest contest;
    unsigned long ruler;
    void *shift; /* moves what is allocated after it */
};

/* As timing_measure returns it. */
json_t *timing_describe(const struct timing_measurement *w);

#endif
