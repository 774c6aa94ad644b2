/* What differs between the counters of two builds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>

#include "harness/speed/compare/counter_changes.h"

static const char end_key[] = "end";

static json_t *or_null(const json_t *value) {
    return value != NULL ? json_incref((json_t *)value) : json_null();
}

static void append(json_t *changes, const char *name, const json_t *old,
                   const json_t *new) {
    json_array_append_new(changes, json_pack("{s:s, s:o, s:o}", "name", name, "old",
                                             or_null(old), "new", or_null(new)));
}

/* Whether two numbers have the same bits; what is not finite is null in both. */
static bool has_same_bits(const json_t *a, const json_t *b) {
    double x = json_number_value(a), y = json_number_value(b);
    if (!json_is_number(a) || !json_is_number(b))
        return json_is_null(a) && json_is_null(b);
    return memcmp(&x, &y, sizeof x) == 0;
}

static void compare_ends(json_t *changes, const json_t *old, const json_t *new) {
    size_t n = json_array_size(old), m = json_array_size(new);
    if (!json_is_array(old) || !json_is_array(new))
        return;
    for (size_t i = 0; i < n || i < m; i++) {
        const json_t *a = json_array_get(old, i), *b = json_array_get(new, i);
        if (a != NULL && b != NULL && has_same_bits(a, b))
            continue;
        append(changes, COUNTERS_RESULTS, a, b);
        json_object_set_new(json_array_get(changes, json_array_size(changes) - 1),
                            "component", json_integer((json_int_t)i));
        return;
    }
}

int counter_change_is_more(const json_t *change) {
    const json_t *old = json_object_get(change, "old");
    const json_t *new = json_object_get(change, "new");
    return json_is_integer(old) && json_is_integer(new) &&
           json_integer_value(new) > json_integer_value(old);
}

static enum counters_verdict judge(const json_t *changes) {
    size_t i;
    json_t *change;
    json_array_foreach((json_t *)changes, i, change) {
        if (counter_change_is_more(change))
            return COUNTERS_MORE;
    }
    return json_array_size(changes) > 0 ? COUNTERS_CHANGED : COUNTERS_SAME;
}

enum counters_verdict counter_changes(json_t **changes, const json_t *old,
                                      const json_t *new) {
    const char *name;
    json_t *value;
    *changes = json_array();
    json_object_foreach((json_t *)old, name, value) {
        const json_t *other = json_object_get(new, name);
        if (json_is_integer(value) && !json_equal(value, (json_t *)other))
            append(*changes, name, value, other);
    }
    json_object_foreach((json_t *)new, name, value) {
        if (json_is_integer(value) && json_object_get(old, name) == NULL)
            append(*changes, name, NULL, value);
    }
    compare_ends(*changes, json_object_get(old, end_key), json_object_get(new, end_key));
    return judge(*changes);
}

const char *counters_verdict_name(enum counters_verdict verdict) {
    switch (verdict) {
    case COUNTERS_SAME: return "same";
    case COUNTERS_MORE: return "more";
    default: return "changed";
    }
}
