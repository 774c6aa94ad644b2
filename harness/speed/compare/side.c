/* A build, or a measurement that was stored.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "harness/base/input.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/compare/side.h"

/* The version of the measurement document that is read here. */
enum { known_format = 1 };

/* A library is shorter, in bytes. */
static const size_t longest = (size_t)1 << 30;

static bool names_document(const char *place) {
    static const char ending[] = ".json";
    const size_t length = strlen(place), end = strlen(ending);
    return length > end && strcmp(place + length - end, ending) == 0;
}

static int check_document(const json_t *document, const char *place,
                          struct diagnostic *d) {
    const json_t *format = json_object_get(document, "format");
    if (json_object_get(document, "measurements") == NULL)
        return message_set(
            d, "%s: no stored measurement: 'halfstep timing --json' writes one", place);
    if (!json_is_integer(format) || json_integer_value(format) < known_format)
        return message_set(d, "%s: a stored measurement without a format", place);
    if (json_integer_value(format) > known_format)
        return message_set(d, "%s: format %d, which is of a later version (known: %d)",
                           place, (int)json_integer_value(format), known_format);
    if (!json_is_array(json_object_get(document, "measurements")))
        return message_set(d, "%s: \"measurements\": expected an array", place);
    return 0;
}

static int open_document(struct side *s, struct diagnostic *d) {
    s->stored = input_json(s->place, JSON_REJECT_DUPLICATES, d);
    return s->stored == NULL ? -1 : check_document(s->stored, s->place, d);
}

int side_open(struct side *s, const char *place, struct diagnostic *d) {
    *s = (struct side){.place = place};
    if (names_document(place))
        return open_document(s, d);
    if (bench_build_find(&s->build, place, d))
        return -1;
    s->has_ring = strcmp(s->build.library[0], s->build.library[1]) != 0;
    return 0;
}

void side_clear(struct side *s) {
    json_decref(s->stored);
    bench_build_clear(&s->build);
    *s = (struct side){.place = NULL};
}

const json_t *side_build(const struct side *s) {
    return s->stored != NULL ? json_object_get(s->stored, "build") : s->build.build;
}

json_t *side_describe(const struct side *s) {
    const json_t *build = side_build(s);
    json_t *about = json_is_object(build) ? json_copy((json_t *)build) : json_object();
    json_object_set_new(about, "place", json_text_of(s->place));
    json_object_set_new(about, "stored", json_boolean(s->stored != NULL));
    return about;
}

const json_t *side_measurement(const struct side *s, const char *name) {
    const json_t *all = json_object_get(s->stored, "measurements");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *one = json_array_get(all, i);
        const char *own = json_string_value(json_object_get(one, "name"));
        if (own != NULL && strcmp(own, name) == 0)
            return one;
    }
    return NULL;
}

static bool is_among(const char *model, const struct model_names *models) {
    for (int i = 0; i < models->count; i++)
        if (strcmp(models->name[i], model) == 0)
            return true;
    return models->count == 0;
}

/* A method's forms are behind a point: "semi-explicit-euler.gaming". */
static bool is_of_method(const char *name, const char *method) {
    size_t length = method == NULL ? 0 : strlen(method);
    return method == NULL || (strncmp(name, method, length) == 0 &&
                              (name[length] == '\0' || name[length] == '.'));
}

/* "MODEL/METHOD/MODE/KIND" taken apart. Nonzero: out of memory. */
static int take_apart(struct benchmark *b, const char *name, json_t *workload) {
    const char **const parts[] = {&b->model, &b->method, &b->mode, &b->kind};
    const char *rest = name;
    int failed = (b->name = strdup(name)) == NULL;
    for (int i = 0; i < 4; i++) {
        const size_t length = strcspn(rest, "/");
        failed |= (*parts[i] = strndup(rest, length)) == NULL;
        rest += length + (rest[length] == '/');
    }
    b->workload = json_incref(workload);
    return failed;
}

int side_benchmarks(struct benchmarks *b, const struct side *s,
                    const struct model_names *models, const char *method) {
    const json_t *all = json_object_get(s->stored, "measurements");
    b->count = 0;
    b->benchmark = calloc(json_array_size(all) + 1, sizeof *b->benchmark);
    for (size_t i = 0; i < json_array_size(all) && b->benchmark != NULL; i++) {
        const json_t *one = json_array_get(all, i);
        const char *name = json_string_value(json_object_get(one, "name"));
        json_t *workload = json_object_get(one, "workload");
        struct benchmark own = {.name = NULL};
        if (name == NULL || !json_is_object(workload))
            continue;
        const int failed = take_apart(&own, name, workload);
        if (!failed && is_among(own.model, models) && is_of_method(own.method, method))
            b->benchmark[b->count++] = own;
        else
            benchmark_clear(&own);
        if (failed)
            return -1;
    }
    return b->benchmark == NULL;
}

static bool is_same_file(const char *first, const char *second) {
    struct diagnostic ignored;
    char *a, *b;
    size_t n, m;
    const bool failed = input_read(&a, &n, first, longest, &ignored) != 0;
    const bool same = input_read(&b, &m, second, longest, &ignored) == 0 && !failed &&
                      n == m && memcmp(a, b, n) == 0;
    free(a);
    free(b);
    return same;
}

bool side_is_same(const struct side *a, const struct side *b) {
    if (a->stored != NULL || b->stored != NULL)
        return false;
    for (int i = 0; i < BENCH_RING; i++)
        if (!is_same_file(a->build.library[i], b->build.library[i]))
            return false;
    return true;
}
