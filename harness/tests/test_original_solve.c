/* `halfstep solve` does what Drake's VelocityImplicitEulerIntegrator does: every recorded
 * case of fixed steps, with the catalogue's own models, through the command line.
 *
 * Compared are the integers of the statistics where a second build of the original counts
 * the same, and states and error estimates, relative to max(1, |x|): to 1e-12 or, where that
 * is more, the difference between the two builds; to ten times that difference where the two
 * builds count differently, for they are but a sample of what rounding can do.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/command.h"
#include "harness/subject.h"
#include "harness/tests/program.h"

static const double usual_tolerance = 1e-12, sensitive_factor = 10;

/* With a spring of 1e20 rounding decides whether a step is taken at all. */
static const char noise[] = "drake_double_mass";
static const double noise_tolerance = 1;

/* A case through the real executable for each of so many in process. */
enum { cases_recorded = 452, one_in = 60, line_room = 1024, most_samples = 64 };

static int open_own(void *context, struct model *m, const struct subject_options *options,
                    struct subject *s, struct diagnostic *d) {
    (void)context;
    return subject_open(s, m, options, d);
}

static const char *word_in(const json_t *config, const char *key, const char *otherwise) {
    const char *word = json_string_value(json_object_get(config, key));
    return word == NULL ? otherwise : word;
}

static void append(char *line, const char *format, ...) {
    size_t length = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + length, line_room - length, format, arguments);
    va_end(arguments);
}

static void append_number(char *line, const char *before, const json_t *value) {
    if (json_is_number(value))
        append(line, " %s%.17g", before, json_number_value(value));
}

/* An option that the case has, its word `theirs` being called `ours` here. */
static void append_word(char *line, const char *option, const json_t *config,
                        const char *theirs, const char *ours) {
    const char *word = word_in(config, option, NULL);
    if (word != NULL)
        append(line, " --option %s=%s", option, strcmp(word, theirs) == 0 ? ours : word);
}

static void append_samples(char *line, const json_t *record) {
    const json_t *states = json_object_get(record, "states");
    for (size_t i = 0; i < json_array_size(states); i++)
        append(line, "%s%.17g", i == 0 ? " --at " : ",",
               json_number_value(json_array_get(json_array_get(states, i), 0)));
}

/* The command line that repeats a case. */
static void make_line(const json_t *record, bool with_samples, char *line) {
    const json_t *config = json_object_get(record, "config");
    bool single = strcmp(word_in(record, "kind", ""), "single_step") == 0;
    double h = json_number_value(json_object_get(record, "h"));
    double steps = json_number_value(json_object_get(record, "num_requested_steps"));
    snprintf(line, line_room, "solve %s --method velocity-implicit-euler --json",
             word_in(record, "problem", ""));
    append_number(line, "--step ", json_object_get(config, "max_step"));
    append(line, " --until %.17g --option mode=faithful --option driver=%s",
           single ? h : steps * h, single ? "single" : "multiple");
    append_word(line, "jacobian", config, "automatic", "exact");
    append_word(line, "newton", config, "noreuse", "fresh");
    append_number(line, "--accuracy ", json_object_get(config, "target_accuracy"));
    append_number(line,
                  "--option min-step=", json_object_get(config, "requested_min_step"));
    if (with_samples)
        append_samples(line, record);
}

static json_t *run_in_process(char *line, enum exit_status *status) {
    char *argv[32] = {"halfstep"}, *rest = line, *text = NULL;
    size_t length;
    int argc = 1;
    for (char *word = strtok_r(line, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest))
        argv[argc++] = word;
    struct session session = {.out = open_memstream(&text, &length),
                              .err = stderr,
                              .models = HALFSTEP_MODELS,
                              .pages = "",
                              .open_subject = open_own};
    *status = command_run(&session, argc, argv);
    fclose(session.out);
    json_t *document = json_loads(text, 0, NULL);
    cr_assert(document != NULL, "%s: %s", argv[2], session.why.text);
    free(text);
    return document;
}

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

static bool is_robust(const json_t *record) {
    return json_is_true(json_array_get(json_object_get(record, "cross_build"), 0));
}

static double tolerance_of(const json_t *record) {
    const json_t *recorded = json_array_get(json_object_get(record, "cross_build"), 1);
    double difference = json_number_value(recorded);
    if (is_robust(record))
        return fmax(usual_tolerance, difference);
    if (strcmp(word_in(record, "problem", ""), noise) == 0)
        return noise_tolerance;
    return fmax(usual_tolerance, sensitive_factor * difference);
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
        bool same = json_is_null(expected)
                        ? json_is_null(found)
                        : json_is_number(found) &&
                              json_number_value(found) == json_number_value(expected);
        cr_expect(same, "%s: %s is %g, not %g", word_in(record, "id", ""), name,
                  json_number_value(found), json_number_value(expected));
    }
    cr_expect(json_object_size(statistics) == json_array_size(fields));
}

static void compare(const json_t *record, const json_t *fields, const json_t *document,
                    enum exit_status status) {
    const char *id = word_in(record, "id", "");
    const json_t *converged = json_object_get(record, "converged");
    bool succeeds = converged == NULL || json_is_true(converged);
    if (is_robust(record)) {
        cr_expect(status == (succeeds ? EXIT_PASSED : EXIT_VERDICT), "%s: %d", id,
                  status);
        cr_expect_str_eq(word_in(document, "status", ""), succeeds ? "ok" : "failed");
        cr_expect(json_number_value(json_object_get(document, "t")) ==
                      json_number_value(json_object_get(record, "t")),
                  "%s", id);
        compare_statistics(record, fields, document);
    }
    double off =
        distance(json_object_get(document, "state"), json_object_get(record, "x"), 0);
    cr_expect(isfinite(off) && off <= tolerance_of(record), "%s: off by %g", id, off);
    if (json_object_get(record, "error_estimate") == NULL)
        return;
    off = distance(json_object_get(document, "error_estimate"),
                   json_object_get(record, "error_estimate"), 0);
    cr_expect(isfinite(off) && off <= tolerance_of(record), "%s: estimate off by %g", id,
              off);
}

static json_t *read_records(void) {
    json_error_t error;
    json_t *records = json_load_file(ORIGINAL_RECORDS, 0, &error);
    cr_assert(records != NULL, "%s: %s", ORIGINAL_RECORDS, error.text);
    return records;
}

Test(original_solve, every_recorded_case_is_reproduced_by_its_name_in_the_catalogue) {
    json_t *records = read_records(), *record;
    const json_t *fields = json_object_get(records, "stats_fields");
    size_t i;
    int compared = 0;
    json_array_foreach(json_object_get(records, "cases"), i, record) {
        char line[line_room];
        enum exit_status status;
        make_line(record, false, line);
        json_t *document = run_in_process(line, &status);
        compare(record, fields, document, status);
        json_decref(document);
        compared++;
    }
    cr_expect(compared == cases_recorded, "%d", compared);
    json_decref(records);
}

Test(original_solve, states_on_the_way_are_the_recorded_ones) {
    json_t *records = read_records(), *record;
    size_t i, k;
    int compared = 0;
    json_array_foreach(json_object_get(records, "cases"), i, record) {
        json_t *states = json_object_get(record, "states"), *state;
        if (json_array_size(states) == 0)
            continue;
        char line[line_room];
        enum exit_status status;
        make_line(record, true, line);
        json_t *document = run_in_process(line, &status);
        const json_t *samples = json_object_get(document, "samples");
        cr_expect(json_array_size(samples) == json_array_size(states));
        json_array_foreach(states, k, state) {
            const json_t *sample = json_array_get(samples, k);
            double off =
                distance(json_object_get(sample, "state"), json_array_get(state, 1), 0);
            cr_expect(isfinite(off) && off <= tolerance_of(record), "%s: off by %g",
                      word_in(record, "id", ""), off);
            compared++;
        }
        json_decref(document);
    }
    cr_expect(compared > 1000, "%d", compared);
    json_decref(records);
}

Test(original_solve, the_program_itself_prints_the_same) {
    json_t *records = read_records();
    const json_t *cases = json_object_get(records, "cases");
    for (size_t i = 7; i < json_array_size(cases); i += one_in) {
        const json_t *record = json_array_get(cases, i);
        char line[line_room];
        make_line(record, false, line);
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
        json_t *document = json_loads(o.out, 0, NULL);
        cr_assert(document != NULL, "%s", o.err);
        compare(record, json_object_get(records, "stats_fields"), document,
                (enum exit_status)o.status);
        json_decref(document);
        program_clear(&o);
    }
    json_decref(records);
}
