/* What two plans differ in.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/shard/shard_differ.h"

#include <stdio.h>
#include <string.h>

#include "harness/base/message.h"

enum { line_room = 400, what_room = 1200 };

/* The command line that a plan was made by. */
static void print_line(char *text, const struct shard_file *f) {
    const json_t *words = json_object_get(f->plan, "arguments");
    size_t i, length = (size_t)snprintf(text, line_room, "%s", f->command);
    const size_t all = json_array_size(words);
    for (i = 0; i < all && length < line_room; i++) {
        const char *word = json_string_value(json_array_get(words, i));
        if (i + 1 == all && strcmp(word != NULL ? word : "", "--") == 0)
            break; /* no model is named */
        length += (size_t)snprintf(text + length, line_room - length, " %s",
                                   word != NULL ? word : "?");
    }
}

/* The first model that only one of them has, or that has another content. */
static const char *find_model(const json_t *one, const json_t *other) {
    const char *name;
    json_t *hash;
    json_object_foreach((json_t *)one, name, hash) {
        if (!json_equal(hash, json_object_get(other, name)))
            return name;
    }
    return NULL;
}

static void tell_lines(char *what, const struct shard_file *first,
                       const struct shard_file *second) {
    char one[line_room], other[line_room];
    print_line(one, first);
    print_line(other, second);
    snprintf(what, what_room, "the command line '%s' instead of '%s'", other, one);
}

static void tell_models(char *what, const struct shard_file *first,
                        const struct shard_file *second) {
    const json_t *one = json_object_get(first->plan, "models");
    const json_t *other = json_object_get(second->plan, "models");
    const char *name = find_model(one, other);
    if (name == NULL)
        name = find_model(other, one);
    snprintf(what, what_room, "the model '%s' has another content",
             name != NULL ? name : "?");
}

static const struct {
    const char *key, *what; /* NULL: told in detail */
} parts[] = {
    {"command", NULL},
    {"arguments", NULL},
    {"halfstep", "another version of the program"},
    {"build", "the program was made from other sources"},
    {"integrator", "another integrator, or one with another fingerprint"},
    {"expect", "the file of --expect has another content"},
    {"models", NULL},
    {"records", "the files of recorded or pinned runs have another content"},
    {"methods", "other methods"},
};

int shard_differ(const struct shard_file *first, const struct shard_file *second,
                 struct diagnostic *d) {
    char what[what_room] = "the jobs are others, or are shared out in another way";
    if (strcmp(first->digest, second->digest) == 0)
        return 0;
    if ((shard_file_jobs(first) == NULL) != (shard_file_jobs(second) == NULL))
        return message_set(d, "%s: the integrator could not be begun with there",
                           shard_file_jobs(first) == NULL ? first->path : second->path);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        const char *key = parts[k].key;
        const json_t *one = json_object_get(first->plan, key);
        const json_t *other = json_object_get(second->plan, key);
        if (one == other || (one != NULL && json_equal(one, other)))
            continue;
        if (parts[k].what != NULL)
            snprintf(what, sizeof what, "%s", parts[k].what);
        else if (strcmp(key, "models") == 0)
            tell_models(what, first, second);
        else
            tell_lines(what, first, second);
        break;
    }
    return message_set(d, "%s has another plan than %s: %s", second->path, first->path,
                       what);
}
