/* Documents without what differs from run to run.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/files/canonical.h"

#include <stdbool.h>
#include <string.h>

#include "harness/results/result.h"

static bool is_time(const char *key) {
    return strcmp(key, "seconds") == 0 || strcmp(key, "processor_seconds") == 0;
}

static void clear_times(json_t *object) {
    const char *key;
    json_t *member;
    json_object_foreach(object, key, member) {
        if (is_time(key) && json_is_real(member))
            json_real_set(member, 0);
        else
            canonical_make(member);
    }
}

void canonical_make(json_t *value) {
    size_t i;
    json_t *item;
    if (json_is_object(value))
        clear_times(value);
    json_array_foreach(value, i, item) {
        canonical_make(item);
    }
}

void canonical_make_results(struct results *list) {
    for (size_t i = 0; i < list->count; i++) {
        canonical_make(list->item[i].points);
        canonical_make(list->item[i].fingerprint);
    }
}
