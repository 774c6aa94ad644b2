/* Contacts of one face: those whose normal rows have the same columns of J, so that they lie
 * between the same bodies. They are told open from closed together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/contact/stepper/stepper.h"

static bool are_alike(const struct fast_pattern *pattern, int a, int b) {
    const int *start = pattern->start;
    const int length = start[a + 1] - start[a];
    return start[b + 1] - start[b] == length &&
           (length == 0 || memcmp(pattern->row + start[a], pattern->row + start[b],
                                  (size_t)length * sizeof *pattern->row) == 0);
}

/* room[nv + contacts]: the last contact whose row begins at a column, and before each contact
 * the one that does so too. -1: none. */
int stepper_find_patches(const struct scene *s, int *patch, int *room) {
    const struct fast_pattern *pattern = s->matrix_pattern;
    int *last = room, *before = room + s->nv, patches = 0;
    for (int j = 0; j < s->nv; j++)
        last[j] = -1;
    for (int i = 0; i < s->contacts; i++) {
        const int row = s->first[i], begin = pattern->start[row];
        patch[i] = -1;
        if (pattern->start[row + 1] > begin) {
            const int column = pattern->row[begin];
            for (int k = last[column]; k >= 0 && patch[i] < 0; k = before[k])
                if (are_alike(pattern, row, s->first[k]))
                    patch[i] = patch[k];
            before[i] = last[column];
            last[column] = i;
        }
        if (patch[i] < 0)
            patch[i] = patches++;
    }
    return patches;
}
