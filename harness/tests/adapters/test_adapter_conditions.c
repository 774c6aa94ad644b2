/* `halfstep conditions` on other people's integrators: those whose iteration gives up where accuracy is asked
 * of it raise no alarm, and a slow one's study ends in time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/tests/program.h"

#ifndef ADAPTER_CVODE
#define ADAPTER_CVODE NULL
#endif

/* What is printed, which the caller frees; the exit status is to be 0. */
static struct program_outcome study(const char *place, const char *options) {
    char line[1024];
    if (place == NULL)
        cr_skip_test("its package is not here (libsundials-dev)");
    snprintf(line, sizeof line, "conditions --json --integrator %s %s", place, options);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == 0, "%s: exit status %d: %s", options, o.status, o.out);
    return o;
}

static void expect_no_alarm_of(const char *place, const char *options) {
    struct program_outcome o = study(place, options);
    cr_expect(strstr(o.out, "systems judged at accuracy") != NULL, "%s: %s", options,
              o.out);
    program_clear(&o);
}

Test(adapter_conditions, an_iteration_of_gsl_that_gives_up_is_judged_at_less_accuracy) {
    expect_no_alarm_of(ADAPTER_GSL, "--option stepper=msbdf --systems 42");
    expect_no_alarm_of(ADAPTER_GSL, "--option stepper=msadams --systems 21");
}

Test(adapter_conditions, an_iteration_of_cvode_that_gives_up_is_judged_at_less_accuracy) {
    expect_no_alarm_of(ADAPTER_CVODE, "--option lmm=bdf --systems 42");
}

Test(adapter_conditions, a_study_that_takes_too_long_tells_what_it_leaves_out) {
    struct program_outcome o =
        study(ADAPTER_GSL, "--option stepper=rk1imp --systems 100000 --time-limit 2");
    cr_expect(strstr(o.out, "for want of time systems left out") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "could not be carried out") == NULL, "%s", o.out);
    program_clear(&o);
}
