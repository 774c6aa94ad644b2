/* Whether a file of recorded runs is complete, so that a fault of the file is not taken for one of
 * an integrator.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/original_case.h"

#include <string.h>

#include "fast/pair.h"
#include "harness/base/message.h"

/* A run of more would not end while somebody waits. */
static const double most_calls = 1e7;

enum value { OF_NUMBER, OF_BOOL, OF_WORD, OF_WEIGHTS };

static const struct setting {
    const char *name;
    enum value value;
    const char *words[4];
} settings[] = {
    {"integrator", OF_WORD, {"vie", "ie"}},
    {"jacobian", OF_WORD, {"forward", "central", "automatic"}},
    {"newton", OF_WORD, {"reuse", "noreuse", "full"}},
    {"target_accuracy", OF_NUMBER, {NULL}},
    {"max_step", OF_NUMBER, {NULL}},
    {"initial_step_target", OF_NUMBER, {NULL}},
    {"requested_min_step", OF_NUMBER, {NULL}},
    {"throw_on_min_step", OF_BOOL, {NULL}},
    {"fixed_step_mode", OF_BOOL, {NULL}},
    {"qbar_weights", OF_WEIGHTS, {NULL}},
    {"z_weights", OF_WEIGHTS, {NULL}},
};

static bool is_positive(const json_t *value) {
    return json_is_number(value) && json_number_value(value) > 0;
}

static bool is_number_or_null(const json_t *value) {
    return json_is_number(value) || json_is_null(value);
}

/* An array of n numbers, or of as many as there may be (n = 0). */
static bool are_numbers(const json_t *array, size_t n) {
    const size_t count = json_array_size(array);
    bool are = count > 0 && count <= ORIGINAL_MOST_STATES && (n == 0 || count == n);
    for (size_t i = 0; i < count && are; i++)
        are = json_is_number(json_array_get(array, i));
    return are;
}

static bool is_word(const json_t *value, const char *const *words) {
    const char *word = json_string_value(value);
    for (int i = 0; word != NULL && words[i] != NULL; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

static bool fits(const struct setting *s, const json_t *value) {
    switch (s->value) {
    case OF_NUMBER: return is_number_or_null(value);
    case OF_BOOL: return json_is_boolean(value);
    case OF_WORD: return is_word(value, s->words);
    default: return are_numbers(value, 0);
    }
}

/* The settings of a case or of all; the name of one that is unknown or does not fit. */
static const char *find_bad_setting(json_t *config) {
    const size_t count = sizeof settings / sizeof *settings;
    const char *key;
    const json_t *value;
    json_object_foreach(config, key, value) {
        size_t i = 0;
        while (i < count && strcmp(settings[i].name, key) != 0)
            i++;
        if (i == count || !fits(&settings[i], value))
            return key;
    }
    return NULL;
}

/* What was recorded on the way: arrays that begin with a number and end with a state. */
static bool are_states(const json_t *states, size_t nx) {
    size_t i;
    const json_t *state;
    json_array_foreach(states, i, state) {
        const size_t count = json_array_size(state);
        if (count < 2 || !json_is_number(json_array_get(state, 0)) ||
            !are_numbers(json_array_get(state, count - 1), nx))
            return false;
    }
    return states == NULL || json_is_array(states);
}

static bool are_statistics(const json_t *values, size_t count) {
    size_t i;
    const json_t *value;
    json_array_foreach(values, i, value) {
        if (!is_number_or_null(value))
            return false;
    }
    return json_is_array(values) && json_array_size(values) == count;
}

/* Whether it is said how long the case is. */
static bool has_length(const json_t *record) {
    const char *kind = original_word(record, "kind", "");
    if (strcmp(kind, "error_controlled") == 0)
        return is_positive(json_object_get(record, "t_final"));
    return is_positive(json_object_get(record, "h")) &&
           (strcmp(kind, "single_step") == 0 ||
            is_positive(json_object_get(record, "num_requested_steps")));
}

/* The first member of a case that is missing or does not fit; NULL: none. */
static const char *find_bad_member(const json_t *records, const json_t *record) {
    static const char *const kinds[] = {"single_step", "fixed_run", "error_controlled",
                                        NULL};
    json_t *config = json_object_get(record, "config");
    const json_t *problem =
        original_problem(records, original_word(record, "problem", ""));
    const size_t nx = json_array_size(json_object_get(problem, "x0"));
    const size_t count = json_array_size(json_object_get(records, "stats_fields"));
    const bool ended = json_object_get(record, "exception") == NULL;
    const json_t *estimate = json_object_get(record, "error_estimate");
    struct original_settings s;
    if (problem == NULL)
        return "problem";
    if (!is_word(json_object_get(record, "kind"), kinds))
        return "kind";
    if (!has_length(record))
        return "h, num_requested_steps or t_final";
    if (!json_is_object(config) || find_bad_setting(config) != NULL)
        return json_is_object(config) ? find_bad_setting(config) : "config";
    original_read_settings(&s, records, record);
    if (!(s.max_step > 0) || original_end(record) > most_calls * s.max_step)
        return "max_step";
    if (!are_statistics(json_object_get(record, "stats"), count))
        return "stats";
    if (ended && (!json_is_number(json_object_get(record, "t")) ||
                  !are_numbers(json_object_get(record, "x"), nx)))
        return "t or x";
    if (ended && estimate != NULL && !are_numbers(estimate, nx))
        return "error_estimate";
    return are_states(original_states(record), nx) ? NULL : "states or steps";
}

static bool are_counters(const json_t *names) {
#define NAME(name) #name,
    static const char *const known[] = {PAIR_COUNTER_LIST(NAME) PAIR_MEASURE_LIST(NAME)
                                            NULL};
#undef NAME
    size_t i;
    const json_t *name;
    json_array_foreach(names, i, name) {
        if (!is_word(name, known))
            return false;
    }
    return json_array_size(names) > 0;
}

static const char *find_bad_part(const json_t *records) {
    json_t *defaults = json_object_get(records, "config_defaults");
    const json_t *problems = json_object_get(records, "problems"), *problem;
    size_t i;
    if (!are_counters(json_object_get(records, "stats_fields")))
        return "stats_fields";
    if (!json_is_object(defaults) || find_bad_setting(defaults) != NULL)
        return "config_defaults";
    json_array_foreach(problems, i, problem) {
        if (!json_is_string(json_object_get(problem, "name")) ||
            !are_numbers(json_object_get(problem, "x0"), 0))
            return "problems";
    }
    if (json_array_size(problems) == 0)
        return "problems";
    return json_array_size(json_object_get(records, "cases")) == 0 ? "cases" : NULL;
}

int original_check(const char *path, struct diagnostic *d) {
    json_t *records;
    const json_t *record;
    size_t i;
    if (original_open(&records, path, d))
        return -1;
    const char *bad = find_bad_part(records);
    int failed =
        bad != NULL
            ? message_set(d, "%s: \"%s\" is missing or not as it should be", path, bad)
            : 0;
    json_array_foreach(json_object_get(records, "cases"), i, record) {
        if (failed)
            break;
        bad = find_bad_member(records, record);
        if (bad != NULL)
            failed = message_set(
                d, "%s: case %zu (%s): \"%s\" is missing, unknown or not as it should be",
                path, i + 1, original_word(record, "id", "without an id"), bad);
    }
    json_decref(records);
    return failed;
}
