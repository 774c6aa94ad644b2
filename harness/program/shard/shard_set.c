/* The files of all shards of one plan, none missing and none twice; what two plans differ in.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/shard/shard_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"

enum { line_room = 400, what_room = 1200, list_room = 200, name_room = 160 };

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

/* Nonzero: *d says what the second's plan has otherwise than the first's. */
static int differ(const struct shard_file *first, const struct shard_file *second,
                  struct diagnostic *d) {
    char what[what_room] = "the jobs are others, or are shared out in another way";
    if (strcmp(first->digest, second->digest) == 0)
        return 0;
    if (first->is_unbegun != second->is_unbegun)
        return message_set(d, "%s: the integrator could not be begun with there",
                           first->is_unbegun ? first->path : second->path);
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

static int compare_indices(const void *a, const void *b) {
    const struct shard_file *one = a, *other = b;
    return (one->index > other->index) - (one->index < other->index);
}

/* How many jobs of the plan are a shard's, and the first of them in text[size]. */
static int count_jobs(char *text, size_t size, const struct shard_file *f, int index) {
    int count = 0;
    for (int i = 0; i < f->jobs.count; i++)
        if (f->jobs.item[i].shard == index && ++count == 1)
            shard_job_name(text, size, &f->jobs.item[i]);
    return count;
}

/* Adds what is missing from..to to a list like "2, 5-7"; what has no room is cut. */
static void list_gap(char *list, int from, int to) {
    size_t length = strlen(list);
    const char *before = length > 0 ? ", " : "";
    if (from == to)
        snprintf(list + length, list_room - length, "%s%d", before, from);
    else
        snprintf(list + length, list_room - length, "%s%d-%d", before, from, to);
}

/* The files are sorted; none is there twice. */
static int refuse_missing(const struct shard_file *f, int files, struct diagnostic *d) {
    char list[list_room] = "", job[name_room] = "";
    int expected = 1, missing = 0, first = 0;
    for (int k = 0; k <= files; k++) {
        int found = k < files ? f[k].index : f[0].count + 1;
        if (found > expected) {
            first = first > 0 ? first : expected;
            missing += found - expected;
            list_gap(list, expected, found - 1);
        }
        expected = found + 1;
    }
    if (missing == 0)
        return 0;
    if (missing > 1)
        return message_set(d, "shards %s of %d are missing (files given: %d)", list,
                           f[0].count, files);
    int jobs = count_jobs(job, sizeof job, f, first);
    return message_set(d, "shard %s of %d is missing: %d of %d jobs%s%s", list,
                       f[0].count, jobs, f->jobs.count,
                       jobs > 0 ? ", the first of them " : "", job);
}

static int check_set(struct shard_file *f, int files, struct diagnostic *d) {
    for (int k = 1; k < files; k++) {
        if (strcmp(f[k].command, f[0].command) != 0)
            return message_set(d, "%s is a shard of '%s', and %s of '%s'", f[0].path,
                               f[0].command, f[k].path, f[k].command);
        if (f[k].count != f[0].count)
            return message_set(d, "%s is shard %d of %d, and %s is shard %d of %d",
                               f[0].path, f[0].index, f[0].count, f[k].path, f[k].index,
                               f[k].count);
        if (differ(&f[0], &f[k], d))
            return -1;
    }
    qsort(f, (size_t)files, sizeof *f, compare_indices);
    for (int k = 1; k < files; k++)
        if (f[k].index == f[k - 1].index)
            return message_set(d, "%s and %s are both shard %d of %d", f[k - 1].path,
                               f[k].path, f[k].index, f[k].count);
    return refuse_missing(f, files, d);
}

enum exit_status shard_set_read(struct shard_file **files, const char *const *paths,
                                int count, struct diagnostic *d) {
    enum exit_status status = EXIT_PASSED;
    struct shard_file *f = calloc((size_t)count + 1, sizeof *f);
    *files = NULL;
    if (f == NULL)
        return message_fail(EXIT_MACHINE, d, "out of memory");
    for (int k = 0; k < count && status == EXIT_PASSED; k++)
        status = shard_file_read(&f[k], paths[k], d);
    if (status == EXIT_PASSED && check_set(f, count, d))
        status = EXIT_USAGE;
    if (status == EXIT_PASSED)
        *files = f;
    else
        shard_set_free(f, count);
    return status;
}

void shard_set_free(struct shard_file *files, int count) {
    for (int k = 0; k < count && files != NULL; k++)
        shard_file_clear(&files[k]);
    free(files);
}
