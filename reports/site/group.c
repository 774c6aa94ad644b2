/* Results study by study, the worst first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "reports/site/site.h"
#include "reports/site/value.h"

static int rank_of(const json_t *result) {
    return value_rank(result) * 100000 + (int)value_number(result, "rank");
}

/* The failing ones first, then in the order of quantities. */
static int compare(const json_t *one, const json_t *other) {
    return rank_of(one) - rank_of(other);
}

/* How many bytes the whole words have with which both texts begin. */
static size_t common_words(const char *one, const char *other) {
    static const char ends[] = " "; /* and the text's own */
    size_t same = 0;
    while (one[same] != '\0' && one[same] == other[same])
        same++;
    while (same > 0 &&
           (strchr(ends, one[same]) == NULL || strchr(ends, other[same]) == NULL))
        same--;
    return same;
}

json_t *site_command(const json_t *result, bool with_method) {
    const char *command = value_text(result, "command");
    const char *end = with_method ? NULL : strstr(command, " --method ");
    return json_stringn(command, end != NULL ? (size_t)(end - command) : strlen(command));
}

/* The command of all: what those of its results, without their methods, have in common. */
static void set_command(json_t *group, const json_t *result) {
    json_t *command = site_command(result, false);
    const char *text = json_string_value(command), *before = value_text(group, "command");
    if (value_has(group, "command"))
        json_object_set_new(group, "command",
                            json_stringn(before, common_words(before, text)));
    else
        json_object_set(group, "command", command);
    json_decref(command);
}

json_t *site_group(const struct site *site, const json_t *results) {
    json_t *by_study = json_object(), *groups = json_array(), *result, *group;
    const char *study;
    size_t i;
    json_array_foreach((json_t *)results, i, result) {
        group = value_object(by_study, value_text(result, "study"));
        set_command(group, result);
        json_array_append(value_array(group, "rows"), result);
        value_add(group, value_text(result, "mark"), 1);
        if (value_is(result, "mark", "fail"))
            json_object_set_new(group, "open_it", json_true());
    }
    json_object_foreach(by_study, study, group) {
        value_set(group, "study", study);
        value_copy(group, site_study(site, study), "about");
        json_object_set_new(group, "rows",
                            value_sorted(json_object_get(group, "rows"), compare));
        json_array_append(groups, group);
    }
    json_decref(by_study);
    return groups;
}
