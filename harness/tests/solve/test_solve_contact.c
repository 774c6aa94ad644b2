/* `halfstep solve --method contact-stepper`, and what list and show say of contacts, through the
 * program.
 *
 * Seen to fail: samples on the line from the wrong end, on the cubic; default mode in MPFR for
 * the faithful one; gaps at another state; static for dynamic friction; contacts' statements
 * taken for joints'; impulses of joints left out; joints in faithful mode; one threshold told
 * for another; the last step's verdict for the run's; the whole impulse for the load's; rounds
 * that run out not counted; contradictions told where masses differ; crossings not told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/scratch.h"

#define BALL "solve bouncing_ball --method contact-stepper --set z0=0.83 --set e=0.6 "

static const double g = 9.81, height = 0.83, e = 0.6;

static double number_in(const json_t *object, const char *name) {
    const json_t *value = json_object_get(object, name);
    if (json_is_string(value))
        return strtod(json_string_value(value), NULL);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *text_in(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text == NULL ? "" : text;
}

static double component(const json_t *document, const char *part, size_t i) {
    const json_t *state = json_object_get(document, "state");
    const json_t *value = json_array_get(json_object_get(state, part), i);
    if (json_is_string(value))
        return strtod(json_string_value(value), NULL);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void expect_near(const char *what, double found, double expected,
                        double tolerance) {
    cr_expect(isfinite(found) && fabs(found - expected) <= tolerance,
              "%s is %.17g, not %.17g", what, found, expected);
}

/* After one bounce, in closed form. */
static void find_flight(double t, double *z, double *v) {
    const double u = sqrt(2 * g * height), rest = t - u / g;
    *z = e * u * rest - g * rest * rest / 2;
    *v = e * u - g * rest;
}

Test(solve_contact, a_bounce_is_that_of_the_closed_form_in_double_and_in_mpfr) {
    static const char *const ways[] = {"--step 1/64", "--accuracy 1e-4",
                                       "--step 1/64 --arithmetic mpfr:120"};
    double z, v;
    find_flight(0.625, &z, &v);
    for (int i = 0; i < 3; i++) {
        json_t *document = halfstep_json(0, BALL "--until 0.625 --json %s", ways[i]);
        expect_near("z", component(document, "q", 0), z, 1e-14);
        expect_near("v", component(document, "v", 0), v, 1e-14);
        expect_near(
            "gap",
            number_in(json_object_get(json_object_get(document, "contacts"), "floor"),
                      "gap"),
            z, 1e-14);
    }
}

/* A tenth of a millimetre above the floor the ball touches it, in faithful mode: recorded is
 * v = 2.20234... after the step to 0.452. */
Test(solve_contact, faithful_mode_is_the_same_in_mpfr) {
    static const char *const ways[] = {"", "--arithmetic mpfr:120"};
    double z[2], v[2];
    for (int i = 0; i < 2; i++) {
        json_t *document = halfstep_json(
            0,
            "solve bouncing_ball --method contact-stepper --set z0=1 --set e=0.5 "
            "--option mode=faithful --step 1/1000 --until 0.452 --json %s",
            ways[i]);
        cr_expect_str_eq(text_in(json_object_get(document, "settings"), "mode"),
                         "faithful");
        z[i] = component(document, "q", 0);
        v[i] = component(document, "v", 0);
    }
    expect_near("v", v[0], 2.202344999999988, 1e-13);
    expect_near("z", z[0], z[1], 1e-13);
    expect_near("v", v[0], v[1], 1e-13);
}

Test(solve_contact, a_document_tells_what_is_in_use) {
    json_t *document = halfstep_json(
        0, BALL "--step 1/64 --until 0.5 --json --option mode=faithful --option "
                "restitution=newton --option induced=mixed --option projection=none "
                "--option capture-velocity=0.01 --option constraint-tolerance=1e-4");
    const json_t *settings = json_object_get(document, "settings");
    const json_t *in_use = json_object_get(settings, "in_use");
    cr_expect_str_eq(text_in(settings, "restitution"), "newton");
    cr_expect(json_is_null(json_object_get(settings, "solver")));
    cr_expect_str_eq(text_in(in_use, "restitution"), "newton");
    cr_expect_str_eq(text_in(in_use, "induced"), "mixed");
    cr_expect_str_eq(text_in(in_use, "projection"), "none");
    cr_expect_str_eq(text_in(in_use, "solver"), "plus");
    cr_expect(number_in(in_use, "constraint-tolerance") == 1e-4);
    cr_expect(number_in(in_use, "capture-velocity") == 0.01);
    cr_expect(number_in(in_use, "min-cor-velocity") == 0.01);
    cr_expect(number_in(in_use, "friction-transition-velocity") == 2e-4);
    cr_expect(number_in(in_use, "min-significant-force") == exp2(-45.5));
}

Test(solve_contact, counters_events_and_verdict_are_told) {
    json_t *document = halfstep_json(0, BALL "--step 1/64 --until 0.625 --json");
    const json_t *statistics = json_object_get(document, "statistics");
    static const char *const names[] = {
        "steps_attempted", "solves_tight",     "gap_evals", "position_projections",
        "energy_rises",    "largest_residual", "next_step"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect(json_object_get(statistics, names[i]) != NULL, "%s", names[i]);
    cr_expect(number_in(statistics, "steps_taken") == 40);
    cr_expect(number_in(statistics, "impacts") == 1);
    cr_expect(number_in(statistics, "solves") == number_in(statistics, "solves_tight"));
    cr_expect(number_in(document, "events") == 1);
    cr_expect_str_eq(text_in(document, "verdict"), "tight");
    cr_expect(json_is_null(json_object_get(document, "error_estimate")));
}

/* A ball that falls on the floor and is at rest there: the step in which it lands has both. */
Test(solve_contact, impulses_are_split_into_impact_and_load) {
    json_t *document =
        halfstep_json(0, "solve bouncing_ball --method contact-stepper --set "
                         "z0=0.83 --set e=0 --step 1/64 --until 27/64 "
                         "--json");
    const json_t *floor = json_object_get(json_object_get(document, "contacts"), "floor");
    const double fall = sqrt(2 * height / g), m = 1.37;
    static const char *const names[] = {"impulse", "impact", "load"};
    const double expected[] = {m * g * 27 / 64, m * g * fall, m * g * (27. / 64 - fall)};
    for (int i = 0; i < 3; i++) {
        const json_t *found = json_array_get(json_object_get(floor, names[i]), 0);
        expect_near(names[i], json_number_value(found), expected[i], 1e-14);
    }
}

/* Two balls fly through each other in a faithful step, at 173 m/s in steps of 3.46 m: that is
 * told. */
Test(solve_contact, what_a_faithful_step_may_have_crossed_is_told) {
    static const char model[] =
        "title \"Two balls\"\nsource \"none\"\nwhy \"they pass\"\ntags contact\n"
        "param m = 1.37\nspan 0 .. 0.1\nposition x = -6, y = 6\n"
        "velocity u = 173, w = -173\nx' = u\ny' = w\nmass u, u = m\nmass w, w = m\n"
        "force u = 0\nforce w = 0\n"
        "contact balls {\n    gap = sqrt((x - y)^2) - 0.2\n    restitution = 1\n}\n";
    struct scratch folder = scratch_make();
    char *path = scratch_write(&folder, "balls.model", model), line[512];
    snprintf(line, sizeof line,
             "solve %s --method contact-stepper --option mode=faithful --step 0.02 "
             "--until 0.06",
             path);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == 0 &&
                  strstr(o.out, "verdict of the run: tight, but contacts may have been "
                                "crossed unseen 1 time, first 'balls' in the step from "
                                "t = 0.02\n") != NULL,
              "%s", o.out);
    strcat(line, " --option unverified=fail");
    o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == 1 && strstr(o.err, "contact 'balls': may have been crossed "
                                             "unseen") != NULL,
              "%d %s", o.status, o.err);
}

/* The masses 1, 1e-12, 1: the first step cannot be verified, and all that follow are free. */
Test(solve_contact, the_verdict_is_that_of_the_whole_run) {
    static const char line[] = "solve cradle_light --set middle=1e-12 --method "
                               "contact-stepper --step 1e-3 --until 0.05";
    char with[256];
    snprintf(with, sizeof with, "%s --json", line);
    json_t *document = program_json(HALFSTEP_PROGRAM, with, 0);
    const json_t *statistics = json_object_get(document, "statistics");
    cr_expect_str_eq(text_in(document, "verdict"), "not verified");
    cr_expect_str_eq(text_in(document, "last_verdict"), "tight");
    cr_expect(number_in(statistics, "steps_unverified") == 1);
    cr_expect(number_in(statistics, "first_unverified_time") == 0);
    cr_expect(number_in(statistics, "largest_residual_time") == 0);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == 0 &&
                  strstr(o.out, "verdict of the run: not verified in 1 of 50 steps, "
                                "first in that from t = 0; largest residual") != NULL,
              "%s", o.out);
    snprintf(with, sizeof with, "%s --option unverified=fail", line);
    o = program_run_line(HALFSTEP_PROGRAM, with);
    cr_expect(o.status == 1, "%d: %s", o.status, o.err);
}

Test(solve_contact, masses_too_different_are_ill_conditioned_and_no_contradiction) {
    static const char line[] = "solve slider_stack --set top=1e12 --method "
                               "contact-stepper --step 1e-3 --until 2e-3";
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == 0 &&
                  strstr(o.out, "verdict of the run: ill-conditioned in 2 of 2") != NULL,
              "%s%s", o.out, o.err);
    o = halfstep_run("%s --option unverified=fail", line);
    cr_expect(o.status == 1 && strstr(o.err, "ill-conditioned") != NULL &&
                  strstr(o.err, "contradict") == NULL,
              "%s", o.err);
}

/* Steel at such steps is unstable: what grows without bound hits the wall at any speed, and is
 * located there as far as doubles tell times apart. */
Test(solve_contact, a_run_that_grows_without_bound_ends, .timeout = 60) {
    halfstep_says(
        1, NULL, "not finite",
        "solve impacting_steel --method contact-stepper --step 1/1000 --until 0.7");
}

/* The blow goes through five balls in four rounds. */
Test(solve_contact, rounds_that_run_out_are_told) {
    static const char *const modes[] = {"default", "faithful"};
    for (int i = 0; i < 4; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "solve cradle --method contact-stepper --step 1e-3 --until 2e-3 "
                 "--option mode=%s --option induced=sequential --option max-induced=%d",
                 modes[i % 2], i < 2 ? 3 : 5);
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
        const bool told =
            strstr(o.out, "; impacts not ended by max-induced rounds: 1\n") != NULL;
        cr_expect(o.status == 0 && told == (i < 2), "%s: %s", line, o.out);
    }
}

/* Where no step ends, on the line through both ends of the step. */
Test(solve_contact, samples_between_fixed_steps_are_on_a_line) {
    static const char *const ways[] = {"", "--arithmetic mpfr:100"};
    for (int k = 0; k < 2; k++) {
        json_t *document = halfstep_json(
            0, BALL "--step 1/8 --until 0.25 --at 1/32,1/8,5/32 --json %s", ways[k]);
        const json_t *samples = json_object_get(document, "samples");
        const double end = height - g / 128;
        cr_assert(json_array_size(samples) == 3);
        cr_expect_str_eq(text_in(json_object_get(document, "settings"), "at"), "linear");
        expect_near("at 1/32", component(json_array_get(samples, 0), "q", 0),
                    height + (end - height) / 4, 1e-15);
        expect_near("at 1/8", component(json_array_get(samples, 1), "q", 0), end, 1e-15);
        expect_near("v at 5/32", component(json_array_get(samples, 2), "v", 0),
                    -g * 5 / 32, 1e-15);
    }
}

Test(solve_contact, controlled_steps_end_at_the_samples) {
    json_t *document =
        halfstep_json(0, BALL "--accuracy 1e-3 --until 0.7 --at 0.1,0.625 --json");
    const json_t *samples = json_object_get(document, "samples");
    double z, v;
    find_flight(0.625, &z, &v);
    cr_assert(json_array_size(samples) == 2);
    expect_near("at 0.1", component(json_array_get(samples, 0), "q", 0),
                height - g * 0.005, 1e-14);
    expect_near("at 0.625", component(json_array_get(samples, 1), "q", 0), z, 1e-14);
    cr_expect(json_is_object(json_object_get(document, "error_estimate")));
}

/* Its weight on the floor, and a pull that friction holds. */
Test(solve_contact, contacts_and_joints_are_printed_by_name) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "pulled.model",
                               "position x = 0, y = 0, z = 0\n"
                               "velocity u = 0, v = 0, w = 0\n"
                               "x' = u\n"
                               "y' = v\n"
                               "z' = w\n"
                               "u' = 2\n"
                               "v' = -8\n"
                               "w' = 1.37\n"
                               "joint rail = z\n"
                               "contact floor { gap = y; slide = u; friction = 0.5 }\n"),
         line[256];
    snprintf(line, sizeof line,
             "solve %s --method contact-stepper --step 1/64 --until 1/4", path);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == 0, "%s", o.err);
    cr_expect(strstr(o.out, "floor        sticking, gap 0, impact 0 0, load 0.125 "
                            "-0.03125") != NULL,
              "%s", o.out);
    cr_expect(strstr(o.out, "verdict of the run: tight") != NULL, "%s", o.out);
    const char *rail = strstr(o.out, "rail ");
    cr_assert(rail != NULL, "%s", o.out);
    expect_near("rail", fabs(strtod(rail + strlen("rail"), NULL)), 1.37 / 64, 1e-12);
    snprintf(line, sizeof line,
             "solve %s --method contact-stepper --step 1/64 --until 1/4 --option "
             "mode=faithful",
             path);
    o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == 2 && strstr(o.err, "the original ignores them") != NULL, "%s",
              o.err);
}

Test(solve_contact, show_tells_gaps_restitution_and_friction) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "two.model",
                               "position x = 0.25, y = 1.5\n"
                               "velocity u = 0, v = 0\n"
                               "x' = u\n"
                               "y' = v\n"
                               "v' = -1\n"
                               "u' = 0\n"
                               "contact floor {\n"
                               "    gap = y - x\n"
                               "    slide = u\n"
                               "    restitution = 0.75\n"
                               "    static_friction = 0.5\n"
                               "    dynamic_friction = 0.25\n"
                               "}\n"
                               "contact wall { gap = 2 - x }   # smooth\n"),
         line[256];
    snprintf(line, sizeof line, "show %s", path);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(strstr(o.out, "floor: gap 1.25 at the start, restitution 0.75, friction "
                            "0.5 at rest, 0.25 sliding\n") != NULL,
              "%s", o.out);
    cr_expect(strstr(o.out, "wall: gap 1.75 at the start\n") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "contact wall { gap = 2 - x }\n") != NULL, "%s", o.out);
    snprintf(line, sizeof line, "show %s --json", path);
    json_t *about = program_json(HALFSTEP_PROGRAM, line, 0);
    const json_t *floor = json_array_get(json_object_get(about, "contact"), 0);
    cr_expect_str_eq(text_in(floor, "name"), "floor");
    cr_expect(number_in(floor, "gap") == 1.25 && number_in(floor, "slides") == 1);
    cr_expect(number_in(floor, "dynamic_friction") == 0.25);
    cr_expect(json_array_size(json_object_get(about, "contact_equations")) == 8);
}

/* Each option of the stepper has its type, its default and its meaning. */
Test(solve_contact, list_has_the_method_with_its_options) {
    json_t *document = halfstep_json(0, "list --json");
    const json_t *methods = json_object_get(document, "methods"), *its = NULL;
    json_t *method, *option;
    size_t i;
    json_array_foreach(methods, i, method) {
        if (strcmp(text_in(method, "name"), "contact-stepper") == 0)
            its = json_object_get(method, "options");
    }
    cr_assert(its != NULL);
    static const char *const names[] = {"mode",
                                        "restitution",
                                        "induced",
                                        "max-induced",
                                        "projection",
                                        "solver",
                                        "update",
                                        "locate-impacts",
                                        "max-impacts",
                                        "unverified",
                                        "threads",
                                        "constraint-tolerance",
                                        "capture-velocity",
                                        "min-cor-velocity",
                                        "friction-transition-velocity",
                                        "min-significant-force",
                                        "length",
                                        "accuracy",
                                        "units",
                                        "max-step",
                                        "min-step",
                                        "initial-step",
                                        "step-limit",
                                        "time-limit"};
    json_array_foreach(its, i, option) {
        cr_assert(i < sizeof names / sizeof *names);
        cr_expect_str_eq(text_in(option, "name"), names[i]);
        cr_expect(text_in(option, "type")[0] != '\0', "%s", names[i]);
        cr_expect(text_in(option, "default")[0] != '\0', "%s", names[i]);
        cr_expect(text_in(option, "meaning")[0] != '\0', "%s", names[i]);
    }
    cr_expect(i == sizeof names / sizeof *names, "%zu", i);
}

/* The ball meets the floor at t = sqrt(2 0.83/9.81) = 0.41136. */
Test(solve_contact, a_time_within_the_step_of_an_impact_is_told) {
    static const char *const ways[] = {"mode=default", "mode=faithful",
                                       "mode=default --arithmetic mpfr:100",
                                       "mode=faithful --arithmetic mpfr:100"};
    for (int k = 0; k < 4; k++) {
        json_t *document =
            halfstep_json(0,
                          BALL "--step 1/8 --until 0.75 --at 0.25,0.3,0.4,0.5,0.6 --json "
                               "--option %s",
                          ways[k]);
        const json_t *samples = json_object_get(document, "samples");
        cr_assert(json_array_size(samples) == 5);
        for (size_t i = 0; i < 5; i++)
            cr_expect(json_is_true(json_object_get(json_array_get(samples, i),
                                                   "impact")) == (i == 2),
                      "%s: %zu", ways[k], i);
    }
}

/* It meets the floor at t = 1/2, where a step ends. Seen to fail: no word of the impact; an impulse
 * beside its parts. */
Test(solve_contact, a_person_reads_of_impacts_on_the_way_and_of_impulses) {
    struct scratch folder = scratch_make();
    char *path = scratch_write(&folder, "free.model",
                               "position x = 1\nvelocity v = -2\nx' = v\nv' = 0\n"
                               "contact floor { gap = x; restitution = 1 }\n");
    static const char line[] = "solve %s --method contact-stepper --step 1/4 --until 1 "
                               "--at 5/8 %s",
                      sample[] = "t = 0.625   in a step with an impact: on the line "
                                 "between the step's ends\n"
                                 "  x            0.25\n"
                                 "  v            0\n"
                                 "t = 1\n";
    struct program_outcome o = halfstep_run(line, path, "");
    cr_expect(strncmp(o.out, sample, strlen(sample)) == 0, "%s%s", o.out, o.err);
    cr_expect(strstr(o.out, "\n  floor        absent, gap 1, impact 0, load 0\n") != NULL,
              "%s", o.out);
    o = halfstep_run(line, path, "--arithmetic mpfr:30");
    cr_expect(strstr(o.out, "\n  floor        gap 1.0") != NULL &&
                  strstr(o.out, "e+00, impulse 0\n") != NULL,
              "%s%s", o.out, o.err);
}
