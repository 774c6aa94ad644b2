/* Where a run ends before its time, faithful mode and its replay say the same, at the same time.
 *
 * Seen to fail: a replay that calls every end under error control a step below the minimum, or a
 * contradiction a singular matrix, or looks for one in its terms' size alone; the row of the
 * smallest residual.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/halfstep.h"
#include "harness/tests/results_of.h"
#include "harness/tests/scratch.h"

/* Two joints that ask for the same but for what grows tenfold in 0.023 s; unless it is pushed,
 * that is all there is from the start. */
#define PARTING                                                                          \
    "param push = 1\n"                                                                   \
    "position x = 0, y = 1\n"                                                            \
    "velocity u = 0, v = 0.3\n"                                                          \
    "x' = u\n"                                                                           \
    "y' = v\n"                                                                           \
    "u' = -push\n"                                                                       \
    "v' = -y\n"                                                                          \
    "joint held = x\n"                                                                   \
    "joint led = 2*(x - exp(100*(t - 1)))\n"

/* A rate that is no number after 1.3 s. */
#define ENDING                                                                           \
    "position x = 0.5\n"                                                                 \
    "velocity u = 0.4\n"                                                                 \
    "x' = u\n"                                                                           \
    "u' = sqrt(1.3 - t) - x\n"

static const char *const ways[] = {"--method runge-kutta-merson --accuracy 1e-3",
                                   "--method semi-explicit-euler-2 --accuracy 1e-3",
                                   "--method explicit-euler --accuracy 1e-3",
                                   "--method semi-explicit-euler --step 0.01",
                                   "--method explicit-euler --step 0.01"};

static json_t *run(const char *model, const char *way, const char *rest) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "mine.model", model);
    return halfstep_json(1, "solve %s %s --option mode=faithful --until 2 --json %s",
                         path, way, rest);
}

/* In MPFR numbers are texts. */
static double time_of(const json_t *document) {
    const json_t *t = json_object_get(document, "t");
    return json_is_string(t) ? strtod(json_string_value(t), NULL) : json_number_value(t);
}

/* Times may differ by rounding. */
static size_t length_before_time(const char *why) {
    const char *at = strstr(why, " at t = ");
    return at == NULL ? strlen(why) : (size_t)(at - why);
}

static void expect_alike(const char *model, const char *way, const char *says) {
    json_t *ours = run(model, way, ""),
           *replayed = run(model, way, "--arithmetic mpfr:53");
    const char *why = text_in(ours, "why"), *other = text_in(replayed, "why");
    const double t = time_of(ours), its = time_of(replayed);
    cr_expect(strstr(why, says) != NULL, "%s: '%s'", way, why);
    cr_expect(length_before_time(why) == length_before_time(other) &&
                  strncmp(why, other, length_before_time(why)) == 0,
              "%s: '%s', replayed '%s'", way, why, other);
    cr_expect(t > 0 && fabs(t - its) < 1e-9, "%s: at %.17g, replayed %.17g", way, t, its);
}

Test(solve_alike, joints_that_contradict_each_other_later_on) {
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        expect_alike(PARTING, ways[i],
                     "joint 'held': the constraints contradict each other at t = ");
}

/* At the start there is no state to print in MPFR. */
Test(solve_alike, joints_that_contradict_each_other_at_once) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "mine.model", PARTING);
    for (int i = 0; i < 2; i++)
        halfstep_says(i == 0 ? 1 : 2, NULL,
                      "joint 'held': the constraints contradict each other at t = 0",
                      "solve %s %s --option mode=faithful --set push=0 --until 2 %s",
                      path, ways[0], i == 0 ? "" : "--arithmetic mpfr:53");
}

Test(solve_alike, rates_that_are_no_numbers_any_more) {
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        expect_alike(ENDING, ways[i], "the state or a rate is not finite");
}
