/* `halfstep solve --steps` tells of each step what the originals record: Drake's integrators its
 * end, its size, the next one's and the result code, Simbody's time stepper every solve.
 *
 * Seen to fail: the size of the step before; the end for the proposed size; solves of one step
 * told with the next; impulses for expansions; rounds of impacts not told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/tests/original.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/scratch.h"
#include "harness/tests/solve/session.h"
#include "harness/tests/solve/simbody_contact.h"

enum { one_in = 4 }; /* of the cases */

static double item(const json_t *array, size_t i) {
    const json_t *value = json_array_get(array, i);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static json_t *run(const char *line, const char *more) {
    char all[SIMBODY_LINE_ROOM + 64];
    enum exit_status status;
    cr_assert(snprintf(all, sizeof all, "%s %s", line, more) < (int)sizeof all);
    return session_json(all, &status);
}

/* Drake's codes: 4, time has advanced; 5, a limit was reached. */
static void compare_step(const char *id, const json_t *recorded, const json_t *step,
                         double tolerance) {
    static const char *const names[] = {"t", "h", "next"};
    const bool advanced = strcmp(original_word(step, "code", ""), "advanced") == 0;
    for (size_t i = 0; i < 3; i++) {
        const json_t *found = json_object_get(step, names[i]);
        if (json_is_null(found) && json_is_null(json_array_get(recorded, i)))
            continue; /* nothing is proposed */
        const double off = json_is_number(found)
                               ? fabs(json_number_value(found) - item(recorded, i))
                               : NAN;
        cr_expect(isfinite(off) && off <= tolerance, "%s: %s off by %g", id, names[i],
                  off);
    }
    cr_expect(advanced == (item(recorded, 3) < 5), "%s: %s", id,
              original_word(step, "code", ""));
}

Test(solve_steps, of_drake_s_runs_ends_sizes_and_codes_are_the_recorded_ones,
     .timeout = 120) {
    json_t *records = original_read(), *record, *recorded;
    const json_t *usual = json_object_get(records, "config_defaults");
    size_t i, k, compared = 0;
    json_array_foreach(json_object_get(records, "cases"), i, record) {
        const json_t *steps = json_object_get(record, "steps");
        char line[ORIGINAL_LINE_ROOM];
        if (i % one_in != 0 || json_array_size(steps) == 0 || !original_is_robust(record))
            continue;
        original_line(record, usual, false, line);
        json_t *document = run(line, "--steps");
        json_array_foreach(steps, k, recorded) {
            compare_step(original_word(record, "id", ""), recorded,
                         json_array_get(json_object_get(document, "steps"), k),
                         original_tolerance(record));
            compared++;
        }
    }
    cr_expect(compared > 200, "%zu", compared);
}

/* Multipliers oppose forces, so signs differ. */
static double find_distance(const json_t *recorded, const json_t *found, double sign) {
    double largest = 0;
    for (size_t i = 0; i < json_array_size(recorded); i++)
        largest = fmax(largest, fabs(item(recorded, i) - sign * item(found, i)));
    return json_array_size(recorded) == json_array_size(found) ? largest : NAN;
}

/* With Newton's law the original adds the velocities that restitution asks for to those before. */
static void compare_solve(const json_t *recorded, const json_t *solve, bool is_newton,
                          size_t place) {
    const json_t *imposed = json_object_get(solve, "expansion");
    const double of_a_row = 1.4e-14;
    double off = find_distance(json_object_get(recorded, "pi"),
                               json_object_get(solve, "impulse"), -1);
    if (json_is_array(imposed))
        off =
            fmax(off, find_distance(json_object_get(recorded, "piExpand"), imposed, -1));
    if (!is_newton)
        off = fmax(off, find_distance(json_object_get(recorded, "verr_in"),
                                      json_object_get(solve, "before"), 1));
    cr_expect(isfinite(off) && off <= of_a_row, "record %zu: off by %g", place, off);
}

/* Impacts and load of the first step of cradles, whose contacts all are near. */
Test(solve_steps, of_simbody_s_cradles_every_solve_is_the_recorded_one) {
    json_t *records = simbody_read_contacts(), *record;
    size_t i, k, compared = 0;
    json_array_foreach(json_object_get(records, "cradle"), i, record) {
        const json_t *recorded = json_object_get(record, "first_step_solves");
        char line[SIMBODY_LINE_ROOM];
        if (strncmp(simbody_text(record, "case"), "cradle5", 7) != 0 ||
            simbody_number(record, "gap") > 0)
            continue;
        const bool is_newton =
            strcmp(simbody_text(json_object_get(record, "config"), "restitution"),
                   "Newton") == 0;
        simbody_contact_line("cradle", record, line);
        *strstr(line, " --at ") = '\0';
        json_t *document = run(line, "--steps");
        const json_t *first = json_array_get(json_object_get(document, "steps"), 0);
        const json_t *solves = json_object_get(first, "solves");
        for (k = 0; k < json_array_size(recorded); k++, compared++)
            compare_solve(json_array_get(recorded, k), json_array_get(solves, k),
                          is_newton, i);
        /* and the projection of positions */
        cr_expect(json_array_size(solves) == k + 1, "record %zu: %zu solves", i,
                  json_array_size(solves));
    }
    cr_expect(compared > 200, "%zu", compared);
}

/* A free body that comes back from a floor, of mass 1: in closed form. */
Test(solve_steps, each_solve_of_a_bounce_is_told) {
    static const struct {
        const char *phase;
        double h, impulse, expansion, before, after;
    } solves[] = {{"compression", 0, 2, NAN, -2, 0},
                  {"expansion", 0, 0, 2, 0, 2},
                  {"load", 0.25, 0, NAN, 2, 2}};
    struct scratch folder = scratch_make();
    char *path = scratch_write(&folder, "free.model",
                               "position x = 1\nvelocity v = -2\nx' = v\nv' = 0\n"
                               "contact floor { gap = x; restitution = 1 }\n");
    json_t *document = halfstep_json(0,
                                     "solve %s --method contact-stepper --step 1/4 "
                                     "--until 3/4 --steps --json",
                                     path);
    const json_t *last = json_array_get(json_object_get(document, "steps"), 2);
    cr_assert(json_array_size(json_object_get(last, "solves")) == 3);
    for (size_t i = 0; i < 3; i++) {
        const json_t *solve = json_array_get(json_object_get(last, "solves"), i);
        cr_expect_str_eq(original_word(solve, "phase", ""), solves[i].phase);
        cr_expect(json_number_value(json_object_get(solve, "t")) == 0.5 &&
                      json_number_value(json_object_get(solve, "h")) == solves[i].h &&
                      (json_integer_value(json_object_get(solve, "iterations")) > 0) ==
                          (i == 0),
                  "%zu", i);
        cr_expect(item(json_object_get(solve, "impulse"), 0) == solves[i].impulse &&
                      item(json_object_get(solve, "before"), 0) == solves[i].before &&
                      item(json_object_get(solve, "after"), 0) == solves[i].after,
                  "%zu", i);
        cr_expect(isnan(solves[i].expansion)
                      ? json_is_null(json_object_get(solve, "expansion"))
                      : item(json_object_get(solve, "expansion"), 0) ==
                            solves[i].expansion,
                  "%zu", i);
    }
}

Test(solve_steps, a_step_that_fails_is_the_last_one_told) {
    json_t *document = run("solve cradle_light --set middle=1e-12 --method "
                           "contact-stepper --option unverified=fail --step 1e-3 --until "
                           "0.05 --json",
                           "--steps");
    const json_t *steps = json_object_get(document, "steps");
    const json_t *failed = json_array_get(steps, 0);
    cr_expect(json_array_size(steps) == 1);
    cr_expect_str_eq(original_word(failed, "code", ""), "failed");
    cr_expect(json_is_null(json_object_get(failed, "h")));
    const json_t *solve = json_array_get(json_object_get(failed, "solves"), 0);
    cr_expect_str_eq(original_word(solve, "verdict", ""), "not verified");
    cr_expect(json_number_value(json_object_get(solve, "residual")) > 0.1);
    cr_expect(json_is_null(json_object_get(document, "verdict"))); /* of no step */
}

Test(solve_steps, a_person_reads_them_before_the_state) {
    struct program_outcome o =
        halfstep_run("solve slider_stack --method contact-stepper --set n=1 --step "
                     "0.125 --until 0.25 --steps");
    cr_expect(strstr(o.out, "step to t = 0.125, h 0.125, next 0.125: advanced\n"
                            "    load, impulse 1.22625") == o.out,
              "%s%s", o.out, o.err);
    o = halfstep_run("solve bouncing_ball --method contact-stepper --step 0.25 --until "
                     "0.5 --steps");
    cr_expect(strstr(o.out, ": reached-end\n    load, impulse 0: tight\n"
                            "    compression 1, impulse ") != NULL &&
                  strstr(o.out, "\n    expansion 1, impulse 0, imposed ") != NULL &&
                  strstr(o.out, "\n  largest_residual  ") != NULL &&
                  strstr(o.out, "largest_residual_time") == NULL, /* there is none */
              "%s%s", o.out, o.err);
    static const char *const wrong[] = {"--at 0.1", "--arithmetic mpfr:60"};
    for (int i = 0; i < 2; i++) {
        halfstep_says(
            2, NULL, "--steps",
            "solve pendulum --method implicit-euler --step 0.1 --until 0.2 --steps "
            "%s",
            wrong[i]);
    }
}
