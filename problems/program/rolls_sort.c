/* Two orders in which evenly spaced items may come to stand side by side.
 *
 *     by numbers       (a, b, c): finds x_i - x_j for one i and all j
 *     by differences   (b - a, c - a, a): finds each of the families that use the same a_i,
 *                      as a_i b_i and a_i c_i, which the other order interleaves
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/program/program.h"
#include "problems/program/roller.h"

static int compare(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    for (int k = 0; k < ROLLS_ARGUMENTS; k++)
        if (x->key[k] != y->key[k])
            return x->key[k] < y->key[k] ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

void roller_sort(struct item *item, int count) {
    qsort(item, (size_t)count, sizeof *item, compare);
}

void roller_sort_by_numbers(struct item *item, int count) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < ROLLS_ARGUMENTS; k++)
            item[i].key[k] = item[i].number[k];
    roller_sort(item, count);
}

/* A constant stays what it is; of the other arguments the first comes last. */
static void take_differences(const struct roller *w, struct item *item) {
    const int from = w->p->inputs, to = from + w->p->constants;
    int leader = -1;
    for (int k = 0, next = 0; k < ROLLS_ARGUMENTS; k++) {
        bool is_constant = item->number[k] >= from && item->number[k] < to;
        if (!is_constant && leader < 0)
            leader = item->number[k];
        else
            item->key[next++] = item->number[k] - (is_constant ? 0 : leader);
    }
    if (leader >= 0)
        item->key[ROLLS_ARGUMENTS - 1] = leader;
}

void roller_sort_by_differences(const struct roller *w, struct item *item, int count) {
    for (int i = 0; i < count; i++)
        take_differences(w, &item[i]);
    roller_sort(item, count);
}
