/* `halfstep solve`: error control, both methods, the replay, samples on the way.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/scratch.h"

#define VIE "solve pendulum --json --method velocity-implicit-euler "
#define IE "solve pendulum --json --method implicit-euler "
static const char *const methods[] = {VIE, IE};

static json_t *solve(const char *method, const char *rest) {
    return halfstep_json(0, "%s %s", method, rest);
}

static double statistic(const json_t *document, const char *name) {
    const json_t *value = json_object_get(json_object_get(document, "statistics"), name);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* A component of a state, whether a number or a decimal string. */
static double component(const json_t *state, const char *part) {
    const json_t *value = json_array_get(json_object_get(state, part), 0);
    return json_is_string(value) ? strtod(json_string_value(value), NULL)
                                 : json_number_value(value);
}

static const char *setting(const json_t *document, const char *name) {
    const json_t *settings = json_object_get(document, "settings");
    const char *text = json_string_value(json_object_get(settings, name));
    return text == NULL ? "" : text;
}

/* The error of a first-order method falls with the steps, which fall with the square root of
 * the accuracy. */
Test(solve, a_smaller_accuracy_makes_smaller_steps_and_errors) {
    json_t *truth = halfstep_json(0, "truth pendulum --at 1 --json");
    const json_t *entry = json_array_get(json_object_get(truth, "truth"), 0);
    double exact = component(json_object_get(entry, "state"), "q");
    for (int i = 0; i < 2; i++) {
        json_t *rough = solve(methods[i], "--accuracy 1e-4 --until 1");
        json_t *fine = solve(methods[i], "--accuracy 1e-6 --until 1");
        double growth = statistic(fine, "steps_taken") / statistic(rough, "steps_taken");
        double error = component(json_object_get(rough, "state"), "q") - exact;
        double less = component(json_object_get(fine, "state"), "q") - exact;
        cr_expect(5 < growth && growth < 20, "%g", growth);
        cr_expect(5 < error / less && error / less < 20, "%g", error / less);
    }
}

Test(solve, no_step_is_longer_than_the_longest) {
    static const char *const rest[] = {"--accuracy 0.5 --until 2",
                                       "--accuracy 0.5 --until 2 --option max-step=1/64"};
    static const double longest[] = {0.1, 0x1p-6};
    for (int i = 0; i < 2; i++) {
        json_t *d = solve(VIE "--set a=0.01", rest[i]);
        double step = statistic(d, "largest_step");
        cr_expect(isfinite(step) && fabs(step - longest[i]) <= 1e-15, "%.17g", step);
        cr_expect_str_eq(setting(d, "control"), "error");
        cr_expect(json_number_value(json_object_get(json_object_get(d, "settings"),
                                                    "max-step")) == longest[i]);
    }
}

Test(solve, the_first_step_is_the_one_asked_for_when_it_can_be) {
    json_t *d = solve(VIE, "--accuracy 0.1 --until 1 --option initial-step=1/256");
    cr_expect(statistic(d, "actual_initial_step") == 0x1p-8);
}

Test(solve, tolerances_of_both_kinds_control_the_error) {
    json_t *rough = solve(VIE, "--until 1 --option relative=1e-3 --option absolute=1e-3");
    json_t *fine = solve(VIE, "--until 1 --option relative=1e-5 --option absolute=1e-5");
    double growth = statistic(fine, "steps_taken") / statistic(rough, "steps_taken");
    cr_expect(5 < growth && growth < 20, "%g", growth);
}

static const char *const runs[] = {
    "--accuracy 1e-3 --until 1",
    "--accuracy 1e-3 --until 1 --option mode=faithful",
    "--step 0.01 --until 1",
    "--step 0.01 --until 1 --arithmetic mpfr:100",
    "--accuracy 1e-3 --until 1 --arithmetic mpfr:100",
};
enum { run_count = sizeof runs / sizeof *runs };

Test(solve, samples_change_neither_steps_nor_statistics) {
    for (int i = 0; i < 2 * run_count; i++) {
        char sampled[256];
        const char *method = methods[i % 2], *rest = runs[i / 2];
        snprintf(sampled, sizeof sampled, "%s --at 0,0.0137,0.3,1/3,0.337,1", rest);
        json_t *with = solve(method, sampled), *without = solve(method, rest);
        cr_expect(
            json_equal(json_object_get(with, "state"), json_object_get(without, "state")),
            "%s", rest);
        cr_expect(json_equal(json_object_get(with, "statistics"),
                             json_object_get(without, "statistics")),
                  "%s", rest);
        cr_expect(json_array_size(json_object_get(with, "samples")) == 6);
        cr_expect_str_eq(setting(with, "at"), "cubic");
    }
}

/* The cubic is of fourth order, the solution itself of first: the samples' errors are those
 * of the steps around them. */
Test(solve, samples_are_as_near_to_the_truth_as_the_steps) {
    json_t *truth = halfstep_json(0, "truth pendulum --at 0.337,1 --json");
    const json_t *times = json_object_get(truth, "truth");
    for (int i = 0; i < run_count; i++) {
        char sampled[256];
        snprintf(sampled, sizeof sampled, "%s --at 0.337,1", runs[i]);
        json_t *d = solve(VIE, sampled);
        for (size_t k = 0; k < 2; k++) {
            const json_t *sample = json_array_get(json_object_get(d, "samples"), k);
            double found = component(json_object_get(sample, "state"), "q");
            double exact =
                component(json_object_get(json_array_get(times, k), "state"), "q");
            cr_expect(isfinite(found) && fabs(found - exact) < 0.05, "%s: %g", runs[i],
                      found - exact);
        }
    }
}

Test(solve, both_methods_solve_the_same_equations) {
    static const char exactly[] = "--step 1/64 --until 1 --arithmetic mpfr:150";
    json_t *one = solve(VIE, exactly), *other = solve(IE, exactly);
    cr_expect(json_equal(json_object_get(one, "state"), json_object_get(other, "state")));
    cr_expect_str_eq(setting(one, "mode"), "exact");
    static const char tight[] = "--step 1/64 --until 1 --accuracy 1e-14 "
                                "--option newton=full --option jacobian=exact "
                                "--option mode=faithful";
    one = solve(VIE, tight);
    other = solve(IE, tight);
    double difference = component(json_object_get(one, "state"), "q") -
                        component(json_object_get(other, "state"), "q");
    cr_expect(isfinite(difference) && fabs(difference) < 1e-13, "%g", difference);
    cr_expect(statistic(one, "derivative_evals") != statistic(other, "derivative_evals"));
}

static const char *const replayed[] = {
    "--accuracy 1e-3 --until 1 --option mode=faithful",
    "--step 0.01 --until 0.5 --option mode=faithful",
    "--step 0.1 --until 0.1 --option mode=faithful --option driver=single",
    "--accuracy 1e-2 --until 1 --option mode=faithful --option newton=fresh "
    "--option jacobian=central --option weights-v=0.5 --option initial-step=0.02 "
    "--option max-step=0.03",
};

Test(solve, the_replay_counts_what_the_faithful_mode_counts) {
    for (int i = 0; i < 8; i++) {
        char line[512];
        const char *method = methods[i % 2], *rest = replayed[i / 2], *name;
        json_t *value;
        snprintf(line, sizeof line, "%s --arithmetic mpfr:53", rest);
        json_t *in_mpfr = solve(method, line), *in_double = solve(method, rest);
        json_object_foreach(json_object_get(in_double, "statistics"), name, value) {
            cr_expect(!json_is_integer(value) ||
                          json_number_value(value) == statistic(in_mpfr, name),
                      "%s: %s", rest, name);
        }
        double difference = component(json_object_get(in_mpfr, "state"), "q") -
                            component(json_object_get(in_double, "state"), "q");
        cr_expect(isfinite(difference) && fabs(difference) < 1e-12, "%g", difference);
        cr_expect_str_eq(setting(in_mpfr, "mode"), "faithful");
    }
}

Test(solve, a_step_below_the_shortest_ends_the_run_or_is_explicit) {
    static const char rest[] = "--accuracy 1e-6 --until 0.125 --option min-step=1e-4 "
                               "--option mode=faithful";
    char line[512];
    snprintf(line, sizeof line, "solve smd_stiff --json --method implicit-euler %s",
             rest);
    json_t *d = program_json(HALFSTEP_PROGRAM, line, 1);
    cr_expect(strstr(json_string_value(json_object_get(d, "why")), "minimum step") !=
              NULL);
    cr_expect(json_number_value(json_object_get(d, "t")) < 0.125);
    snprintf(line, sizeof line,
             "solve smd_stiff --json --method implicit-euler %s --option "
             "throw-on-min-step=no",
             rest);
    d = program_json(HALFSTEP_PROGRAM, line, 0);
    cr_expect(json_number_value(json_object_get(d, "t")) == 0.125);
}

Test(solve, no_time_at_all_is_one_step_of_none) {
    json_t *d = solve(VIE, "--accuracy 1e-3 --until 0 --at 0");
    cr_expect(json_number_value(json_object_get(d, "t")) == 0);
    cr_expect(json_array_size(json_object_get(d, "samples")) == 1);
}

Test(solve, long_work_is_silent_in_a_pipe_and_can_be_interrupted) {
    static const char endless[] =
        "solve pendulum --method implicit-euler --accuracy 1e-13 --until 1000";
    const struct timespec moment = {.tv_nsec = 300000000};
    struct program_outcome o = halfstep_run(VIE "--accuracy 1e-7 --until 20");
    cr_expect(o.status == 0 && o.err[0] == '\0', "%s", o.err);
    int process = program_start(HALFSTEP_PROGRAM, endless);
    nanosleep(&moment, NULL);
    cr_expect(kill(process, SIGINT) == 0);
    cr_expect(program_wait(process) == 128 + SIGINT);
}

/* A free body. Seen to fail: no estimate; the end left out of the rows. */
Test(solve, samples_state_and_estimate_are_printed_and_rows_of_csv) {
    struct scratch folder = scratch_make();
    char *path = scratch_write(&folder, "free.model",
                               "position x = 1\nvelocity v = 2\nx' = v\nv' = 0\n");
    static const char line[] = "solve %s --method explicit-euler --accuracy 1e-3 --until "
                               "1 --at 1/2 %s",
                      told[] = "t = 0.5\n"
                               "  x            2\n"
                               "  v            2\n"
                               "t = 1\n"
                               "  x            3   error estimate 0\n"
                               "  v            2   error estimate 0\n"
                               "statistics\n";
    struct program_outcome o = halfstep_run(line, path, "");
    cr_expect(strncmp(o.out, told, strlen(told)) == 0, "%s%s", o.out, o.err);
    o = halfstep_run(line, path, "--csv");
    cr_expect_str_eq(o.out, "t,x,v\n0.5,2,2\n1,3,2\n");
}

/* The largest state is that at the start. */
Test(solve, an_accuracy_of_what_decays_is_held_against_its_start) {
    struct scratch folder = scratch_make();
    char *path = scratch_write(&folder, "fall.model", "state z = 3\nz' = -2.9999e9\n");
    halfstep_says(0, NULL, "1e-17 is below what the arithmetic can tell, 1.1e-16",
                  "solve %s --method runge-kutta-merson --until 1e-9 --accuracy 1e-17",
                  path);
}

/* Of relative and absolute tolerances the sum counts; other commands tell it of an option. */
Test(solve, tolerances_that_rounding_hides_are_told) {
    static const struct {
        const char *line;
        bool is_told;
    } cases[] = {{"solve pendulum --method runge-kutta-merson --until 1e-9 "
                  "--option relative=1e-300 --option absolute=1e-300",
                  true},
                 {"solve pendulum --method runge-kutta-merson --until 1e-9 "
                  "--option relative=1e-300 --option absolute=1e-9",
                  false},
                 {"fingerprint --integrator " HALFSTEP_PLUGINS
                  "/implicit-euler.so --order 2 --option accuracy=1e-300",
                  true},
                 {"fingerprint --integrator " HALFSTEP_PLUGINS
                  "/implicit-euler.so --order 2 --option accuracy=1e-9",
                  false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, cases[i].line);
        cr_expect((strstr(o.err, "below what the arithmetic can tell") != NULL) ==
                      cases[i].is_told,
                  "%s: %d %s", cases[i].line, o.status, o.err);
    }
}

/* As every method, and one from outside, is told; nothing is said where it can be known. */
Test(solve, an_accuracy_that_rounding_hides_is_told) {
    static const char *const ways[] = {
        "pendulum --method velocity-implicit-euler",
        "pendulum --method implicit-euler",
        "pendulum --method semi-explicit-euler-2",
        "pendulum --method explicit-euler",
        "pendulum --method runge-kutta-merson",
        "pendulum --method bdf",
        "bouncing_ball --method contact-stepper",
        "pendulum --method velocity-implicit-euler --arithmetic mpfr:100",
        "pendulum --integrator " HALFSTEP_PLUGINS "/implicit-euler.so"};
    static const char *const ends[] = {"--accuracy 1e-300", "--accuracy 1e-15"};
    for (size_t i = 0; i < 2 * sizeof ways / sizeof *ways; i++) {
        char line[1024];
        snprintf(line, sizeof line, "solve --until 1e-9 --json %s %s", ways[i / 2],
                 ends[i % 2]);
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
        json_t *document = json_loads(o.out, 0, NULL);
        const char *told = "below what the arithmetic can tell";
        cr_expect((strstr(o.err, told) != NULL) == (i % 2 == 0), "%s: %s", line, o.err);
        cr_expect((json_object_get(document, "remark") != NULL) == (i % 2 == 0), "%s",
                  line);
    }
}

/* Seen to fail: the end of the span read as its beginning. */
Test(solve, without_an_end_it_ends_with_the_models_span) {
    static const char *const settings[] = {"--step 1/8", "--accuracy 1e-2",
                                           "--step 1/8 --arithmetic mpfr:80",
                                           "--accuracy 1e-2 --arithmetic mpfr:53"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        char with_end[96];
        snprintf(with_end, sizeof with_end, "%s --until 2", settings[i]);
        json_t *told = solve(VIE, settings[i]), *asked = solve(VIE, with_end);
        cr_expect(json_equal(told, asked), "%s", settings[i]);
        cr_expect(json_object_get(told, "t") != NULL, "%s", settings[i]);
    }
}

/* Seen to fail: a step of no length, as the original makes one. */
Test(solve, where_the_end_is_the_start_no_step_is_made_but_by_the_original) {
    for (int i = 0; i < 2; i++) {
        json_t *usual = solve(methods[i], "--step 0.1 --until 0");
        json_t *faithful =
            solve(methods[i], "--step 0.1 --until 0 --option mode=faithful");
        cr_expect(statistic(usual, "steps_taken") == 0);
        cr_expect(statistic(faithful, "steps_taken") == 1);
        cr_expect(component(json_object_get(usual, "state"), "q") == 2);
    }
}
