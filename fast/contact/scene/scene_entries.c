/* Entries of a matrix at a state beside those that are kept, some kilobytes at a time: what is the
 * same is read once, and what differs is read to the end without the other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact/scene/scene_entries.h"

#include <math.h>
#include <string.h>

#include "fast/linear/vector.h"

int scene_find_infinite(int n, const double *x) {
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return i;
    return -1;
}

/* Columns that are looked at together: some kilobytes. */
enum { columns_at_once = 64 };

/* Whether no entry of columns from ... to - 1 differs by more than rounding. */
static bool are_near(const struct scene *s, const struct fast_pattern *pattern, int from,
                     int to, const double *entries, const double *kept) {
    for (int j = from; j < to; j++) {
        const int begin = pattern->start[j], end = pattern->start[j + 1];
        double largest = 0;
        for (int e = begin; e < end; e++)
            largest = fabs(kept[e]) > largest ? fabs(kept[e]) : largest;
        const double most = s->nearness * largest;
        bool near = true; /* false if one is not a number */
        for (int e = begin; e < end; e++)
            near = near && fabs(entries[e] - kept[e]) <= most;
        if (!near)
            return false;
    }
    return true;
}

/* The number of columns before which not all are known to be the same, or near: looked at from the
 * end, where entries were written last. Those that are are finite, as what is kept is. */
static int count_other(const struct scene *s, const struct fast_pattern *pattern,
                       const double *entries, const double *kept) {
    int to = pattern->columns;
    while (to > 0) {
        const int from = to < columns_at_once ? 0 : to - columns_at_once;
        const int begin = pattern->start[from], count = pattern->start[to] - begin;
        if (memcmp(entries + begin, kept + begin, (size_t)count * sizeof *kept) != 0 &&
            !(s->nearness > 0 && are_near(s, pattern, from, to, entries, kept)))
            break;
        to = from;
    }
    return to;
}

enum scene_taking scene_judge_entries(const struct scene *s,
                                      const struct fast_pattern *pattern,
                                      const double *entries, const double *kept) {
    const int other =
        s->has_matrices ? count_other(s, pattern, entries, kept) : pattern->columns;
    if (s->has_matrices && other == 0)
        return SCENE_AS_BEFORE;
    return fast_all_finite((size_t)pattern->start[other], entries) ? SCENE_DIFFERENT
                                                                   : SCENE_NOT_FINITE;
}
