/* A case in a file of recorded runs: what it has to have.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/studies/originals/original_case.h"
#include "harness/studies/originals/original_check.h"

static bool is_positive(const json_t *value) {
    return json_is_number(value) && json_number_value(value) > 0;
}

static bool is_number_or_null(const json_t *value) {
    return json_is_number(value) || json_is_null(value);
}

/* What was recorded on the way: arrays that begin with a number and end with a state. */
static bool are_states(const json_t *states, size_t nx) {
    size_t i;
    const json_t *state;
    json_array_foreach(states, i, state) {
        const size_t count = json_array_size(state);
        if (count < 2 || !json_is_number(json_array_get(state, 0)) ||
            !original_are_numbers(json_array_get(state, count - 1), nx))
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

static bool is_count(const json_t *value) {
    return json_is_integer(value) && json_integer_value(value) > 0;
}

/* Whether it is said how long the case is. */
static bool has_length(const json_t *record) {
    const char *kind = original_word(record, "kind", "");
    if (strcmp(kind, "error_controlled") == 0)
        return is_positive(json_object_get(record, "t_final"));
    return is_positive(json_object_get(record, "h")) &&
           (strcmp(kind, "single_step") == 0 ||
            is_count(json_object_get(record, "num_requested_steps")));
}

/* [whether a second build counts the same, how far apart their states are], if there was one. */
static bool is_of_builds(const json_t *builds) {
    return builds == NULL ||
           (json_array_size(builds) == 2 && json_is_boolean(json_array_get(builds, 0)) &&
            json_is_number(json_array_get(builds, 1)));
}

/* Of where a run has come to, the first member that is missing or does not fit; NULL: none. An
 * exception leaves nothing to compare. */
static const char *find_bad_end(const json_t *record, size_t nx) {
    const json_t *estimate = json_object_get(record, "error_estimate"),
                 *converged = json_object_get(record, "converged");
    if (json_object_get(record, "exception") != NULL)
        return NULL;
    if (!json_is_number(json_object_get(record, "t")) ||
        !original_are_numbers(json_object_get(record, "x"), nx))
        return "t or x";
    if (strcmp(original_word(record, "kind", ""), "single_step") != 0 &&
        !is_count(json_object_get(record, "calls")))
        return "calls";
    if (converged != NULL && !json_is_boolean(converged))
        return "converged";
    return estimate != NULL && !original_are_numbers(estimate, nx) ? "error_estimate"
                                                                   : NULL;
}

const char *original_bad_member(const json_t *records, const json_t *record) {
    static const char *const kinds[] = {"single_step", "fixed_run", "error_controlled",
                                        NULL};
    json_t *config = json_object_get(record, "config");
    const json_t *problem =
        original_problem(records, original_word(record, "problem", ""));
    const size_t nx = json_array_size(json_object_get(problem, "x0"));
    const size_t count = json_array_size(json_object_get(records, "stats_fields"));
    if (!json_is_string(json_object_get(record, "id")))
        return "id";
    if (problem == NULL)
        return "problem";
    if (!original_is_word(json_object_get(record, "kind"), kinds))
        return "kind";
    if (!has_length(record))
        return "h, num_requested_steps or t_final";
    if (!json_is_object(config))
        return "config";
    const char *bad = original_bad_setting(config);
    bad = bad != NULL ? bad : original_missing_setting(records, record);
    if (bad != NULL)
        return bad;
    if (!are_statistics(json_object_get(record, "stats"), count))
        return "stats";
    if (!is_of_builds(json_object_get(record, "cross_build")))
        return "cross_build";
    bad = find_bad_end(record, nx);
    if (bad != NULL)
        return bad;
    return are_states(original_states(record), nx) ? NULL : "states or steps";
}
