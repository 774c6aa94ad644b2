/* Settings in a file of recorded runs: which there are, and what they may be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/studies/originals/original_case.h"
#include "harness/studies/originals/original_check.h"

/* A run of more would not end while somebody waits. */
static const double most_calls = 1e7;

enum value { OF_POSITIVE, OF_ZERO_TOO, OF_BOOL, OF_WORD, OF_WEIGHTS };

static const struct setting {
    const char *name;
    enum value value;
    bool may_be_null;
    const char *words[4];
} settings[] = {
    {"integrator", OF_WORD, false, {"vie", "ie"}},
    {"jacobian", OF_WORD, false, {"forward", "central", "automatic"}},
    {"newton", OF_WORD, false, {"reuse", "noreuse", "full"}},
    {"target_accuracy", OF_POSITIVE, true, {NULL}},
    {"max_step", OF_POSITIVE, false, {NULL}},
    {"initial_step_target", OF_POSITIVE, true, {NULL}},
    {"requested_min_step", OF_ZERO_TOO, false, {NULL}},
    {"throw_on_min_step", OF_BOOL, false, {NULL}},
    {"fixed_step_mode", OF_BOOL, false, {NULL}},
    {"qbar_weights", OF_WEIGHTS, false, {NULL}},
    {"z_weights", OF_WEIGHTS, false, {NULL}},
};

static bool is_at_least_zero(const json_t *value) {
    return json_is_number(value) && json_number_value(value) >= 0;
}

bool original_are_numbers(const json_t *array, size_t n) {
    const size_t count = json_array_size(array);
    bool are = count > 0 && count <= ORIGINAL_MOST_STATES && (n == 0 || count == n);
    for (size_t i = 0; i < count && are; i++)
        are = json_is_number(json_array_get(array, i));
    return are;
}

static bool are_weights(const json_t *array) {
    size_t i;
    const json_t *weight;
    json_array_foreach(array, i, weight) {
        if (!is_at_least_zero(weight))
            return false;
    }
    return original_are_numbers(array, 0);
}

bool original_is_word(const json_t *value, const char *const *words) {
    const char *word = json_string_value(value);
    for (int i = 0; word != NULL && words[i] != NULL; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

static bool fits(const struct setting *s, const json_t *value) {
    if (json_is_null(value))
        return s->may_be_null;
    switch (s->value) {
    case OF_POSITIVE: return is_at_least_zero(value) && json_number_value(value) > 0;
    case OF_ZERO_TOO: return is_at_least_zero(value);
    case OF_BOOL: return json_is_boolean(value);
    case OF_WORD: return original_is_word(value, s->words);
    default: return are_weights(value);
    }
}

const char *original_bad_setting(json_t *config) {
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

const char *original_missing_setting(const json_t *records, const json_t *record) {
    struct original_settings s;
    original_read_settings(&s, records, record);
    if (!(s.max_step > 0) || original_end(record) > most_calls * s.max_step)
        return "max_step";
    return s.options.integrator.min_step >= 0 ? NULL : "requested_min_step";
}
