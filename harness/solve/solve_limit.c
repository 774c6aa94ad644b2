/* Limits of a solution.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/solve/solve_limit.h"

#include <math.h>
#include <stdio.h>

#include "harness/base/stopwatch.h"
#include "harness/integrators/methods/method.h"

struct solve_limit solve_limit_start(const struct method_settings *settings) {
    return (struct solve_limit){.most = settings->step_limit,
                                .seconds = settings->time_limit,
                                .began = stopwatch_seconds()};
}

enum ref_status solve_limit_check(struct solve_limit *l, int told) {
    if (told != l->told)
        l->steps = 0;
    l->told = told;
    if (l->most > 0 && l->steps >= l->most) {
        snprintf(l->why, sizeof l->why,
                 "the limit of steps is reached: step-limit is %ld", l->most);
        return REF_TOO_LONG;
    }
    l->steps++;
    if (isnan(l->seconds) || stopwatch_seconds() - l->began < l->seconds)
        return REF_OK;
    snprintf(l->why, sizeof l->why, "the limit of time is reached: time-limit is %g s",
             l->seconds);
    return REF_OUT_OF_TIME;
}

const char *solve_limit_text(const struct solve_limit *l, enum ref_status status) {
    if (status == REF_OK)
        return NULL;
    return l->why[0] != '\0' ? l->why : ref_status_text(status);
}
