/* Lists of results.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/results/result_list.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/record/record.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "problems/base/status.h"
#include "problems/model.h"

enum { first_room = 16, reason_room = sizeof(struct diagnostic) + 256 };

/* Room for so many more. */
static int reserve(struct results *list, size_t more) {
    size_t room = list->room > 0 ? list->room : first_room;
    while (room < list->count + more)
        room *= 2;
    if (room == list->room)
        return 0;
    struct result *larger = realloc(list->item, room * sizeof *larger);
    if (larger == NULL)
        return -1;
    list->item = larger;
    list->room = room;
    return 0;
}

int results_read(struct results *list, const json_t *array, struct diagnostic *d) {
    size_t i;
    json_t *object;
    if (reserve(list, json_array_size(array)))
        return message_set(d, "out of memory");
    json_array_foreach(array, i, object) {
        struct result *r = &list->item[list->count++];
        if (record_read(&result_record, r, object, d))
            return -1;
    }
    return 0;
}

json_t *results_tell(const struct results *list) {
    json_t *array = json_array();
    int failed = array == NULL;
    RESULTS_FOREACH(list, r) {
        failed = failed || record_add(array, &result_record, r) != 0;
    }
    if (failed)
        json_decref(array);
    return failed ? NULL : array;
}

static int add_list(struct results *list, const struct result *r, const char *reason,
                    va_list arguments) {
    char sentence[reason_room];
    struct result with_reason = *r;
    vsnprintf(sentence, sizeof sentence, reason, arguments);
    with_reason.reason = sentence;
    if (reserve(list, 1))
        return -1;
    return record_copy(&result_record, &list->item[list->count++], &with_reason);
}

int results_add(struct results *list, const struct result *r, const char *reason, ...) {
    va_list arguments;
    va_start(arguments, reason);
    int failed = add_list(list, r, reason, arguments);
    va_end(arguments);
    return failed;
}

int results_move(struct results *list, struct results *from) {
    if (reserve(list, from->count))
        return -1;
    if (from->count > 0)
        memcpy(list->item + list->count, from->item, from->count * sizeof *from->item);
    list->count += from->count;
    free(from->item);
    *from = (struct results){.count = 0};
    return 0;
}

void results_clear(struct results *list) {
    for (size_t i = 0; i < list->count; i++)
        record_clear(&result_record, &list->item[i]);
    free(list->item);
    *list = (struct results){.count = 0};
}

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

/* Longest quantity with its component; what is longer is cut. */
enum { QUANTITY_LENGTH = 256 };

int result_append(struct results *results, const struct study *s, const struct result *r,
                  const char *reason, ...) {
    struct result whole = *r;
    char quantity[QUANTITY_LENGTH];
    va_list arguments;
    snprintf(quantity, sizeof quantity, "%s%s%s", r->quantity, r->component ? ":" : "",
             r->component ? r->component : "");
    whole.quantity = quantity;
    whole.model = s->model->name;
    whole.method = s->method;
    va_start(arguments, reason);
    int failed = add_list(results, &whole, reason, arguments);
    va_end(arguments);
    json_decref(r->points);
    return failed;
}
