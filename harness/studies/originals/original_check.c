/* A file of recorded runs: its parts, and which case is not as it should be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/original_check.h"

#include <string.h>

#include "fast/pair.h"
#include "harness/base/message.h"
#include "harness/studies/originals/original_case.h"
#include "harness/studies/originals/original_file.h"
#include "harness/studies/originals/simbody_case.h"

static bool are_counters(const json_t *names) {
#define NAME(name) #name,
    static const char *const known[] = {PAIR_COUNTER_LIST(NAME) PAIR_MEASURE_LIST(NAME)
                                            NULL};
#undef NAME
    size_t i;
    const json_t *name;
    json_array_foreach(names, i, name) {
        if (!original_is_word(name, known))
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
    if (!json_is_object(defaults) || original_bad_setting(defaults) != NULL)
        return "config_defaults";
    json_array_foreach(problems, i, problem) {
        if (original_problem(records, original_word(problem, "name", "")) != problem ||
            !original_are_numbers(json_object_get(problem, "x0"), 0))
            return "problems";
    }
    if (json_array_size(problems) == 0)
        return "problems";
    return json_array_size(json_object_get(records, "cases")) == 0 ? "cases" : NULL;
}

static int check_cases(const char *path, const json_t *records, struct diagnostic *d) {
    size_t i;
    const json_t *record;
    json_array_foreach(json_object_get(records, "cases"), i, record) {
        const char *bad = original_bad_member(records, record);
        if (bad != NULL)
            return message_set(
                d, "%s: case %zu (%s): \"%s\" is missing, unknown or not as it should be",
                path, i + 1, original_word(record, "id", "without an id"), bad);
    }
    return 0;
}

int original_check(const char *path, const struct catalogue *c, struct diagnostic *d) {
    json_t *records;
    int failed;
    if (original_open(&records, path, d))
        return -1;
    const bool is_simbody = simbody_is_file(records);
    const char *bad = is_simbody ? NULL : find_bad_part(records);
    if (is_simbody)
        failed = simbody_check(path, records, c, d);
    else if (json_object_get(records, "cases") == NULL)
        failed = message_set(d,
                             "%s: has neither \"cases\", as recorded runs of Drake, nor "
                             "\"%s\", \"%s\" or others, as those of Simbody",
                             path, simbody_parts[0], simbody_parts[1]);
    else if (bad != NULL)
        failed =
            message_set(d, "%s: \"%s\" is missing or not as it should be", path, bad);
    else
        failed =
            check_cases(path, records, d) || original_check_models(path, records, c, d);
    if (!failed)
        message_set(d, "%s", original_word(records, "left_out", ""));
    json_decref(records);
    return failed;
}
