/* The record of self comparisons: in memory, and in its file.
 *
 * The file: {"halfstep-self": 1, "records": {KEY: {"compared": n, "benchmarks": {NAME: the
 * fields of counts_record}}}}. All are whole numbers that only grow, so that writers add to what
 * they find.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/speed/compare/self_record.h"
#include "harness/base/input.h"
#include "harness/base/output.h"
#include "harness/base/path.h"
#include "harness/results/machine.h"
#include "harness/truth/truth_store.h"

enum { known_format = 1, key_room = 512, turn_of_self = 10, turn_of_slowed = 50 };

static const char format_key[] = "halfstep-self", records_key[] = "records";

double self_kind_fraction(enum self_kind kind) {
    return kind == SELF_ONE ? 0.01 : kind == SELF_FIVE ? 0.05 : 0;
}

char *self_machine(void) {
    static const char *const keys[] = {"processor", "system"};
    json_t *machine = machine_describe();
    char text[key_room];
    const char *part[2];
    for (int i = 0; i < 2; i++) {
        part[i] = json_string_value(json_object_get(machine, keys[i]));
        if (part[i] == NULL)
            part[i] = "unknown";
    }
    snprintf(text, sizeof text, "%s, %d cores, %s", part[0],
             (int)json_integer_value(json_object_get(machine, "cores")), part[1]);
    json_decref(machine);
    return strdup(text);
}

static char *make_key(const char *machine, const struct rule *rule) {
    char text[2 * key_room];
    snprintf(text, sizeof text,
             "%s; delta %g, alpha %g, %d looks to %d, %d rounds of %g ns", machine,
             rule->delta, rule->alpha, rule->looks, rule->look[rule->looks - 1],
             PAIRS_ROUNDS, pairs_block_ns);
    return strdup(text);
}

#define FIELD(name, member, ...)                                                         \
    RECORD_NAMED(name, struct self_counts, member, __VA_ARGS__, .may_lack = true)
static const struct record_field fields[] = {
    FIELD("name", name, TEXT, "of the benchmark"),
    FIELD("comparisons", comparisons, WHOLE, "with its own copy"),
    FIELD("slower", slower, WHOLE, "false alarms"),
    FIELD("faster", faster, WHOLE, "false alarms"),
    FIELD("cannot_tell", cannot_tell, WHOLE, "without a verdict"),
    FIELD("unconfirmed", unconfirmed, WHOLE, "first alarms that were not repeated"),
    FIELD("one_percent_tried", injected[SELF_ONE].tried, WHOLE, "slowed copies"),
    FIELD("one_percent_found", injected[SELF_ONE].found, WHOLE, "of these"),
    FIELD("one_percent_stated", injected[SELF_ONE].stated, WHOLE, "in thousandths"),
    FIELD("five_percent_tried", injected[SELF_FIVE].tried, WHOLE, "slowed copies"),
    FIELD("five_percent_found", injected[SELF_FIVE].found, WHOLE, "of these"),
    {.key = NULL},
};
static const struct record counts_record = {"self", "What came of a benchmark.",
                                            sizeof(struct self_counts), fields};

/* The file's document: a fresh one when there is none that can be read; NULL when it is of
 * another version, which is not to be touched. */
static json_t *read_document(const char *path) {
    struct diagnostic ignored;
    json_t *document = path == NULL ? NULL : input_json(path, 0, &ignored);
    const json_t *format = json_object_get(document, format_key);
    if (json_is_integer(format) && json_integer_value(format) != known_format) {
        json_decref(document);
        return NULL;
    }
    if (json_is_integer(format) && json_is_object(json_object_get(document, records_key)))
        return document;
    json_decref(document);
    return json_pack("{s:i, s:{}}", format_key, known_format, records_key);
}

static void clear_counts(struct self_record *r) {
    for (int i = 0; i < r->benchmarks; i++)
        record_clear(&counts_record, &r->benchmark[i]);
    free(r->benchmark);
    r->benchmark = NULL;
    r->benchmarks = 0;
}

/* The benchmark's counts, made where there are none; NULL: out of memory. */
static struct self_counts *counts_of(struct self_record *r, const char *name) {
    const struct self_counts fresh = {.name = name};
    int i = 0;
    while (i < r->benchmarks && strcmp(r->benchmark[i].name, name) != 0)
        i++;
    if (i == r->benchmarks &&
        record_append(&counts_record, &r->benchmark, &r->benchmarks, &fresh))
        return NULL;
    return &r->benchmark[i];
}

/* Takes the counts under the key in a document in place of its own. Nonzero: out of memory. */
static int take_counts(struct self_record *r, const json_t *document) {
    const json_t *there = json_object_get(json_object_get(document, records_key), r->key);
    const char *name;
    json_t *entry;
    struct diagnostic ignored;
    int failed = 0;
    clear_counts(r);
    r->compared = (long)json_integer_value(json_object_get(there, "compared"));
    json_object_foreach(json_object_get(there, "benchmarks"), name, entry) {
        struct self_counts one;
        if (record_read(&counts_record, &one, entry, &ignored) == 0 &&
            record_set_text(&one.name, name) == 0)
            failed |= record_append(&counts_record, &r->benchmark, &r->benchmarks, &one);
        record_clear(&counts_record, &one);
    }
    return failed;
}

/* Puts the counts under the key into a document. Nonzero: they cannot be. */
static int put_counts(const struct self_record *r, json_t *document) {
    json_t *all = json_object();
    int failed = 0;
    for (int i = 0; i < r->benchmarks; i++)
        failed |= json_object_set_new(all, r->benchmark[i].name,
                                      record_tell(&counts_record, &r->benchmark[i]));
    json_t *told =
        json_pack("{s:I, s:o}", "compared", (json_int_t)r->compared, "benchmarks", all);
    return json_object_set_new(json_object_get(document, records_key), r->key, told) |
           failed;
}

int self_record_open(struct self_record *r, const char *cache, const char *machine,
                     const struct rule *rule) {
    *r = (struct self_record){.key = make_key(machine, rule)};
    if (cache != NULL && truth_store_make_folder(cache) == 0)
        r->path = path_join(cache, "self-comparisons.json");
    json_t *document = read_document(r->path);
    const int failed = take_counts(r, document);
    json_decref(document);
    return r->key == NULL || failed ? -1 : 0;
}

void self_record_close(struct self_record *r) {
    free(r->path);
    free(r->key);
    clear_counts(r);
    *r = (struct self_record){.path = NULL};
}

/* Adds to the counts; `name` NULL: a comparison was made. */
static void count(struct self_record *r, const char *name, const struct self_outcome *o) {
    struct self_counts *c = name != NULL ? counts_of(r, name) : NULL;
    r->compared += name == NULL;
    if (c == NULL)
        return;
    if (o->kind != SELF_EQUAL) {
        struct self_injected *of = &c->injected[o->kind];
        of->tried++;
        of->found += o->verdict == o->expected;
        if (o->kind == SELF_ONE && isfinite(o->power))
            of->stated += lround(self_stated_unit * o->power);
        return;
    }
    c->comparisons++;
    c->slower += o->verdict == RULE_SLOWER;
    c->faster += o->verdict == RULE_FASTER;
    c->cannot_tell += o->verdict == RULE_CANNOT_TELL;
    c->unconfirmed += o->is_unconfirmed;
}

/* Waits for the lock beside the file; -1: there is none to be had. */
static int lock(const char *path) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    char name[key_room];
    if (snprintf(name, sizeof name, "%s.lock", path) >= (int)sizeof name)
        return -1;
    int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file >= 0 && fcntl(file, F_SETLKW, &whole) != 0) {
        close(file);
        return -1;
    }
    return file;
}

void self_record_add(struct self_record *r, const char *name,
                     const struct self_outcome *outcome) {
    struct diagnostic ignored;
    const int held = r->path != NULL ? lock(r->path) : -1;
    json_t *document = held >= 0 ? read_document(r->path) : NULL;
    struct self_record there = {.key = r->key};
    const int failed = take_counts(&there, document);
    count(&there, name, outcome);
    if (document != NULL && !failed && put_counts(&there, document) == 0 &&
        output_write_json(r->path, document, &ignored) == 0)
        (void)take_counts(r, document);
    else
        count(r, name, outcome);
    clear_counts(&there);
    json_decref(document);
    if (held >= 0)
        close(held);
}

enum self_kind self_record_turn(const struct self_record *r) {
    if (r->compared == 0 || r->compared % turn_of_self != 0)
        return SELF_KINDS;
    return r->compared % turn_of_slowed == 0 ? SELF_ONE : SELF_EQUAL;
}
