/* The parts of a fingerprint that are lists.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/fingerprint.h"

#include <stdlib.h>
#include <string.h>

/* Room for the entries of an array member, `size` bytes each; their number in *count. */
static void *make_room(struct json_reader *reader, const json_t *object, const char *key,
                       size_t size, int *count) {
    const json_t *array = json_object_get(object, key);
    *count = 0;
    if (array && !json_is_null(array) && !json_is_array(array)) {
        json_complain(reader, key, "an array");
    }
    void *room = calloc(json_array_size(array) + 1, size);
    if (!room) {
        json_complain(reader, key, "more memory");
        return NULL;
    }
    *count = (int)json_array_size(array);
    return room;
}

static double *read_numbers(struct json_reader *reader, const json_t *object,
                            const char *key, int *count) {
    double *number = make_room(reader, object, key, sizeof *number, count);
    for (int i = 0; i < *count; i++) {
        const json_t *value = json_array_get(json_object_get(object, key), (size_t)i);
        number[i] = json_number_value(value);
        if (!json_is_number(value)) {
            json_complain(reader, key, "an array of numbers");
        }
    }
    return number;
}

static void read_stability(struct json_reader *reader, const json_t *object,
                           struct fingerprint_stability *s) {
    s->text = json_text(reader, object, "text");
    s->a_stable = json_flag(reader, object, "a_stable");
    s->l_stable = json_flag(reader, object, "l_stable");
    s->numerator = read_numbers(reader, object, "numerator", &s->numerators);
    s->denominator = read_numbers(reader, object, "denominator", &s->denominators);
}

static struct fingerprint_node *read_nodes(struct json_reader *reader,
                                           const json_t *object, const char *key,
                                           int *count) {
    struct fingerprint_node *node = make_room(reader, object, key, sizeof *node, count);
    for (int i = 0; i < *count; i++) {
        const json_t *entry = json_array_get(json_object_get(object, key), (size_t)i);
        node[i].node = json_number(reader, entry, "node");
        node[i].weight = json_number(reader, entry, "weight");
        node[i].text = json_text(reader, entry, "text");
    }
    return node;
}

static void read_probes(struct json_reader *reader, const json_t *object,
                        struct fingerprint *f) {
    f->probe = make_room(reader, object, "probes", sizeof *f->probe, &f->probes);
    for (int i = 0; i < f->probes; i++) {
        const json_t *entry =
            json_array_get(json_object_get(object, "probes"), (size_t)i);
        f->probe[i] = (struct fingerprint_probe){
            .name = json_text(reader, entry, "name"),
            .why = json_text(reader, entry, "why"),
            .h = json_number(reader, entry, "h"),
            .scale = json_number(reader, entry, "scale"),
            .start = json_number(reader, entry, "t0"),
            .agrees = json_flag(reader, entry, "agrees"),
        };
    }
}

static void read_refusals(struct json_reader *reader, const json_t *object,
                          struct fingerprint *f) {
    static const char key[] = "families_refused";
    f->refusal = make_room(reader, object, key, sizeof *f->refusal, &f->refusals);
    for (int i = 0; i < f->refusals; i++) {
        const json_t *entry = json_array_get(json_object_get(object, key), (size_t)i);
        f->refusal[i].family = json_text(reader, entry, "family");
        f->refusal[i].why = json_text(reader, entry, "why");
    }
}

static struct fingerprint_tree read_tree(struct json_reader *reader,
                                         const json_t *entry) {
    return (struct fingerprint_tree){
        .tree = json_needed_text(reader, entry, "tree"),
        .differential = json_text(reader, entry, "differential"),
        .result = json_text(reader, entry, "result"),
        .expected = json_text(reader, entry, "expected"),
        .estimate = json_text(reader, entry, "estimate"),
        .estimate_expected = json_text(reader, entry, "estimate_expected"),
        .exact = json_text(reader, entry, "exact_flow"),
        .difference = json_number(reader, entry, "difference"),
        .estimate_difference = json_number(reader, entry, "estimate_difference"),
        .order = json_count(reader, entry, "order"),
        .fails = strcmp(json_text(reader, entry, "verdict"), "pass") != 0,
    };
}

static void read_trees(struct json_reader *reader, const json_t *object,
                       struct fingerprint *f) {
    struct json_reader inside = {"fingerprint.trees", 0, reader->failed, reader->why};
    f->tree = make_room(reader, object, "trees", sizeof *f->tree, &f->trees);
    for (int i = 0; i < f->trees; i++) {
        inside.index = i;
        f->tree[i] = read_tree(
            &inside, json_array_get(json_object_get(object, "trees"), (size_t)i));
    }
    reader->failed = reader->failed || inside.failed;
}

void fingerprint_read_lists(struct json_reader *reader, const json_t *object,
                            struct fingerprint *f) {
    f->node = read_nodes(reader, object, "nodes", &f->nodes);
    f->time_node = read_nodes(reader, object, "time_nodes", &f->time_nodes);
    read_stability(reader, json_object_get(object, "stability"), &f->stability);
    read_probes(reader, object, f);
    read_refusals(reader, object, f);
    read_trees(reader, object, f);
}
