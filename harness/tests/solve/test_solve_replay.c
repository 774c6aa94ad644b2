/* Faithful mode on linear systems of all kinds of stiffness, where Newton's iterations come
 * down to rounding and rounding decides how many there are: each counter is that of the
 * reference's replay in 53 bits.
 *
 * Seen to fail: solutions taken from a formed inverse; a single step taken for the longest one;
 * a replay that ends a run where a Jacobian is not finite, or iterates with it; an iteration
 * with what is not finite that is told as one that has not converged; a failing report's own
 * time as that of the steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/catalogue.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/scratch.h"

static json_t *statistics_of(const char *line, const char *rest) {
    json_t *document = halfstep_json(0, "%s%s", line, rest);
    return json_incref(json_object_get(document, "statistics"));
}

static void compare_counts(const char *line, json_t *ours, const json_t *replayed) {
    const char *name;
    json_t *value;
    cr_expect(json_object_size(ours) > 0, "%s", line);
    json_object_foreach(ours, name, value) {
        const json_t *other = json_object_get(replayed, name);
        if (json_is_integer(value))
            cr_expect(json_integer_value(value) == json_integer_value(other),
                      "%s: %s is %lld, replayed %lld", line, name,
                      json_integer_value(value), json_integer_value(other));
    }
}

static void expect_equal_counts(const char *line) {
    compare_counts(line, statistics_of(line, ""),
                   statistics_of(line, " --arithmetic mpfr:53"));
}

static bool is_not_finite(const json_t *document) {
    return strstr(json_string_value(json_object_get(document, "why")), "not finite") !=
           NULL;
}

/* The same of a run that cannot go on, which ends at the same time for the same reason. */
static void expect_equal_ends(const char *line) {
    json_t *ours = halfstep_json(1, "%s", line);
    json_t *replayed = halfstep_json(1, "%s --arithmetic mpfr:53", line);
    const double t = json_number_value(json_object_get(ours, "t"));
    const double other = atof(json_string_value(json_object_get(replayed, "t")));
    compare_counts(line, json_object_get(ours, "statistics"),
                   json_object_get(replayed, "statistics"));
    cr_expect(is_not_finite(ours) == is_not_finite(replayed), "%s", line);
    cr_expect(fabs(t - other) <= 1e-12, "%s: ends at %.17g, not %.17g", line, other, t);
}

static double between(gsl_rng *random, double low, double high) {
    return low + (high - low) * gsl_rng_uniform(random);
}

/* 10^u for u between the two. */
static double size_between(gsl_rng *random, double low, double high) {
    return pow(10, between(random, low, high));
}

static const char *const methods[] = {"implicit-euler", "velocity-implicit-euler"};
static const char *const accuracies[] = {
    "", " --option accuracy=1e-2", " --option accuracy=1e-4", " --option accuracy=1e-6"};

/* How a run goes on after its model: the method, the steps and Newton's tolerance. */
static void write_rest(char *rest, size_t size, gsl_rng *random, int steps) {
    const double h = ldexp(1, -3 - (int)gsl_rng_uniform_int(random, 10));
    snprintf(rest, size,
             "--method %s --json --option mode=faithful --step %.17g --until %.17g%s",
             methods[gsl_rng_uniform_int(random, 2)], h, steps * h,
             accuracies[gsl_rng_uniform_int(random, 4)]);
}

/* A single step may be shorter than the shortest that error control makes: it is explicit then,
 * as the original's, of which two evaluations were recorded. */
Test(solve_replay, a_single_step_below_the_minimum_is_explicit) {
    for (int i = 0; i < 2; i++) {
        char line[256];
        snprintf(
            line, sizeof line,
            "solve pendulum --method %s --json --option mode=faithful --option "
            "driver=single --step 0.0625 --until 0.0625 --option max-step=1 --option "
            "min-step=0.1",
            methods[i]);
        expect_equal_counts(line);
        const json_t *found = json_object_get(
            statistics_of(line, " --arithmetic mpfr:106"), "derivative_evals");
        cr_expect(json_integer_value(found) == 2, "%s", line);
    }
}

/* Where the field ends, the original dies of a Jacobian that is not finite, or goes on with what
 * is not; here steps are halved until they are too short. */
Test(solve_replay, a_field_that_ends_is_followed_as_far) {
    static const char *const ends[] = {
        "position x = 0.4, y = 1.1\nvelocity v = 0.2, w = -0.6\n"
        "x' = v\ny' = w\nv' = -40*log(y)*x\nw' = -3*y - v\n",
        "position x = 0.4\nvelocity v = -0.7\nx' = v\n"
        "v' = -2*sqrt(x + 0.1) + 0.3*v\n"};
    static const char *const rest[] = {"--step 0.196905",
                                       "--step 0.196905 --option newton=full",
                                       "--step 0.0625 --option newton=fresh",
                                       "--step 0.196905 --option jacobian=central",
                                       "--step 2 --option driver=single",
                                       "--accuracy 1e-2 --option max-step=0.3",
                                       "--accuracy 1e-3 --option newton=full"};
    struct scratch s = scratch_make();
    for (size_t i = 0; i < 2 * sizeof rest / sizeof *rest; i++) {
        char *path = scratch_path(&s, "ends.model"), line[512];
        FILE *file = fopen(path, "w");
        cr_assert(file != NULL && fputs(ends[i % 2], file) > 0 && fclose(file) == 0);
        for (int m = 0; m < 2; m++) {
            snprintf(line, sizeof line,
                     "solve %s --method %s --json --option mode=faithful --until 2 %s",
                     path, methods[m], rest[i / 2]);
            expect_equal_ends(line);
        }
    }
}

/* x^2 = cos(40 pi t) is closed in the middle of the step, where a second report fails: the time of
 * the reason is that of the steps in both. */
Test(solve_replay, a_second_report_that_fails_is_told_alike) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "gate.model",
                               "position x = 1, y = 0.3\nvelocity u = 0, v = 0.2\n"
                               "x' = u\ny' = v\nmass u, u = 1\nmass v, v = 1\n"
                               "force u = 0\nforce v = -9.81\n"
                               "joint gate = x^2 - cos(40*pi*t)\n");
    static const char line[] =
        "solve %s --method semi-explicit-euler --step 0.05 --until "
        "0.1 --at 0.0005,0.03 --option mode=faithful --json%s";
    const json_t *ours = halfstep_json(1, line, path, "");
    const json_t *replayed = halfstep_json(1, line, path, " --arithmetic mpfr:53");
    const char *why = json_string_value(json_object_get(ours, "why"));
    cr_assert(why != NULL && strstr(why, "at t = 0") != NULL, "%s", why);
    cr_expect_str_eq(json_string_value(json_object_get(replayed, "why")), why);
}

Test(solve_replay, rounding_decides_as_in_the_replay_of_a_decaying_spring) {
    expect_equal_counts("solve spring_k1e6 --method implicit-euler --json --option "
                        "mode=faithful --step 0.0009765625 --until 0.5");
}

Test(solve_replay, springs_of_any_stiffness_take_the_replays_iterations) {
    gsl_rng *random = seeded_random();
    for (int i = 0; i < 60; i++) {
        char rest[512], line[900];
        write_rest(rest, sizeof rest, random, 200);
        const double damping =
            gsl_rng_uniform_int(random, 2) == 0 ? 0 : size_between(random, 0, 4);
        snprintf(line, sizeof line,
                 "solve spring_damper --set k=%.17g --set m=%.17g --set c=%.17g --set "
                 "x=%.17g %s",
                 size_between(random, 0, 8), size_between(random, -1, 1), damping,
                 size_between(random, -3, 3), rest);
        expect_equal_counts(line);
    }
}

Test(solve_replay, chains_of_springs_take_the_replays_iterations) {
    gsl_rng *random = seeded_random();
    for (int i = 0; i < 16; i++) {
        char rest[512], line[900];
        write_rest(rest, sizeof rest, random, 60);
        snprintf(line, sizeof line, "solve spring_chain --set n=%d --set k=%.17g %s",
                 2 + (int)gsl_rng_uniform_int(random, 7), size_between(random, 1, 8),
                 rest);
        expect_equal_counts(line);
    }
}
