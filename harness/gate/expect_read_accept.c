/* Reading the deviations that are accepted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/glob.h"
#include "harness/base/message.h"
#include "harness/gate/expect_reader.h"
#include "harness/quantities/quantity.h"

/* A study's name is known, unless it is a pattern. */
static int check_study(struct reader *r, const char *study, const char *const *studies) {
    if (glob_is_pattern(study))
        return 0;
    reader_enter_member(r, "study");
    if (reader_check_name(r, "study", study, studies))
        return -1;
    reader_leave(r);
    return 0;
}

/* A quantity is one that the study has, unless one of the two is a pattern; what follows a colon
 * names a component. */
static int check_quantity(struct reader *r, const struct acceptance *a) {
    const int all = quantity_count();
    const size_t length = strcspn(a->quantity, ":");
    if (glob_is_pattern(a->quantity) || glob_is_pattern(a->study))
        return 0;
    const char **known = calloc((size_t)all + 1, sizeof *known);
    char *name = strndup(a->quantity, length);
    int count = 0, failed = known == NULL || name == NULL;
    for (int i = 0; i < all && !failed; i++) {
        const struct quantity q = quantity_at(i);
        if (strcmp(q.name, "*") != 0 &&
            (strcmp(q.study, "*") == 0 || strcmp(q.study, a->study) == 0))
            known[count++] = q.name;
    }
    reader_enter_member(r, "quantity");
    failed = failed ? message_set(r->d, "out of memory")
                    : reader_check_name(r, "quantity", name, known);
    if (!failed)
        reader_leave(r);
    free(name);
    free(known);
    return failed;
}

/* A bound of the value; *bound is unchanged when there is none. */
static int read_bound(struct reader *r, const json_t *object, const char *key,
                      double *bound) {
    const json_t *value = json_object_get(object, key);
    if (value == NULL)
        return 0;
    if (json_is_number(value)) {
        *bound = json_number_value(value);
        return 0;
    }
    reader_enter_member(r, key);
    return reader_complain(r, "\"%s\": expected a number", key);
}

static int read_acceptance(struct reader *r, json_t *value, const char *const *studies,
                           struct acceptance *a) {
    static const char *const keys[] = {"study",  "quantity", "model",   "method", "mode",
                                       "reason", "at-least", "at-most", NULL};
    *a = (struct acceptance){.model = "*",
                             .method = "*",
                             .mode = "*",
                             .at_least = -INFINITY,
                             .at_most = INFINITY};
    if (!json_is_object(value))
        return reader_complain(r, "expected an object: {\"study\": \"gap\", "
                                  "\"quantity\": \"gap-order*\", \"reason\": ...}");
    a->line = json_place_line(r->text, r->step, r->depth);
    return reader_check_keys(r, value, keys) ||
           reader_text(r, value, "study", true, &a->study) ||
           reader_text(r, value, "quantity", true, &a->quantity) ||
           reader_text(r, value, "reason", true, &a->reason) ||
           reader_text(r, value, "model", false, &a->model) ||
           reader_text(r, value, "method", false, &a->method) ||
           reader_text(r, value, "mode", false, &a->mode) ||
           read_bound(r, value, "at-least", &a->at_least) ||
           read_bound(r, value, "at-most", &a->at_most) ||
           check_study(r, a->study, studies) || check_quantity(r, a);
}

int expect_read_acceptances(struct reader *r, const json_t *document,
                            const char *const *studies, struct expect *e) {
    json_t *accept, *value;
    size_t i;
    if (reader_enter_container(r, document, "accept", JSON_ARRAY, &accept))
        return -1;
    if (accept == NULL)
        return 0;
    e->acceptance = calloc(json_array_size(accept) + 1, sizeof *e->acceptance);
    if (e->acceptance == NULL)
        return message_set(r->d, "out of memory");
    json_array_foreach(accept, i, value) {
        reader_enter_item(r, i);
        if (read_acceptance(r, value, studies, &e->acceptance[e->acceptances++]))
            return -1;
        reader_leave(r);
    }
    reader_leave(r);
    return 0;
}
