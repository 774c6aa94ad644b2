/* Recorded runs of the original.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/original.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The accuracy in use where the original was given none. */
static const double usual_accuracy = 0.1;

static void append(char *line, const char *format, ...) {
    size_t length = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + length, ORIGINAL_LINE_ROOM - length, format, arguments);
    va_end(arguments);
}

static void append_number(char *line, const char *before, const json_t *value) {
    if (json_is_number(value))
        append(line, " %s%.17g", before, json_number_value(value));
}

/* An option that the case has, its word `theirs` being called `ours` here. */
static void append_word(char *line, const char *option, const json_t *config,
                        const char *theirs, const char *ours) {
    const char *word = original_word(config, option, NULL);
    if (word != NULL)
        append(line, " --option %s=%s", option, strcmp(word, theirs) == 0 ? ours : word);
}

static bool is_kind(const json_t *record, const char *kind) {
    return strcmp(original_word(record, "kind", ""), kind) == 0;
}

static void append_samples(char *line, const json_t *record) {
    const json_t *states = original_states(record);
    for (size_t i = 0; i < json_array_size(states); i++)
        append(line, "%s%.17g", i == 0 ? " --at " : ",",
               json_number_value(json_array_get(json_array_get(states, i), 0)));
}

static void append_weights(char *line, const char *option, const json_t *weights) {
    for (size_t i = 0; i < json_array_size(weights); i++)
        append(line, "%s%s%.17g", i == 0 ? " --option " : ",", i == 0 ? option : "",
               json_number_value(json_array_get(weights, i)));
}

/* The length of the steps: fixed, or limited by an option. */
static void append_steps(char *line, const json_t *record, const json_t *usual) {
    const json_t *config = json_object_get(record, "config");
    const json_t *longest = json_object_get(config, "max_step");
    const json_t *accuracy = json_object_get(config, "target_accuracy");
    const char *option =
        original_is_controlled(record) ? "--option max-step=" : "--step ";
    append_number(line, option,
                  longest != NULL ? longest : json_object_get(usual, "max_step"));
    if (json_is_number(accuracy))
        append_number(line, "--accuracy ", accuracy);
    else if (original_is_controlled(record))
        append(line, " --accuracy %.17g", usual_accuracy);
}

void original_line(const json_t *record, const json_t *usual, bool with_samples,
                   char *line) {
    const json_t *config = json_object_get(record, "config");
    bool is_plain = strcmp(original_word(config, "integrator", "vie"), "ie") == 0;
    snprintf(line, ORIGINAL_LINE_ROOM,
             "solve %s --method %s --json --option mode=faithful",
             original_word(record, "problem", ""),
             is_plain ? "implicit-euler" : "velocity-implicit-euler");
    append_steps(line, record, usual);
    append(line, " --until %.17g --option driver=%s", original_end(record),
           is_kind(record, "single_step") ? "single" : "multiple");
    append_word(line, "jacobian", config, "automatic", "exact");
    append_word(line, "newton", config, "noreuse", "fresh");
    append_number(line,
                  "--option min-step=", json_object_get(config, "requested_min_step"));
    append_number(
        line, "--option initial-step=", json_object_get(config, "initial_step_target"));
    if (json_is_false(json_object_get(config, "throw_on_min_step")))
        append(line, " --option throw-on-min-step=no");
    append_weights(line, "weights-v=", json_object_get(config, "qbar_weights"));
    append_weights(line, "weights-z=", json_object_get(config, "z_weights"));
    if (with_samples)
        append_samples(line, record);
}

json_t *original_read(void) {
    json_error_t error;
    json_t *records = json_load_file(ORIGINAL_RECORDS, 0, &error);
    cr_assert(records != NULL, "%s: %s", ORIGINAL_RECORDS, error.text);
    return records;
}

bool original_counts_agree(const json_t *record, const json_t *fields,
                           const json_t *document) {
    const json_t *statistics = json_object_get(document, "statistics");
    size_t i;
    json_t *field;
    bool same = true;
    json_array_foreach(fields, i, field) {
        const json_t *found = json_object_get(statistics, json_string_value(field));
        if (json_is_integer(found))
            same = same &&
                   json_equal(found, json_array_get(json_object_get(record, "stats"), i));
    }
    return same && json_object_size(statistics) == json_array_size(fields);
}
