/* The files of all shards of one plan, none missing and none twice.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/shard/shard_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/program/shard/shard_differ.h"

enum { list_room = 200, name_room = 160 };

static int compare_indices(const void *a, const void *b) {
    const struct shard_file *one = a, *other = b;
    return (one->index > other->index) - (one->index < other->index);
}

/* How many jobs of the plan are a shard's, and the first of them in text[size]. */
static int count_jobs(char *text, size_t size, const struct shard_file *f, int index) {
    int count = 0;
    size_t i;
    json_t *job;
    json_array_foreach(shard_file_jobs(f), i, job) {
        if (json_integer_value(json_object_get(job, "shard")) == index && ++count == 1)
            shard_job_name(text, size, job);
    }
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
                       f[0].count, jobs, (int)json_array_size(shard_file_jobs(f)),
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
        if (shard_differ(&f[0], &f[k], d))
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
    if (f == NULL) {
        message_set(d, "out of memory");
        return EXIT_MACHINE;
    }
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
