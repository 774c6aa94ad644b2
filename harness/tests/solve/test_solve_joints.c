/* `halfstep solve` of models with joints, in double and in MPFR: what is told of the joints,
 * samples, options, failures; and what `show` and `list` tell of such models.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/results_of.h"
#include "harness/tests/scratch.h"

#define ROD "solve rod_pendulum --json "

static json_t *solve(const char *line, int status) {
    return program_json(HALFSTEP_PROGRAM, line, status);
}

/* A number, or a decimal string. */
static double number(const json_t *value) {
    return json_is_string(value)   ? strtod(json_string_value(value), NULL)
           : json_is_number(value) ? json_number_value(value)
                                   : NAN;
}

static double component(const json_t *state, const char *part, size_t i) {
    return number(json_array_get(json_object_get(state, part), i));
}

static double constraint_error(const json_t *d, const char *name) {
    return number(json_object_get(json_object_get(d, "constraint_errors"), name));
}

static double statistic(const json_t *d, const char *name) {
    return number(json_object_get(json_object_get(d, "statistics"), name));
}

static const char *const runs[] = {
    ROD "--until 0.7 --method semi-explicit-euler --step 1/256 ",
    ROD "--until 0.7 --method semi-explicit-euler --step 1/256 --option "
        "form=position-implicit ",
    ROD "--until 0.7 --method semi-explicit-euler --step 1/256 --option "
        "form=velocity-implicit ",
    ROD "--until 0.7 --method semi-explicit-euler-2 --accuracy 1e-4 ",
    ROD "--until 0.7 --method explicit-euler --accuracy 1e-4 ",
    ROD "--until 0.7 --method runge-kutta-merson --accuracy 1e-6 ",
    ROD "--until 0.7 --method bdf --accuracy 1e-6 ",
    ROD "--until 0.7 --method semi-explicit-euler-2 --step 1/256 --arithmetic mpfr:100 ",
    ROD "--until 0.7 --method runge-kutta-merson --accuracy 1e-6 --arithmetic mpfr:100 ",
};
enum { run_count = sizeof runs / sizeof *runs, first_in_mpfr = 7 };

/* Where the pendulum is by its closed form, and what the rod then pulls with: m v^2 / l -
 * m g y / l, here with m = l = 1. */
Test(solve_joints, every_method_tells_state_multiplier_and_errors_of_the_rod) {
    json_t *truth = solve("truth rod_pendulum --at 0.7 --json", 0);
    const json_t *exact =
        json_object_get(json_array_get(json_object_get(truth, "truth"), 0), "state");
    for (int i = 0; i < run_count; i++) {
        json_t *d = solve(runs[i], 0);
        const json_t *x = json_object_get(d, "state");
        double u = component(x, "v", 0), v = component(x, "v", 1);
        double pull = u * u + v * v - 9.81 * component(x, "q", 1);
        double told = number(json_object_get(json_object_get(d, "multipliers"), "rod"));
        double off = fabs(component(x, "q", 0) - component(exact, "q", 0));
        cr_expect(isfinite(off) && off < 0.02, "%s: off by %g", runs[i], off);
        cr_expect(isfinite(told) && fabs(told - pull) < 2e-3, "%s: %g, not %g", runs[i],
                  told, pull);
        cr_expect(constraint_error(d, "position") <= 1e-4, "%s", runs[i]);
        cr_expect(constraint_error(d, "velocity") <= 1e-4, "%s", runs[i]);
    }
}

/* Interpolated, and projected: no further off the rod than the tolerance. */
Test(solve_joints, samples_keep_to_the_rod_and_change_no_step) {
    for (int i = 0; i < run_count; i++) {
        char line[512];
        snprintf(line, sizeof line, "%s --at 0,0.123,0.3,0.35,0.7", runs[i]);
        json_t *d = solve(line, 0), *plain = solve(runs[i], 0), *sample;
        size_t k;
        sample = NULL;
        bool ends_at_samples = strstr(runs[i], "bdf") != NULL;
        bool is_cubic = strstr(runs[i], "mpfr") != NULL && i == first_in_mpfr;
        json_array_foreach(json_object_get(d, "samples"), k, sample) {
            const json_t *x = json_object_get(sample, "state");
            double r = hypot(component(x, "q", 0), component(x, "q", 1));
            cr_expect(fabs(r - 1) <= (is_cubic ? 1e-3 : 1.01e-4), "%s, %zu: %g", line, k,
                      r - 1);
        }
        cr_expect(k == 5, "%s: %zu", line, k);
        cr_expect(
            json_equal(json_object_get(sample, "state"), json_object_get(d, "state")));
        cr_expect(ends_at_samples ||
                      (statistic(d, "steps_taken") == statistic(plain, "steps_taken") &&
                       json_equal(json_object_get(d, "state"),
                                  json_object_get(plain, "state"))),
                  "%s", line);
    }
}

/* Form 2's interpolation is linear over the step. */
Test(solve_joints, without_interpolation_steps_end_at_the_samples) {
    const char *line = "solve spring --json --method semi-explicit-euler --step 1/4 "
                       "--until 1 --at 0.35 --option interpolate=%s";
    char yes[256], no[256];
    snprintf(yes, sizeof yes, line, "yes");
    snprintf(no, sizeof no, line, "no");
    json_t *within = solve(yes, 0), *ending = solve(no, 0);
    cr_expect(statistic(within, "steps_taken") == 4);
    cr_expect(statistic(ending, "steps_taken") > 4);
}

Test(solve_joints, projection_keeps_the_rod_at_its_length) {
    static const char line[] =
        ROD "--until 2 --method semi-explicit-euler --step 0.01 --option projection=%s";
    static const char *const words[] = {"off", "lazy", "every-step"};
    double error[3];
    for (int i = 0; i < 3; i++) {
        char full[256];
        snprintf(full, sizeof full, line, words[i]);
        json_t *d = solve(full, 0);
        error[i] = constraint_error(d, "position");
        cr_expect(statistic(d, "q_projections") <= (i == 0 ? 1 : 201));
    }
    cr_expect(error[0] > 1e-3 && error[1] <= 1e-4 && error[2] <= 1e-14, "%g %g %g",
              error[0], error[1], error[2]);
}

/* The same decisions, with other rounding errors. */
Test(solve_joints, the_replay_counts_what_the_faithful_mode_counts) {
    static const char *const lines[] = {
        ROD "--until 3 --method semi-explicit-euler --step 0.01 ",
        ROD "--until 3 --method semi-explicit-euler-2 --accuracy 1e-3 ",
        ROD "--until 3 --method runge-kutta-merson --accuracy 1e-4 --option "
            "norm=infinity ",
        ("solve skate --json --until 0.5 --method semi-explicit-euler --step 0.02 "
         "--option projection=off "),
        ("solve double_pendulum --json --until 1 --method runge-kutta-merson --accuracy "
         "1e-5 "),
        "solve damped_pendulum --json --until 1 --method explicit-euler --accuracy 1e-3 ",
    };
    static const char *const names[] = {"steps_attempted", "steps_taken",
                                        "error_test_failures", "realizations",
                                        "iterations"};
    enum { with_joints = 4 };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char line[512];
        snprintf(line, sizeof line, "%s --option mode=faithful", lines[i]);
        json_t *in_double = solve(line, 0);
        snprintf(line, sizeof line, "%s --option mode=faithful --arithmetic mpfr:100",
                 lines[i]);
        json_t *replayed = solve(line, 0);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            cr_expect(statistic(in_double, names[k]) == statistic(replayed, names[k]),
                      "%s: %s", lines[i], names[k]);
        double off = fabs(component(json_object_get(in_double, "state"), "q", 0) -
                          component(json_object_get(replayed, "state"), "q", 0));
        cr_expect(isfinite(off) && off < 1e-10, "%s: %g", lines[i], off);
        if (i < with_joints)
            off = fabs(constraint_error(in_double, "velocity") -
                       constraint_error(replayed, "velocity"));
        cr_expect(isfinite(off) && off < 1e-10, "%s: %g", lines[i], off);
    }
}

/* Without projection only rounding differs from the equations solved to the last bit. */
Test(solve_joints, steps_in_double_are_those_in_mpfr) {
    static const char *const methods[] = {
        "semi-explicit-euler",
        "semi-explicit-euler --option form=position-implicit",
        "semi-explicit-euler --option form=velocity-implicit",
        "semi-explicit-euler-2",
        "explicit-euler",
        "runge-kutta-merson"};
    static const char *const parts[] = {"state", "error_estimate"};
    static const char *const errors[] = {"position", "velocity"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        char line[512];
        snprintf(line, sizeof line,
                 "solve rod_pendulum_generic --json --step 1/64 --until 0.5 --option "
                 "projection=off --method %s",
                 methods[i]);
        json_t *in_double = solve(line, 0);
        snprintf(line + strlen(line), sizeof line - strlen(line),
                 " --arithmetic mpfr:200");
        json_t *exact = solve(line, 0);
        for (int part = 0; part < 2; part++)
            for (size_t k = 0; k < 3; k++) {
                const json_t *x = json_object_get(in_double, parts[part]);
                double a = component(x, "v", k);
                double b = component(json_object_get(exact, parts[part]), "v", k);
                cr_expect(json_is_null(x) || fabs(a - b) <= 1e-12, "%s: %.17g, %.17g",
                          methods[i], a, b);
            }
        for (int k = 0; k < 2; k++) {
            double a = constraint_error(in_double, errors[k]);
            double b = constraint_error(exact, errors[k]);
            cr_expect(isfinite(a) && fabs(a - b) <= 1e-12, "%s: %.17g, %.17g", methods[i],
                      a, b);
        }
    }
}

static json_t *solve_text(const char *model, const char *rest, int status) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "mine.model", model), line[512];
    snprintf(line, sizeof line, "solve %s --json %s", path, rest);
    json_t *document = solve(line, status);
    return document;
}

static const char vanishing[] = "position x = 0.6, y = 0.8\n"
                                "velocity u = -0.3, v = -0.4\n"
                                "x' = u\n"
                                "y' = v\n"
                                "u' = 0.2\n"
                                "v' = 0\n"
                                "joint ring = x^2 + y^2 - (1 - t)\n";

Test(solve_joints, a_joint_that_cannot_be_kept_is_named) {
    json_t *d = solve_text(
        vanishing, "--method semi-explicit-euler --step 0.1 --until 2 --at 0.25,1.5", 1);
    cr_expect_str_eq(text_in(d, "status"), "failed");
    cr_expect(strstr(text_in(d, "why"), "joint 'ring': ") != NULL, "%s",
              text_in(d, "why"));
    cr_expect(number(json_object_get(d, "t")) < 1.1);
    cr_expect(json_array_size(json_object_get(d, "samples")) == 1);
}

/* Where error control sees the velocity grow beyond all bounds before. */
Test(solve_joints, a_joint_that_ends_ends_the_run_before_it) {
    static const char *const rest[] = {
        "--method runge-kutta-merson --accuracy 1e-4 --until 2 --at 0.25,1.5",
        "--method bdf --accuracy 1e-4 --until 2 --at 0.25,1.5"};
    for (int i = 0; i < 2; i++) {
        json_t *d = solve_text(vanishing, rest[i], 1);
        double t = number(json_object_get(d, "t"));
        cr_expect(strlen(text_in(d, "why")) > 0 && t > 0.9 && t < 1.01, "%s: %g", rest[i],
                  t);
        cr_expect(json_array_size(json_object_get(d, "samples")) == 1);
    }
}

/* No double is so near to the rod. */
Test(solve_joints, a_start_that_cannot_be_projected_is_told_with_its_joint) {
    static const char *const rest[] = {"--method semi-explicit-euler --step 0.1",
                                       "--method bdf --accuracy 1e-4",
                                       "--method runge-kutta-merson --accuracy 1e-4"};
    for (int i = 0; i < 3; i++) {
        char line[256];
        snprintf(line, sizeof line, "%s --until 1 --option constraint-tolerance=1e-40",
                 rest[i]);
        json_t *d = solve_text("position x = 0.1, y = 0.7\n"
                               "velocity u = 0, v = 0\n"
                               "x' = u\n"
                               "y' = v\n"
                               "u' = -x\n"
                               "v' = -9.81\n"
                               "joint bar = sqrt(x^2 + 2*y^2) - sqrt(0.99)\n",
                               line, 1);
        cr_expect(strstr(text_in(d, "why"), "joint 'bar': ") != NULL, "%s: %s", rest[i],
                  text_in(d, "why"));
        cr_expect(number(json_object_get(d, "t")) == 0);
        cr_expect(component(json_object_get(d, "state"), "q", 0) == 0.1);
    }
}

/* The two joints agree on where the point is at the start. */
static const char twice_held[] = "position x = 0.6, y = 0.8\n"
                                 "velocity u = 0, v = 0\n"
                                 "x' = u\n"
                                 "y' = v\n"
                                 "u' = -x\n"
                                 "v' = -9.81\n"
                                 "joint here = x - 0.6\n"
                                 "joint there = x - 0.6 - 0.1*t^%d\n";

/* Not even on how it has to be accelerated there. */
Test(solve_joints, joints_that_contradict_each_other_at_the_start_are_refused) {
    struct scratch s = scratch_make();
    char model[512];
    snprintf(model, sizeof model, twice_held, 2);
    char *path = scratch_write(&s, "mine.model", model);
    halfstep_says(2, NULL, "joint 'there' contradicts",
                  "solve %s --method bdf --accuracy 1e-4 --until 1", path);
}

/* But not later. */
Test(solve_joints, joints_that_contradict_each_other_later_are_told_by_name) {
    static const char *const rest[] = {
        "--method semi-explicit-euler --step 0.1 --until 1",
        "--method runge-kutta-merson --accuracy 1e-4 --until 1",
        "--method bdf --accuracy 1e-4 --until 1"};
    char model[512];
    snprintf(model, sizeof model, twice_held, 3);
    for (int i = 0; i < 3; i++) {
        json_t *d = solve_text(model, rest[i], 1);
        cr_expect(strstr(text_in(d, "why"), "joint 'here'") != NULL ||
                      strstr(text_in(d, "why"), "joint 'there'") != NULL,
                  "%s: %s", rest[i], text_in(d, "why"));
        cr_expect(number(json_object_get(d, "t")) < 0.5);
        cr_expect(fabs(component(json_object_get(d, "state"), "q", 0) - 0.6) < 1e-3);
    }
}

Test(solve_joints, show_and_list_tell_the_joints) {
    json_t *shown = solve("show andrews --json", 0), *joint;
    size_t i;
    cr_expect(json_integer_value(json_object_get(shown, "joints")) == 6);
    json_array_foreach(json_object_get(shown, "joint"), i, joint) {
        cr_expect(json_is_true(json_object_get(joint, "holonomic")));
        cr_expect(json_is_true(json_object_get(joint, "independent")));
    }
    /* Schiehlen's values: F. Mazzia, C. Magherini, Test Set for IVP Solvers (2008), II-5 */
    const json_t *first = json_array_get(json_object_get(shown, "joint"), 0);
    double lambda = number(json_object_get(first, "multiplier"));
    cr_expect(i == 6 && fabs(lambda - 98.56687039624109) < 1e-10, "%.17g", lambda);
    cr_expect(json_is_true(json_object_get(shown, "reduced")));
    shown = solve("show free_rotation --json", 0);
    const json_t *q = json_array_get(json_object_get(shown, "quaternion"), 0);
    cr_expect_str_eq(text_in(q, "name"), "attitude");
    cr_expect(json_array_size(json_object_get(q, "positions")) == 4);
    cr_expect(json_array_size(json_object_get(shown, "joint_equations")) == 1);
    struct program_outcome o = halfstep_run("show rod_pendulum");
    cr_expect(strstr(o.out, "joint rod = sqrt(x^2 + y^2 + z^2) - l") != NULL, "%s",
              o.out);
    cr_expect(strstr(o.out, "rod: 5.3003656") != NULL, "%s", o.out);
    o = halfstep_run("list");
    cr_expect(strstr(o.out, ", 1 joint\n") != NULL);
    cr_expect(strstr(o.out, ", 6 joints\n") != NULL);
    cr_expect(strstr(o.out, "constraint-tolerance") != NULL);
}

/* Multipliers published for the car axis: the truth has them too. */
Test(solve_joints, published_multipliers_are_held_against_the_truth) {
    json_t *d = solve("truth car_axis --json", 0), *value;
    size_t i;
    int multipliers = 0;
    json_array_foreach(json_object_get(d, "published"), i, value) {
        cr_expect_str_eq(text_in(value, "verdict"), "confirmed", "%s",
                         text_in(value, "component"));
        multipliers += strcmp(text_in(value, "component"), "across") == 0 ||
                       strcmp(text_in(value, "component"), "bar") == 0;
    }
    cr_expect(multipliers == 2, "%d", multipliers);
}

/* Bricard's six bars move although their joints leave no freedom to spare: off the constraints
 * one more row than on them is independent. */
Test(solve_joints, rows_that_follow_from_others_are_kept_at_every_precision) {
    static const int bits[] = {600, 24, 53, 64, 256};
    double first[3];
    for (int k = 0; k < 5; k++) {
        char line[256];
        snprintf(line, sizeof line,
                 "solve bricard --json --method semi-explicit-euler --step 0.01 --until "
                 "0.02 --arithmetic mpfr:%d",
                 bits[k]);
        json_t *d = solve(line, 0);
        for (size_t i = 0; i < 3; i++) {
            const double q = component(json_object_get(d, "state"), "q", i);
            first[i] = k == 0 ? q : first[i];
            cr_expect(fabs(q - first[i]) < fmax(ldexp(1, 8 - bits[k]), 1e-15),
                      "%d bits, position %zu: %g off", bits[k], i, q - first[i]);
        }
    }
}

/* The time stepper does not project them onto their length. */
Test(solve_joints, errors_of_quaternions_are_told_of_methods_that_project) {
    static const char line[] = "solve free_rotation --step 0.01 --until 0.01 --method %s",
                      errors[] = "errors of the quaternions\n  position  ";
    struct program_outcome by = halfstep_run(line, "semi-explicit-euler");
    struct program_outcome other = halfstep_run(line, "contact-stepper");
    cr_expect(by.status == 0 && strstr(by.out, errors) != NULL, "%s%s", by.out, by.err);
    cr_expect(other.status == 0 && strstr(other.out, errors) == NULL, "%s%s", other.out,
              other.err);
}

Test(solve_joints, a_person_reads_multipliers_and_errors) {
    static const char line[] = "solve rod_pendulum --method semi-explicit-euler --step "
                               "0.01 --until 0.01";
    struct program_outcome o = halfstep_run(line);
    cr_expect(strstr(o.out, "\nmultipliers\n  rod  ") != NULL &&
                  strstr(o.out, "\nerrors of the joints\n  position  ") != NULL,
              "%s%s", o.out, o.err);
}
