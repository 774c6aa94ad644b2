/* Which contacts have three rows with the same columns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "fast/contact/scene/row_groups.h"
#include "fast/system.h"

static bool have_same_columns(const struct fast_pattern *pattern, int i, int j) {
    const int *start = pattern->start;
    const int entries = start[i + 1] - start[i];
    return start[j + 1] - start[j] == entries &&
           memcmp(pattern->row + start[i], pattern->row + start[j],
                  (size_t)entries * sizeof *pattern->row) == 0;
}

bool row_groups_init(struct row_groups *g, int contacts, const int *first,
                     const struct fast_pattern *pattern) {
    *g = (struct row_groups){.pattern = pattern, .first = first};
    g->agree = calloc((size_t)contacts + 1, sizeof *g->agree);
    for (int c = 0; g->agree != NULL && c < contacts; c++) {
        g->agree[c] = first[c + 1] - first[c] == row_group_most;
        for (int i = first[c] + 1; i < first[c + 1]; i++)
            g->agree[c] = g->agree[c] && have_same_columns(pattern, first[c], i);
    }
    return g->agree != NULL;
}

void row_groups_clear(struct row_groups *g) {
    free(g->agree);
    g->agree = NULL;
}
