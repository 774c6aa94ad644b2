/* Groups of columns without a common row: one group after the other takes, in their
 * order, the columns that still fit in. That costs groups times columns at most, and
 * is done once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdlib.h>

#include "fast/linear/groups.h"
#include "fast/system.h"

static bool column_is_free(const struct fast_pattern *pattern, int j, int group,
                           const int *taken_by) {
    for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
        if (taken_by[pattern->row[e]] == group)
            return false;
    return true;
}

/* Puts all columns into groups; left[columns] and taken_by[rows] are overwritten. */
static void fill_groups(struct fast_groups *groups, const struct fast_pattern *pattern,
                        int *left, int *taken_by) {
    int remaining = 0, placed = 0, group = 0;
    for (int i = 0; i < pattern->rows; i++)
        taken_by[i] = -1;
    for (int j = 0; j < pattern->columns; j++)
        if (pattern->start[j + 1] > pattern->start[j])
            left[remaining++] = j;
    for (groups->start[0] = 0; remaining > 0; groups->start[++group] = placed) {
        int passed_over = 0;
        for (int k = 0; k < remaining; k++) {
            const int j = left[k];
            if (!column_is_free(pattern, j, group, taken_by)) {
                left[passed_over++] = j;
                continue;
            }
            groups->column[placed++] = j;
            for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
                taken_by[pattern->row[e]] = group;
        }
        remaining = passed_over;
    }
    groups->count = group;
}

static void make_singles(struct fast_groups *groups, int columns) {
    groups->count = columns;
    for (int j = 0; j < columns; j++)
        groups->column[j] = groups->start[j] = j;
    groups->start[columns] = columns;
}

struct fast_groups *fast_groups_alloc(int rows, int columns,
                                      const struct fast_pattern *pattern) {
    const size_t n = (size_t)columns + 1, m = (size_t)rows + 1;
    struct fast_groups *groups = calloc(1, sizeof *groups);
    int *left = calloc(n, sizeof *left), *taken_by = calloc(m, sizeof *taken_by);
    bool complete = groups != NULL && left != NULL && taken_by != NULL;
    if (complete) {
        groups->start = calloc(n, sizeof *groups->start);
        groups->column = calloc(n, sizeof *groups->column);
        complete = groups->start != NULL && groups->column != NULL;
    }
    if (complete && pattern == NULL)
        make_singles(groups, columns);
    else if (complete)
        fill_groups(groups, pattern, left, taken_by);
    free(left);
    free(taken_by);
    if (complete)
        return groups;
    fast_groups_free(groups);
    return NULL;
}

void fast_groups_free(struct fast_groups *groups) {
    if (groups == NULL)
        return;
    free(groups->start);
    free(groups->column);
    free(groups);
}
