/* `halfstep conditions` on other people's integrators: those whose iteration gives up where
 * accuracy is asked of it raise no alarm, and a slow one's study ends in time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/tests/halfstep.h"

#ifndef ADAPTER_CVODE
#define ADAPTER_CVODE NULL
#endif

/* What is printed, which the caller frees. */
static struct program_outcome study(const char *place, const char *options) {
    if (place == NULL)
        cr_skip_test("its package is not here (libsundials-dev)");
    return halfstep_run("conditions --json --integrator %s %s", place, options);
}

static void expect_no_alarm_of(const char *place, const char *options) {
    struct program_outcome o = study(place, options);
    cr_expect(o.status == 0, "%s: exit status %d: %s", options, o.status, o.out);
    cr_expect(strstr(o.out, "systems judged at accuracy") != NULL, "%s: %s", options,
              o.out);
}

Test(adapter_conditions, an_iteration_of_gsl_that_gives_up_is_judged_at_less_accuracy) {
    expect_no_alarm_of(ADAPTER_GSL, "--option stepper=msbdf --systems 21");
    expect_no_alarm_of(ADAPTER_GSL, "--option stepper=msadams --systems 21");
}

Test(adapter_conditions, an_iteration_of_cvode_that_gives_up_is_judged_at_less_accuracy) {
    expect_no_alarm_of(ADAPTER_CVODE, "--option lmm=bdf --systems 42");
}

/* How much of it is decided in that time depends on the machine: with nothing decided the exit
 * status is 1. */
Test(adapter_conditions, a_study_that_takes_too_long_tells_what_it_leaves_out) {
    struct program_outcome o =
        study(ADAPTER_GSL, "--option stepper=rk1imp --systems 100000 --time-limit 0.5");
    cr_expect(o.status == 0 || o.status == 1, "exit status %d: %s", o.status, o.out);
    cr_expect(strstr(o.out, "for want of time systems left out") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "could not be carried out") == NULL, "%s", o.out);
}
