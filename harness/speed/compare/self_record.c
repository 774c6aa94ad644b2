/* The record of self comparisons: in memory, and in its file.
 *
 * The file: {"halfstep-self": 1, "records": {KEY: {"compared": n, "benchmarks": {NAME:
 * {"comparisons", "slower", "faster", "cannot_tell", "unconfirmed", "one_percent_tried",
 * "one_percent_found", "one_percent_stated", "five_percent_tried", "five_percent_found"}}}}}.
 * All are whole numbers that only grow, so that writers add to what they find; what was stated
 * is the sum of the probabilities in thousandths.
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

static json_t *fresh_counts(void) {
    return json_pack("{s:i, s:{}}", "compared", 0, "benchmarks");
}

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

/* The counts under the key in a document; made when they are not there. NULL: they cannot be. */
static json_t *counts_in(json_t *document, const char *key) {
    json_t *records = json_object_get(document, records_key);
    const json_t *there = json_object_get(json_object_get(records, key), "benchmarks");
    if (!json_is_object(there) && json_object_set_new(records, key, fresh_counts()))
        return NULL;
    return json_object_get(records, key);
}

static void take_counts(struct self_record *r, json_t *document) {
    const json_t *counts = document != NULL ? counts_in(document, r->key) : NULL;
    json_decref(r->counts);
    r->counts = counts != NULL ? json_deep_copy(counts) : fresh_counts();
}

int self_record_open(struct self_record *r, const char *cache, const char *machine,
                     const struct rule *rule) {
    *r = (struct self_record){.key = make_key(machine, rule)};
    if (cache != NULL && truth_store_make_folder(cache) == 0)
        r->path = path_join(cache, "self-comparisons.json");
    json_t *document = read_document(r->path);
    take_counts(r, document);
    json_decref(document);
    return r->key == NULL || r->counts == NULL ? -1 : 0;
}

void self_record_close(struct self_record *r) {
    free(r->path);
    free(r->key);
    json_decref(r->counts);
    *r = (struct self_record){.path = NULL};
}

static void add_number(json_t *object, const char *name, json_int_t more) {
    json_int_t n = json_integer_value(json_object_get(object, name));
    json_object_set_new(object, name, json_integer(n + more));
}

static void increase(json_t *object, const char *name) {
    add_number(object, name, 1);
}

static void count_slowed(json_t *entry, const struct self_outcome *o) {
    const bool one = o->kind == SELF_ONE;
    increase(entry, one ? "one_percent_tried" : "five_percent_tried");
    if (o->verdict == o->expected)
        increase(entry, one ? "one_percent_found" : "five_percent_found");
    if (one && isfinite(o->power))
        add_number(entry, "one_percent_stated", lround(self_stated_unit * o->power));
}

/* Adds to the counts; `name` NULL: a comparison was made. */
static void count(json_t *counts, const char *name, const struct self_outcome *o) {
    static const char *const verdicts[] = {[RULE_SLOWER] = "slower",
                                           [RULE_FASTER] = "faster",
                                           [RULE_CANNOT_TELL] = "cannot_tell"};
    json_t *all = json_object_get(counts, "benchmarks");
    if (name == NULL) {
        increase(counts, "compared");
        return;
    }
    if (!json_is_object(json_object_get(all, name)))
        json_object_set_new(all, name, json_object());
    json_t *entry = json_object_get(all, name);
    if (o->kind != SELF_EQUAL) {
        count_slowed(entry, o);
        return;
    }
    increase(entry, "comparisons");
    if (verdicts[o->verdict] != NULL)
        increase(entry, verdicts[o->verdict]);
    if (o->is_unconfirmed)
        increase(entry, "unconfirmed");
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
    json_t *counts = document != NULL ? counts_in(document, r->key) : NULL;
    if (counts != NULL)
        count(counts, name, outcome);
    if (counts != NULL && output_write_json(r->path, document, &ignored) == 0)
        take_counts(r, document);
    else
        count(r->counts, name, outcome);
    json_decref(document);
    if (held >= 0)
        close(held);
}

enum self_kind self_record_turn(const struct self_record *r) {
    json_int_t compared = json_integer_value(json_object_get(r->counts, "compared"));
    if (compared == 0 || compared % turn_of_self != 0)
        return SELF_KINDS;
    return compared % turn_of_slowed == 0 ? SELF_ONE : SELF_EQUAL;
}
