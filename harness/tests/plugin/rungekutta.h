/* Heun's method as a foreign integrator, with faults that can be switched on.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_RUNGEKUTTA_H
#define HARNESS_TESTS_RUNGEKUTTA_H

#include <stdbool.h>

struct diagnostic;      /* problems/base/status.h */
struct model;           /* problems/model.h */
struct subject;         /* harness/integrators/subject.h */
struct subject_options; /* harness/integrators/subject_options.h */

enum heun_fault {
    HEUN_RIGHT,
    HEUN_EULER,         /* the first stage alone: order 1 */
    HEUN_COEFFICIENT,   /* a weight is off by 1e-9 */
    HEUN_FORCE,         /* rates times 1 + 1e-4: order 0 */
    HEUN_OLD_TIME,      /* the second stage at the old time */
    HEUN_ESTIMATE,      /* the estimate is off by 1e-6 */
    HEUN_ESTIMATE_SIGN, /* and has the other sign */
    HEUN_SECOND_STEP,   /* steps after the first are off by 1e-9 */
    HEUN_COUNTER        /* a counter goes on after a start */
};

struct heun_options {
    enum heun_fault fault;
    bool without_estimate;
};

/* A subject, of the type study_open_subject; `context` is a struct heun_options. */
int heun_open(void *context, struct model *m, const struct subject_options *options,
              struct subject *s, struct diagnostic *d);

#endif
