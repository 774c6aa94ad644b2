/* Limits of a solution that may be without end: the steps between two times that are told, and
 * the time that passes. They are looked at before each step, so that what has been reached is
 * there: the state and the times told before.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SOLVE_LIMIT_H
#define HARNESS_SOLVE_LIMIT_H

#include "ref/status.h"

struct method_settings; /* harness/integrators/methods/method.h */

struct solve_limit {
    long most, steps;      /* 0: no limit; since the last time was told */
    int told;              /* how many times have been */
    double seconds, began; /* NaN: no limit */
    char why[96];          /* after solve_limit_check; "": no limit is reached */
};

/* Begins now. */
struct solve_limit solve_limit_start(const struct method_settings *settings);

/* Before another step, `told` times having been told: REF_OK, REF_TOO_LONG or
 * REF_OUT_OF_TIME. */
enum ref_status solve_limit_check(struct solve_limit *l, int told);

/* Why a run has ended so: the limit, or what the status says; NULL: at its end. */
const char *solve_limit_text(const struct solve_limit *l, enum ref_status status);

#endif
