/* One attempt at a probe's steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MEASURE_ATTEMPT_H
#define HARNESS_MEASURE_ATTEMPT_H

#include <stdbool.h>

#include "harness/fingerprint/measure/measure.h"

/* x[nx] := the state after the steps, e[nx] := the last one's estimate, in which case
 * *has_estimate is true. */
struct measure_end {
    mpfr_t *x, *e;
    bool has_estimate;
};

enum measure_status {
    MEASURE_OK,
    MEASURE_AGAIN, /* the step failed: a shorter one may succeed */
    MEASURE_FAILED /* there is no use in trying */
};

/* By the integrator in double; by the reference. *d says why it is not MEASURE_OK. */
enum measure_status measure_in_double(struct measure_end *end, const struct bench *b,
                                      struct model *m, const struct probe *p,
                                      struct diagnostic *d);
enum measure_status measure_by_reference(struct measure_end *end, const struct bench *b,
                                         struct model *m, const struct probe *p,
                                         struct diagnostic *d);

#endif
