/* Reading what is accepted, and looking it up.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/glob.h"
#include "harness/base/message.h"
#include "harness/gate/expect_reader.h"
#include "harness/speed/compare/accept.h"

enum { known_format = 1 };

static const char format_key[] = "halfstep-accept";

/* old * (1 + change) is rounded. */
static const double rounding = 1e-12;

static int read_number(struct reader *r, const json_t *object, const char *key,
                       double *number) {
    const json_t *value = json_object_get(object, key);
    *number = NAN;
    if (value == NULL)
        return 0;
    *number = json_number_value(value);
    if (json_is_number(value) && *number >= 0)
        return 0;
    reader_enter_member(r, key);
    return reader_complain(r, "\"%s\": expected a number that is not negative", key);
}

static int read_one(struct reader *r, json_t *value, struct accepted *a) {
    static const char *const keys[] = {"benchmark", "counter", "value",
                                       "change",    "reason",  NULL};
    if (!json_is_object(value))
        return reader_complain(r, "expected an object: {\"benchmark\": \"pendulum/*\", "
                                  "\"counter\": \"evaluations\", \"value\": ..., "
                                  "\"reason\": ...}");
    a->line = json_place_line(r->text, r->step, r->depth);
    if (reader_check_keys(r, value, keys) ||
        reader_text(r, value, "benchmark", true, &a->benchmark) ||
        reader_text(r, value, "counter", true, &a->counter) ||
        reader_text(r, value, "reason", true, &a->reason) ||
        read_number(r, value, "value", &a->value) ||
        read_number(r, value, "change", &a->change))
        return -1;
    if (isnan(a->value) == isnan(a->change))
        return reader_complain(r,
                               "expected \"value\", the new value that is accepted, or "
                               "\"change\", the increase, as 0.02");
    return 0;
}

static int read_all(struct reader *r, struct accept *a) {
    static const char *const keys[] = {format_key, "accept", NULL};
    json_t *list = json_object_get(a->document, "accept"), *value;
    size_t i;
    if (reader_format(r, a->document, format_key, known_format) ||
        reader_check_keys(r, a->document, keys))
        return -1;
    if (!json_is_array(list))
        return reader_complain(r, "expected \"accept\": an array [...]");
    a->accepted = calloc(json_array_size(list) + 1, sizeof *a->accepted);
    if (a->accepted == NULL)
        return message_set(r->d, "out of memory");
    reader_enter_member(r, "accept");
    json_array_foreach(list, i, value) {
        reader_enter_item(r, i);
        if (read_one(r, value, &a->accepted[a->count++]))
            return -1;
        reader_leave(r);
    }
    return 0;
}

int accept_read(struct accept *a, const char *path, struct diagnostic *d) {
    struct reader r;
    *a = (struct accept){.path = path};
    if (path == NULL)
        return 0;
    int failed = reader_open(&r, path, &a->document, d) || read_all(&r, a);
    free(r.text);
    return failed ? -1 : 0;
}

void accept_clear(struct accept *a) {
    free(a->accepted);
    json_decref(a->document);
    *a = (struct accept){.path = NULL};
}

static int allows(const struct accepted *a, double old, double new) {
    double most = isnan(a->value) ? old * (1 + a->change) : a->value;
    return new <= (1 + rounding) * most;
}

const char *accept_reason(struct accept *a, const char *benchmark, const char *counter,
                          double old, double new) {
    for (int i = 0; i < a->count; i++) {
        struct accepted *one = &a->accepted[i];
        if (glob_matches(one->benchmark, benchmark) &&
            glob_matches(one->counter, counter) && allows(one, old, new)) {
            one->uses++;
            return one->reason;
        }
    }
    return NULL;
}

json_t *accept_unused(const struct accept *a) {
    json_t *texts = json_array();
    for (int i = 0; i < a->count; i++) {
        const struct accepted *one = &a->accepted[i];
        if (one->uses == 0)
            json_array_append_new(
                texts, json_sprintf("%s:%d: nothing that fails is accepted by benchmark "
                                    "'%s', counter '%s' (%s)",
                                    a->path, one->line, one->benchmark, one->counter,
                                    one->reason));
    }
    return texts;
}
