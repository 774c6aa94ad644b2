/* Reading a JSON document with complaints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/gate/expect_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/input.h"
#include "harness/base/message.h"
#include "problems/language/suggest.h"

/* Far more than any such file needs. */
enum { longest_file = 1 << 20, complaint_room = 512 };

int reader_open(struct reader *r, const char *path, json_t **document,
                struct diagnostic *d) {
    json_error_t error;
    size_t length = 0;
    *r = (struct reader){.path = path, .d = d};
    if (input_read(&r->text, &length, path, longest_file, d))
        return -1;
    *document = json_loadb(r->text, length, JSON_REJECT_DUPLICATES, &error);
    if (*document == NULL)
        return message_set(d, "%s:%d: not JSON: %s", path, error.line, error.text);
    if (!json_is_object(*document))
        return reader_complain(r, "expected an object: {\"halfstep-expect\": 1, ...}");
    return 0;
}

int reader_complain(const struct reader *r, const char *format, ...) {
    char complaint[complaint_room];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(complaint, sizeof complaint, format, arguments);
    va_end(arguments);
    return message_set(r->d, "%s:%d: %s", r->path,
                       json_place_line(r->text, r->step, r->depth), complaint);
}

void reader_enter_member(struct reader *r, const char *key) {
    r->step[r->depth++] = (struct json_step){key, 0};
}

void reader_enter_item(struct reader *r, size_t index) {
    r->step[r->depth++] = (struct json_step){NULL, index};
}

void reader_leave(struct reader *r) {
    r->depth--;
}

int reader_check_name(const struct reader *r, const char *what, const char *name,
                      const char *const *known) {
    char all[complaint_room / 2] = "";
    struct suggestion n = suggest_start(name);
    for (int i = 0; known[i] != NULL; i++) {
        size_t length = strlen(all);
        if (strcmp(known[i], name) == 0)
            return 0;
        snprintf(all + length, sizeof all - length, "%s%s", i > 0 ? ", " : "", known[i]);
        suggest_consider(&n, known[i]);
    }
    if (n.best != NULL)
        return reader_complain(r, "unknown %s '%.60s'; did you mean '%s'?", what, name,
                               n.best);
    return reader_complain(r, "unknown %s '%.60s'; expected one of %s", what, name, all);
}

int reader_check_keys(struct reader *r, json_t *object, const char *const *known) {
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        reader_enter_member(r, key);
        int failed = reader_check_name(r, "key", key, known);
        reader_leave(r);
        if (failed)
            return failed;
    }
    return 0;
}

int reader_text(struct reader *r, const json_t *object, const char *key, bool required,
                const char **text) {
    const json_t *value = json_object_get(object, key);
    if (value == NULL)
        return required ? reader_complain(r, "\"%s\" is missing: expected a text", key)
                        : 0;
    reader_enter_member(r, key);
    const char *said = json_string_value(value);
    int failed =
        said == NULL || said[strspn(said, " \t\r\n")] == '\0'
            ? reader_complain(r, "\"%s\": expected a text that is not empty", key)
            : 0;
    reader_leave(r);
    if (!failed)
        *text = said;
    return failed;
}

int reader_whole(struct reader *r, const json_t *object, const char *key, int most,
                 int *number) {
    const json_t *value = json_object_get(object, key);
    if (value == NULL)
        return 0;
    json_int_t said = json_integer_value(value);
    if (said >= 1 && said <= most) {
        *number = (int)said;
        return 0;
    }
    reader_enter_member(r, key);
    int failed =
        reader_complain(r, "\"%s\": expected a whole number from 1 to %d", key, most);
    reader_leave(r);
    return failed;
}

int reader_format(struct reader *r, const json_t *document, const char *key, int known) {
    const json_t *format = json_object_get(document, key);
    if (format == NULL)
        return reader_complain(r, "expected \"%s\": %d", key, known);
    if (json_is_integer(format) && json_integer_value(format) == known)
        return 0;
    reader_enter_member(r, key);
    return reader_complain(r, "\"%s\": expected %d, the only format there is", key,
                           known);
}

int reader_truth(struct reader *r, const json_t *document, const char *key, bool *value) {
    const json_t *said = json_object_get(document, key);
    *value = json_is_true(said);
    if (said == NULL || json_is_boolean(said))
        return 0;
    reader_enter_member(r, key);
    return reader_complain(r, "\"%s\": expected true or false", key);
}

int reader_enter_container(struct reader *r, const json_t *document, const char *key,
                           json_type type, json_t **value) {
    *value = json_object_get(document, key);
    if (*value == NULL)
        return 0;
    reader_enter_member(r, key);
    if (json_typeof(*value) == type)
        return 0;
    return reader_complain(r, "\"%s\": expected %s", key,
                           type == JSON_ARRAY ? "an array [...]" : "an object {...}");
}
