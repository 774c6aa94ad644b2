/* The order of results.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/results/result_list.h"

/* to[] := those of from[first .. end-1] that are about methods[which], where that is NULL about
 * none of the methods. Their number. */
static size_t take_method(struct result *to, const struct result *from, size_t first,
                          size_t end, const char *const *methods, int which) {
    size_t count = 0;
    for (size_t i = first; i < end; i++) {
        int k = 0;
        while (methods[k] != NULL && strcmp(methods[k], from[i].method) != 0)
            k++;
        if (k == which)
            to[count++] = from[i];
    }
    return count;
}

int results_by_method(struct results *list, const char *const *methods) {
    struct result *arranged = malloc((list->count + 1) * sizeof *arranged);
    size_t done = 0, end;
    if (arranged == NULL)
        return -1;
    for (size_t first = 0; first < list->count; first = end) {
        const struct result *from = list->item;
        for (end = first + 1; end < list->count; end++)
            if (strcmp(from[end].model, from[first].model) != 0)
                break;
        for (int k = 0; k == 0 || methods[k - 1] != NULL; k++)
            done += take_method(arranged + done, from, first, end, methods, k);
    }
    free(list->item);
    list->item = arranged;
    list->room = list->count + 1;
    list->count = done;
    return 0;
}
