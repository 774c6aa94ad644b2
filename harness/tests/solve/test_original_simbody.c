/* `halfstep solve` does what Simbody's SemiExplicitEulerIntegrator, its
 * SemiExplicitEuler2Integrator and its RungeKuttaMersonIntegrator with coordinate projection
 * do: every recorded run, with the catalogue's own models, through the command line.
 *
 * Springs and pendulums in one coordinate are compared bit by bit. What is projected onto a
 * joint or a quaternion goes through a factorisation there and a formula here: counters are
 * the same, states to 1e-12, or a hundred times what
 * a change of the start in its last place makes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/tests/solve/session.h"
#include "harness/tests/program.h"
#include "harness/tests/solve/simbody.h"

enum { records_without_joints = 101, records_with_joints = 41, one_in = 25 };

static bool is_case(const json_t *record, const char *name) {
    return strcmp(simbody_text(record, "case"), name) == 0;
}

/* The original went on with what is not finite. */
static bool overflows(const json_t *record) {
    const json_t *samples = json_object_get(record, "samples");
    const json_t *last = json_array_get(samples, json_array_size(samples) - 1);
    return json_is_null(json_array_get(json_object_get(last, "q"), 0));
}

/* Samples of a run of steps are states after a step. */
static void compare_samples(const json_t *record, size_t place, const json_t *document) {
    const json_t *recorded = json_object_get(record, "samples");
    const json_t *found = json_object_get(document, "samples");
    cr_expect(json_array_size(found) == json_array_size(recorded));
    for (size_t i = 0; i < json_array_size(recorded); i++) {
        const json_t *sample = json_array_get(found, i);
        double off = simbody_distance(json_array_get(recorded, i),
                                      json_object_get(sample, "state"));
        cr_expect(off == 0, "record %zu: sample %zu is off by %g", place, i, off);
    }
}

Test(original_simbody, springs_and_pendulums_have_the_same_bits_and_counters) {
    json_t *records = simbody_read(), *record;
    size_t i, compared = 0;
    json_array_foreach(json_object_get(records, "unconstrained"), i, record) {
        char line[SIMBODY_LINE_ROOM];
        enum exit_status status;
        if (is_case(record, "free_rotation_quaternion") || overflows(record))
            continue;
        simbody_line(record, 0, line);
        json_t *document = session_json(line, &status);
        cr_expect(status == EXIT_PASSED, "record %zu: %d", i, status);
        double off = simbody_distance(record, json_object_get(document, "state"));
        cr_expect(off == 0, "record %zu: off by %g", i, off);
        compare_samples(record, i, document);
        cr_expect(simbody_count_differences(record, i, document) == 0);
        compared++;
    }
    cr_expect(i == records_without_joints && compared == 95, "%zu of %zu", compared, i);
}

/* What the original makes of infinite states is no solution. */
Test(original_simbody, runs_that_overflow_end_at_the_last_finite_state) {
    json_t *records = simbody_read(), *record;
    size_t i, compared = 0;
    json_array_foreach(json_object_get(records, "unconstrained"), i, record) {
        char line[SIMBODY_LINE_ROOM];
        enum exit_status status;
        if (json_object_get(record, "samples") == NULL || !overflows(record))
            continue;
        simbody_line(record, 0, line);
        json_t *document = session_json(line, &status);
        cr_expect(status == EXIT_VERDICT, "record %zu: %d", i, status);
        cr_expect(strstr(simbody_text(document, "why"), "not finite") != NULL);
        compared++;
    }
    cr_expect(compared == 3, "%zu", compared);
}

Test(original_simbody, a_free_body_is_normalised_as_often) {
    json_t *records = simbody_read(), *record;
    size_t i, compared = 0;
    json_array_foreach(json_object_get(records, "unconstrained"), i, record) {
        char line[SIMBODY_LINE_ROOM];
        enum exit_status status;
        if (!is_case(record, "free_rotation_quaternion"))
            continue;
        simbody_line(record, 0, line);
        json_t *document = session_json(line, &status);
        double off = simbody_distance(record, json_object_get(document, "state"));
        cr_expect(isfinite(off) && off <= 1e-12, "record %zu: off by %g", i, off);
        cr_expect(simbody_count_differences(record, i, document) == 0);
        compared++;
    }
    cr_expect(compared == 3, "%zu", compared);
}

static json_t *run_moved(const json_t *record, double moved) {
    char line[SIMBODY_LINE_ROOM];
    enum exit_status status;
    simbody_line(record, moved, line);
    json_t *document = session_json(line, &status);
    bool threw = json_object_get(record, "exception") != NULL;
    cr_expect(status == (threw ? EXIT_VERDICT : EXIT_PASSED), "%s",
              simbody_text(document, "why"));
    return document;
}

/* How far the end moves when the start moves by a few units in the last place. */
static double find_sensitivity(const json_t *record, const json_t *document) {
    const double moved = 1e-15;
    json_t *other = run_moved(record, moved);
    const json_t *x = json_object_get(document, "state");
    json_t *as_record = json_pack("{s:O, s:O}", "q", json_object_get(x, "q"), "u",
                                  json_object_get(x, "v"));
    return simbody_distance(as_record, json_object_get(other, "state"));
}

/* Semi-explicit Euler 2 with large steps feeds energy into the pendulum until its velocity is
 * past all bounds at a finite time. */
static void compare_blow_up(const json_t *document) {
    const double t = simbody_number(document, "t"), blow_up = 6.5542;
    cr_expect(isfinite(t) && fabs(t - blow_up) < 1e-4, "%.17g", t);
}

/* Where every step is projected to 1e-11, rounding decides whether an error is zero and there is
 * anything to project. The living original's own count varies by as much when its start moves by
 * 1e-16, and the rod's functions written as the original has them give all of its counts
 * (test_projected_original). */
static bool is_decided_by_rounding(const json_t *record) {
    return simbody_number(record, "accuracy") == 1e-10 &&
           strcmp(simbody_text(record, "projection"), "every_step") == 0;
}

/* Of one counter that differs: it is u_projections, by 2 of some thousand. */
static void compare_projections(const json_t *record, const json_t *document) {
    const json_t *within = json_object_get(record, "stats");
    const double recorded =
        simbody_number(within != NULL ? within : record, "u_projections");
    const double found =
        simbody_number(json_object_get(document, "statistics"), "u_projections");
    cr_expect(is_decided_by_rounding(record));
    cr_expect(recorded > 3000 && recorded != found && fabs(recorded - found) <= 2,
              "%g, not %g", found, recorded);
}

Test(original_simbody, a_point_on_a_rod_is_projected_as_often) {
    const double usual = 1e-12, many = 100;
    json_t *records = simbody_read(), *record;
    size_t i;
    int different = 0;
    json_array_foreach(json_object_get(records, "constrained"), i, record) {
        json_t *document = run_moved(record, 0);
        if (json_object_get(record, "exception") != NULL) {
            compare_blow_up(document);
            continue;
        }
        double off = simbody_distance(record, json_object_get(document, "state"));
        double allowed = fmax(usual, many * find_sensitivity(record, document));
        cr_expect(isfinite(off) && off <= allowed, "record %zu: off by %g, %g allowed", i,
                  off, allowed);
        int differences = simbody_count_differences(record, i, document);
        if (differences > 0)
            compare_projections(record, document);
        different += differences;
    }
    cr_expect(i == records_with_joints && different <= 2, "%zu, %d", i, different);
}

Test(original_simbody, the_program_itself_prints_the_same) {
    json_t *records = simbody_read();
    const json_t *cases = json_object_get(records, "unconstrained");
    for (size_t i = 1; i < json_array_size(cases); i += one_in) {
        const json_t *record = json_array_get(cases, i);
        char line[SIMBODY_LINE_ROOM];
        simbody_line(record, 0, line);
        json_t *document = program_json(HALFSTEP_PROGRAM, line, overflows(record));
        cr_expect(overflows(record) ||
                  simbody_distance(record, json_object_get(document, "state")) == 0);
    }
}
