/* `halfstep solve` does what Drake's VelocityImplicitEulerIntegrator and its
 * ImplicitEulerIntegrator do: every recorded case, single steps, runs of fixed steps and runs
 * under error control, with the catalogue's own models, through the command line.
 *
 * Compared are the statistics where a second build of the original counts the same (the
 * counts exactly, sizes of steps to the tolerance), and states and error estimates, to
 * original_tolerance.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/original.h"
#include "harness/tests/program.h"
#include "harness/tests/solve/session.h"

/* A case through the real executable for each of so many in process. */
enum {
    cases_recorded = 657,
    states_recorded = 2665,
    problems_recorded = 16,
    one_in = 60
};

/* max |found - recorded| over max(1, max |recorded|), the recorded array beginning at `from`. */
static double distance(const json_t *found, const json_t *recorded, size_t from) {
    static const char *const part[] = {"q", "v", "z"};
    double largest = 1, difference = 0;
    size_t i = from;
    for (int p = 0; p < 3; p++) {
        const json_t *array = json_object_get(found, part[p]);
        for (size_t k = 0; k < json_array_size(array); k++, i++) {
            const json_t *value = json_array_get(array, k);
            double x = json_number_value(json_array_get(recorded, i));
            if (!json_is_number(value))
                return NAN;
            largest = fmax(largest, fabs(x));
            difference = fmax(difference, fabs(json_number_value(value) - x));
        }
    }
    return i == json_array_size(recorded) ? difference / largest : NAN;
}

/* Counts and nulls are the same; sizes of steps within the tolerance. */
static bool is_same(const json_t *found, const json_t *expected, double tolerance) {
    if (json_is_null(expected))
        return json_is_null(found);
    if (json_is_integer(found) || !json_is_number(found))
        return json_equal(found, expected);
    double difference = json_number_value(found) - json_number_value(expected);
    return fabs(difference) <= tolerance;
}

static void compare_statistics(const json_t *record, const json_t *fields,
                               const json_t *document) {
    const json_t *statistics = json_object_get(document, "statistics");
    size_t i;
    json_t *field;
    json_array_foreach(fields, i, field) {
        const char *name = json_string_value(field);
        const json_t *found = json_object_get(statistics, name);
        const json_t *expected = json_array_get(json_object_get(record, "stats"), i);
        cr_expect(is_same(found, expected, original_tolerance(record)),
                  "%s: %s is %g, not %g", original_word(record, "id", ""), name,
                  json_number_value(found), json_number_value(expected));
    }
    cr_expect(json_object_size(statistics) == json_array_size(fields));
}

/* How the run ended, when, and what was counted. */
static void compare_outcome(const json_t *record, const json_t *fields,
                            const json_t *document, enum exit_status status) {
    const char *id = original_word(record, "id", "");
    const json_t *converged = json_object_get(record, "converged");
    bool threw = json_object_get(record, "exception") != NULL;
    bool succeeds = !threw && (converged == NULL || json_is_true(converged));
    double late = json_number_value(json_object_get(document, "t")) -
                  json_number_value(json_object_get(record, "t"));
    cr_expect(status == (succeeds ? EXIT_PASSED : EXIT_VERDICT), "%s: %d", id, status);
    cr_expect_str_eq(original_word(document, "status", ""), succeeds ? "ok" : "failed");
    cr_expect(threw || late == 0, "%s: late by %g", id, late);
    compare_statistics(record, fields, document);
}

/* The original throws with the rejected step in place; here it has been taken back. */
static void compare_untouched(const json_t *record, const json_t *document) {
    cr_expect(json_number_value(json_object_get(document, "t")) == 0, "%s",
              original_word(record, "id", ""));
    cr_expect(strstr(original_word(document, "why", ""), "minimum step") != NULL, "%s",
              original_word(document, "why", ""));
}

static void compare(const json_t *record, const json_t *fields, const json_t *document,
                    enum exit_status status) {
    static const char *const vectors[] = {"state", "error_estimate"};
    static const char *const recorded[] = {"x", "error_estimate"};
    if (original_is_robust(record))
        compare_outcome(record, fields, document, status);
    if (json_object_get(record, "exception") != NULL) {
        compare_untouched(record, document);
        return;
    }
    for (int i = 0; i < 2; i++) {
        const json_t *expected = json_object_get(record, recorded[i]);
        if (expected == NULL)
            continue;
        double off = distance(json_object_get(document, vectors[i]), expected, 0);
        cr_expect(isfinite(off) && off <= original_tolerance(record), "%s: %s off by %g",
                  original_word(record, "id", ""), vectors[i], off);
    }
}

/* Whether one of a model's parameters has the value. */
static bool has_parameter(json_t *parameters, double value) {
    const char *name;
    json_t *text;
    json_object_foreach(parameters, name, text) {
        if (strtod(json_string_value(text), NULL) == value)
            return true;
    }
    return false;
}

static void expect_parameters(const char *name, const json_t *recorded) {
    char line[256];
    enum exit_status status;
    size_t i;
    json_t *value;
    snprintf(line, sizeof line, "show %s --json", name);
    json_t *shown = session_json(line, &status);
    json_t *parameters = json_object_get(shown, "parameters");
    double states = (double)json_array_size(json_object_get(shown, "states"));
    json_array_foreach(recorded, i, value) {
        double number = json_number_value(value);
        bool is_size = 2 * number == states; /* of a chain, of a stack */
        cr_expect(number == 0 || is_size || has_parameter(parameters, number),
                  "%s: no parameter is %.17g", name, number);
    }
}

Test(original_solve, the_catalogues_models_start_where_the_recorded_problems_do) {
    json_t *records = original_read(), *problem;
    size_t i;
    json_array_foreach(json_object_get(records, "problems"), i, problem) {
        char line[256];
        enum exit_status status;
        const char *name = original_word(problem, "name", "");
        snprintf(line, sizeof line,
                 "solve %s --json --method implicit-euler --step 1 --until 0", name);
        json_t *document = session_json(line, &status);
        double off = distance(json_object_get(document, "state"),
                              json_object_get(problem, "x0"), 0);
        cr_expect(off == 0, "%s: off by %g", name, off);
        expect_parameters(name, json_object_get(problem, "parameters"));
    }
    cr_expect(i == problems_recorded, "%zu", i);
}

Test(original_solve, every_recorded_case_is_reproduced_by_its_name_in_the_catalogue) {
    json_t *records = original_read(), *record;
    const json_t *fields = json_object_get(records, "stats_fields");
    const json_t *usual = json_object_get(records, "config_defaults");
    size_t i;
    int compared = 0;
    json_array_foreach(json_object_get(records, "cases"), i, record) {
        char line[ORIGINAL_LINE_ROOM];
        enum exit_status status;
        original_line(record, usual, false, line);
        json_t *document = session_json(line, &status);
        compare(record, fields, document, status);
        compared++;
    }
    cr_expect(compared == cases_recorded, "%d", compared);
}

Test(original_solve, states_on_the_way_are_the_recorded_ones) {
    json_t *records = original_read(), *record;
    const json_t *usual = json_object_get(records, "config_defaults");
    size_t i, k;
    int compared = 0;
    json_array_foreach(json_object_get(records, "cases"), i, record) {
        json_t *states = original_states(record), *state;
        if (json_array_size(states) == 0)
            continue;
        char line[ORIGINAL_LINE_ROOM];
        enum exit_status status;
        original_line(record, usual, true, line);
        json_t *document = session_json(line, &status);
        const json_t *samples = json_object_get(document, "samples");
        cr_expect(json_array_size(samples) == json_array_size(states));
        json_array_foreach(states, k, state) {
            const json_t *sample = json_array_get(samples, k);
            const json_t *x = json_array_get(state, json_array_size(state) - 1);
            double off = distance(json_object_get(sample, "state"), x, 0);
            cr_expect(isfinite(off) && off <= original_tolerance(record), "%s: off by %g",
                      original_word(record, "id", ""), off);
            compared++;
        }
    }
    cr_expect(compared == states_recorded, "%d", compared);
}

Test(original_solve, the_program_itself_prints_the_same) {
    json_t *records = original_read();
    const json_t *cases = json_object_get(records, "cases");
    const json_t *usual = json_object_get(records, "config_defaults");
    for (size_t i = 7; i < json_array_size(cases); i += one_in) {
        const json_t *record = json_array_get(cases, i);
        char line[ORIGINAL_LINE_ROOM];
        original_line(record, usual, false, line);
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
        json_t *document = json_loads(o.out, 0, NULL);
        cr_assert(document != NULL, "%s", o.err);
        compare(record, json_object_get(records, "stats_fields"), document,
                (enum exit_status)o.status);
    }
}
