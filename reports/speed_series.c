/* Series over commits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/speed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/json.h"

/* What is another one than at the point before: in words of the document, or the compiler. */
static const char *read_boundary(const json_t *before, const json_t *point) {
    const char *why = json_loose_text(point, "why");
    const char *compiler = json_loose_text(point, "compiler");
    bool other = strcmp(compiler, json_loose_text(before, "compiler")) != 0;
    return !json_is_true(json_object_get(point, "split")) ? ""
           : why[0]                                       ? why
           : other && compiler[0]                         ? compiler
                                                          : "other machine or system";
}

static bool read_points(struct speed_series *s, const json_t *entry) {
    const json_t *array = speed_array(entry, "points");
    size_t size = json_array_size(array);
    s->point = calloc(size + 1, sizeof *s->point);
    for (size_t i = 0; s->point && i < size; i++) {
        const json_t *point = json_array_get(array, i);
        s->point[s->points++] = (struct speed_point){
            .commit = json_loose_text(point, "commit"),
            .boundary = i > 0 ? read_boundary(json_array_get(array, i - 1), point) : "",
            .modified = json_is_true(json_object_get(point, "changed")),
            .committed = json_loose_number(point, "committed"),
            .at = speed_interval_read(point),
        };
    }
    return s->point != NULL;
}

static int compare_changes(const void *a, const void *b) {
    const struct speed_change *p = a, *q = b;
    return (p->index > q->index) - (p->index < q->index);
}

/* Relative; infinite from zero, which the document cannot say; NaN: there is none. */
static double read_size(const json_t *change) {
    double size = json_loose_number(change, "size");
    double step =
        json_loose_number(change, "after") - json_loose_number(change, "before");
    return isfinite(size)                ? size
           : isfinite(step) && step != 0 ? copysign(INFINITY, step)
                                         : NAN;
}

/* Changes that are at no point, or have no size, are left out. */
static bool read_changes(struct speed_series *s, const json_t *entry) {
    const json_t *array = speed_array(entry, "changes");
    size_t size = json_array_size(array);
    s->change = calloc(size + 1, sizeof *s->change);
    for (size_t i = 0; s->change && i < size; i++) {
        const json_t *change = json_array_get(array, i);
        double index = json_loose_number(change, "index");
        double step = read_size(change);
        if (index >= 0 && index < s->points && !isnan(step)) {
            s->change[s->changes++] = (struct speed_change){
                .index = (int)index,
                .size = step,
                .before = json_loose_number(change, "before"),
                .after = json_loose_number(change, "after"),
                .p = json_loose_number(change, "p"),
                .method = json_loose_text(change, "method"),
                .judged = json_loose_text(change, "judged"),
            };
            s->largest = fmax(s->largest, fabs(step));
        }
    }
    if (s->changes > 0) {
        qsort(s->change, (size_t)s->changes, sizeof *s->change, compare_changes);
    }
    return s->change != NULL;
}

/* The largest change first. */
static int compare_series(const void *a, const void *b) {
    const struct speed_series *p = a, *q = b;
    int by_size = (p->largest < q->largest) - (p->largest > q->largest);
    return by_size != 0 ? by_size : p->number - q->number;
}

bool speed_read_series(struct speed *speed) {
    const json_t *array = speed_array(speed->document, "series");
    size_t size = json_array_size(array);
    speed->all_series = calloc(size + 1, sizeof *speed->all_series);
    for (size_t i = 0; speed->all_series && i < size; i++) {
        const json_t *entry = json_array_get(array, i);
        if (!json_is_object(entry)) {
            continue;
        }
        struct speed_series *s = &speed->all_series[speed->series++];
        *s = (struct speed_series){.number = (int)i,
                                   .name = json_loose_text(entry, "name"),
                                   .quantity = json_loose_text(entry, "quantity"),
                                   .machine = json_loose_text(entry, "machine"),
                                   .compiler = json_loose_text(entry, "compiler"),
                                   .unit = json_loose_text(entry, "unit")};
        if (!read_points(s, entry) || !read_changes(s, entry)) {
            return false;
        }
    }
    if (speed->series > 0) {
        qsort(speed->all_series, (size_t)speed->series, sizeof *speed->all_series,
              compare_series);
    }
    return speed->all_series != NULL;
}
