/* Entries of a matrix at a state beside those that are kept, some kilobytes at a time: what is the
 * same is read once, and what differs is read to the end without the other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact/scene/scene_entries.h"

#include <math.h>
#include <string.h>

/* 0 x is 0 for a finite x and NaN for any other; four sums, as one addition would wait for
 * the other. */
bool scene_all_finite(int n, const double *x) {
    double zero[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++)
            zero[k] += 0 * x[i + k];
    for (; i < n; i++)
        zero[0] += 0 * x[i];
    return zero[0] + zero[1] + zero[2] + zero[3] == 0;
}

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

/* The number of entries before the first of those columns that are not all the same, or near;
 * those before are finite, as what is kept is. */
static int count_same(const struct scene *s, const struct fast_pattern *pattern,
                      const double *entries, const double *kept) {
    int from = 0;
    while (from < pattern->columns) {
        const int to = pattern->columns - from < columns_at_once ? pattern->columns
                                                                 : from + columns_at_once;
        const int begin = pattern->start[from], count = pattern->start[to] - begin;
        if (memcmp(entries + begin, kept + begin, (size_t)count * sizeof *kept) != 0 &&
            !(s->nearness > 0 && are_near(s, pattern, from, to, entries, kept)))
            break;
        from = to;
    }
    return pattern->start[from];
}

enum scene_taking scene_judge_entries(const struct scene *s,
                                      const struct fast_pattern *pattern,
                                      const double *entries, const double *kept) {
    const int n = pattern->start[pattern->columns];
    const int same = s->has_matrices ? count_same(s, pattern, entries, kept) : 0;
    if (s->has_matrices && same == n)
        return SCENE_AS_BEFORE;
    return scene_all_finite(n - same, entries + same) ? SCENE_DIFFERENT
                                                      : SCENE_NOT_FINITE;
}
