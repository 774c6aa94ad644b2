/* Whether two outcomes of a pinned run are the same.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/pinned_run.h"

#include <math.h>

#include "harness/base/message.h"

/* Functions like sin differ in their last digits from library to library, which the
 * shortest of runs magnify little; what decisions are measured by goes down to
 * rounding errors. */
static const double same_state = 1e-9, same_limit = 1e-9;

static bool is_near(const json_t *a, const json_t *b, double tolerance) {
    double size = fmax(json_number_value(json_array_get(b, 1)), 1e-300);
    for (size_t i = 0; i < 2; i++) {
        double one = json_number_value(json_array_get(a, i));
        double other = json_number_value(json_array_get(b, i));
        if (!(fabs(one - other) <= tolerance * size))
            return false;
    }
    return true;
}

static bool sums_agree(const json_t *found, const json_t *pinned, struct diagnostic *d) {
    static const struct {
        const char *key;
        const double *tolerance;
    } SUM[] = {
        {"state", &same_state}, {"estimate", &same_limit}, {"limits", &same_limit}};
    for (size_t i = 0; i < sizeof SUM / sizeof *SUM; i++) {
        if (!is_near(json_object_get(found, SUM[i].key),
                     json_object_get(pinned, SUM[i].key), *SUM[i].tolerance)) {
            message_set(d, "another %s", SUM[i].key);
            return false;
        }
    }
    return true;
}

/* Sizes of steps among them are real numbers. */
static bool is_same_count(const json_t *found, const json_t *pinned) {
    if (!json_is_real(found) || !json_is_number(pinned))
        return json_equal(found, pinned);
    double size = fabs(json_number_value(pinned));
    return fabs(json_number_value(found) - json_number_value(pinned)) <=
           same_state * size;
}

/* Of all statistics; the pinned ones stand in the same order, without their names. */
static bool counts_agree(const json_t *found, const json_t *pinned,
                         struct diagnostic *d) {
    const char *name;
    json_t *count;
    size_t i = 0;
    json_object_foreach((json_t *)found, name, count) {
        const json_t *before = json_array_get(pinned, i++);
        if (is_same_count(count, before))
            continue;
        message_set(d, "%s is %.17g, not %.17g", name, json_number_value(count),
                    json_number_value(before));
        return false;
    }
    return true;
}

bool pinned_same(const json_t *found, const json_t *pinned, struct diagnostic *d) {
    const bool refused = json_object_get(pinned, "refused") != NULL;
    if (refused != (json_object_get(found, "refused") != NULL)) {
        message_set(d, refused ? "it is no longer refused" : "it is refused");
        return false;
    }
    if (refused)
        return true;
    if (!json_equal(json_object_get(found, "failed"),
                    json_object_get(pinned, "failed"))) {
        message_set(d, "it fails, or no longer does");
        return false;
    }
    if (json_integer_value(json_object_get(found, "missed")) > 0) {
        message_set(d, "it ends at another time than asked for");
        return false;
    }
    if (!counts_agree(json_object_get(found, "statistics"),
                      json_object_get(pinned, "statistics"), d))
        return false;
    if (!json_equal(json_object_get(found, "decisions"),
                    json_object_get(pinned, "decisions"))) {
        message_set(d, "other decisions");
        return false;
    }
    return sums_agree(found, pinned, d);
}
