/* Limits of `halfstep solve`: every method in every arithmetic ends where it is told to, with
 * what it has reached by then.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/tests/halfstep.h"
#include "harness/tests/results_of.h"

static const char *const runs[] = {
    "damped_pendulum --method velocity-implicit-euler --accuracy 1e-5",
    "damped_pendulum --method implicit-euler --step 1/64",
    "damped_pendulum --method implicit-euler --step 1/64 --arithmetic mpfr:100",
    "spring_damper --method velocity-implicit-euler --accuracy 1e-3 --arithmetic mpfr:64",
    "rod_pendulum --method semi-explicit-euler --step 1/64",
    "rod_pendulum --method semi-explicit-euler --step 1/64 --arithmetic mpfr:100",
    "rod_pendulum --method semi-explicit-euler-2 --accuracy 1e-5",
    "rod_pendulum --method explicit-euler --accuracy 1e-5",
    "rod_pendulum --method runge-kutta-merson --accuracy 1e-9",
    "rod_pendulum --method runge-kutta-merson --accuracy 1e-9 --arithmetic mpfr:64",
    "bouncing_ball --method contact-stepper --step 1/64",
    "wall_pendulum --method contact-stepper --accuracy 1e-4",
    "bouncing_ball --method contact-stepper --step 1/64 --arithmetic mpfr:100",
    "rod_pendulum --method bdf --accuracy 1e-7",
    "damped_pendulum --integrator " HALFSTEP_PLUGINS "/heun.so --step 1/64",
    "damped_pendulum --integrator " HALFSTEP_PLUGINS "/implicit-euler.so --accuracy 1e-5",
};

enum { RUNS = sizeof runs / sizeof *runs };

static double number(const json_t *value) {
    return json_is_string(value)   ? strtod(json_string_value(value), NULL)
           : json_is_number(value) ? json_number_value(value)
                                   : NAN;
}

static json_t *solve(const char *run, const char *rest, int status) {
    return halfstep_json(status, "solve %s --json --until 0.7 %s", run, rest);
}

/* NaN: an integrator from outside that does not tell. */
static double steps_taken(const json_t *d) {
    return number(json_object_get(json_object_get(d, "statistics"), "steps_taken"));
}

/* What is reached is what a run to there reaches: the state told first. */
Test(solve_limit, a_limit_of_steps_ends_a_run_of_every_method_where_it_is) {
    for (int i = 0; i < RUNS; i++) {
        json_t *d = solve(runs[i], "--option step-limit=5 --at 0,0.69", 1);
        double t = number(json_object_get(d, "t"));
        cr_expect_str_eq(text_in(d, "status"), "failed", "%s", runs[i]);
        cr_expect(strstr(text_in(d, "why"), "step-limit is 5") != NULL, "%s: %s", runs[i],
                  text_in(d, "why"));
        cr_expect(t > 0 && t < 0.69, "%s: t = %g", runs[i], t);
        cr_expect(isnan(steps_taken(d)) ? t == 5. / 64 : steps_taken(d) == 5,
                  "%s: %g at %g", runs[i], steps_taken(d), t);
        cr_expect(json_array_size(json_object_get(d, "samples")) == 1, "%s", runs[i]);
    }
}

Test(solve_limit, a_limit_that_is_not_reached_changes_nothing) {
    for (int i = 0; i < RUNS; i++) {
        json_t *free = solve(runs[i], "", 0);
        json_t *d =
            solve(runs[i], "--option step-limit=100000 --option time-limit=1e4", 0);
        cr_expect(json_equal(json_object_get(d, "state"), json_object_get(free, "state")),
                  "%s", runs[i]);
        cr_expect(json_equal(json_object_get(d, "statistics"),
                             json_object_get(free, "statistics")),
                  "%s", runs[i]);
    }
}

Test(solve_limit, a_limit_of_time_ends_a_run_of_every_method) {
    for (int i = 0; i < RUNS; i++) {
        json_t *d = solve(runs[i], "--option time-limit=1e-9", 1);
        cr_expect(strstr(text_in(d, "why"), "time-limit is 1e-09 s") != NULL, "%s: %s",
                  runs[i], text_in(d, "why"));
        cr_expect(number(json_object_get(d, "t")) == 0, "%s", runs[i]);
    }
}

/* Springs that push: the solution grows without bound, and steps get shorter and shorter. */
Test(solve_limit, a_run_without_end_ends_when_its_time_is_over) {
    json_t *d = solve(
        "graded_chain --set k=-1e7 --method velocity-implicit-euler --accuracy 1e-3",
        "--option time-limit=0.3", 1);
    double t = number(json_object_get(d, "t"));
    cr_expect(strstr(text_in(d, "why"), "limit of time") != NULL, "%s",
              text_in(d, "why"));
    cr_expect(t > 0 && t < 0.7);
}
