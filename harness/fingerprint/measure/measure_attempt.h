/* One attempt at a probe's steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MEASURE_ATTEMPT_H
#define HARNESS_MEASURE_ATTEMPT_H

#include <stdbool.h>

#include "harness/fingerprint/measure/probe.h"
#include "harness/results/study.h"

/* Where weights are measured: through study_open_subject in double, or at `bits` by the
 * reference's step (then open_subject is not used). */
struct bench {
    study_open_subject *open_subject;
    void *context;
    const struct subject_options *options; /* NULL: tight iterations, fresh Jacobians */
    /* "velocity-implicit-euler" or "implicit-euler"; others are left to the options. NULL: so,
     * too. */
    const char *method;
    mpfr_prec_t bits; /* of the reference; 0: double */
    /* If not NULL, := whether the last steps asked for in double failed in words, not by a
     * broken promise. */
    bool *gives_up;
};

/* The options that NULL stands for: fixed steps, the equations of the step solved to
 * rounding. */
struct subject_options measure_options(const char *method);

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
