/* One of the documents that are to be joined: reading it, and whether the shard has done what was
 * its own, and has the results of that.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/program/shard/shard_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness/base/input.h"
#include "harness/base/message.h"
#include "harness/base/path.h"
#include "harness/base/version.h"
#include "harness/program/run/results_jobs.h"
#include "harness/program/run/shard_document.h"
#include "harness/program/run/shard.h"
#include "harness/results/results_count.h"

enum { name_room = 160 };

/* What a result has to have so that it can be told and judged. */
static int check_items(const struct shard_file *f, struct diagnostic *d) {
    static const char *const of_result[] = {"model",    "method",  "study",
                                            "quantity", "verdict", NULL};
    const bool has_results = json_object_get(f->document, "results") != NULL;
    size_t i;
    json_t *item;
    json_array_foreach(f->items, i, item) {
        bool is_sound = json_is_object(item);
        for (int k = 0; has_results && of_result[k] != NULL; k++)
            is_sound = is_sound && json_is_string(json_object_get(item, of_result[k]));
        if (!is_sound)
            return message_set(d, "%s: result %d is none", f->path, (int)i + 1);
    }
    return 0;
}

static int check_plan(const struct shard_file *f, struct diagnostic *d) {
    size_t i;
    json_t *job;
    json_array_foreach(shard_file_jobs(f), i, job) {
        json_int_t shard = json_integer_value(json_object_get(job, "shard"));
        if (shard < 1 || shard > f->count ||
            !json_is_array(json_object_get(job, "methods")))
            return message_set(d, "%s: job %d of its plan is none", f->path, (int)i + 1);
    }
    return 0;
}

/* The job that was done as the k-th is the one of the plan at *place; counts what it has. */
static int check_one(const struct shard_file *f, const json_t *done, size_t place,
                     size_t *results, size_t *descriptions, struct diagnostic *d) {
    char expected[name_room], other[name_room];
    const json_t *job = json_array_get(shard_file_jobs(f), place);
    json_int_t at = json_integer_value(json_object_get(done, "place"));
    json_int_t count = json_integer_value(json_object_get(done, "results"));
    shard_job_name(expected, sizeof expected, job);
    shard_job_name(other, sizeof other, done);
    if (at != (json_int_t)place || strcmp(expected, other) != 0 ||
        !json_equal(json_object_get(job, "methods"), json_object_get(done, "methods")))
        return message_set(d, "%s: expected %s (job %d of its plan), found %s (job %d)",
                           f->path, expected, (int)place + 1,
                           other[0] != '\0' ? other : "nothing", (int)at + 1);
    if (count < 0 || !json_is_number(json_object_get(done, "processor_seconds")))
        return message_set(d, "%s: what %s came to cannot be read", f->path, expected);
    *results += (size_t)count;
    *descriptions += strcmp(results_text(done, "study"), JOB_DESCRIPTION) == 0;
    return 0;
}

/* The integrator could not be begun with: one result says why. */
static bool is_unbegun(const struct shard_file *f) {
    return shard_file_jobs(f) == NULL;
}

/* Nonzero: *d says which job is missing, doubled or another's, or what else is not so. */
static int check_done(const struct shard_file *f, struct diagnostic *d) {
    size_t place, done = 0, results = 0, descriptions = 0;
    json_t *job;
    if (check_items(f, d) || check_plan(f, d))
        return -1;
    json_array_foreach(shard_file_jobs(f), place, job) {
        if (json_integer_value(json_object_get(job, "shard")) == f->index &&
            check_one(f, json_array_get(f->done, done++), place, &results, &descriptions,
                      d))
            return -1;
    }
    if (json_array_size(f->done) != done)
        return message_set(d, "%s: %d jobs were done where its share has %d", f->path,
                           (int)json_array_size(f->done), (int)done);
    if (!is_unbegun(f) && json_array_size(f->items) != results)
        return message_set(d, "%s: has %d results where its jobs have %d", f->path,
                           (int)json_array_size(f->items), (int)results);
    if (json_array_size(json_object_get(f->document, "models")) != descriptions)
        return message_set(d, "%s: the descriptions of models are not those of its jobs",
                           f->path);
    return 0;
}

enum { known_format = 1 };

void shard_job_name(char *text, size_t size, const json_t *job) {
    const char *study = results_text(job, "study"), *model = results_text(job, "model");
    if (strcmp(study, model) == 0) /* it is about no model */
        snprintf(text, size, "%s", study);
    else
        snprintf(text, size, "%s of %s", study, model);
}

const json_t *shard_file_jobs(const struct shard_file *f) {
    return json_object_get(f->plan, "jobs");
}

static json_t *load_place(const char *path, struct diagnostic *d) {
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
        return input_json(path, 0, d);
    char *inside = path_join(path, "results.json");
    json_t *document = inside != NULL ? input_json(inside, 0, d) : NULL;
    free(inside);
    return document;
}

/* It is of this program, of this version. */
static int check_origin(const struct shard_file *f, struct diagnostic *d) {
    const char *version = results_text(f->document, "halfstep");
    json_int_t format = json_integer_value(json_object_get(f->document, "format"));
    if (version[0] == '\0' || results_text(f->document, "command")[0] == '\0')
        return message_set(d, "%s: no document of a study, of the gate or of fingerprint",
                           f->path);
    if (strcmp(version, HALFSTEP_VERSION) != 0 || format != known_format)
        return message_set(
            d, "%s: made by halfstep %s (format %d), this is %s (format %d)", f->path,
            version, (int)format, HALFSTEP_VERSION, (int)known_format);
    return 0;
}

static int take_shard(struct shard_file *f, struct diagnostic *d) {
    json_t *shard = json_object_get(f->document, "shard");
    char digest[SHARD_HASH_ROOM];
    if (shard == NULL)
        return message_set(d,
                           "%s: the whole work, made without --shard: nothing is to be "
                           "joined to it",
                           f->path);
    if (json_unpack(shard, "{s:i, s:i, s:s, s:o, s:o}", "index", &f->index, "count",
                    &f->count, "digest", &f->digest, "plan", &f->plan, "done",
                    &f->done) ||
        f->count < 1 || f->count > SHARD_MOST || f->index < 1 || f->index > f->count ||
        !json_is_object(f->plan) || !json_is_array(f->done))
        return message_set(d, "%s: what it says about its shard cannot be read", f->path);
    if (shard_document_digest(digest, f->plan))
        return message_set(d, "out of memory");
    if (strcmp(digest, f->digest) != 0)
        return message_set(d, "%s: its plan is not the one it was made by (%s, now %s)",
                           f->path, f->digest, digest);
    return 0;
}

static int take_items(struct shard_file *f, struct diagnostic *d) {
    f->items = json_object_get(f->document, "results");
    if (f->items == NULL)
        f->items = json_object_get(f->document, "fingerprints");
    if (!json_is_array(f->items))
        return message_set(d, "%s: it has no results", f->path);
    return 0;
}

enum exit_status shard_file_read(struct shard_file *f, const char *path,
                                 struct diagnostic *d) {
    *f = (struct shard_file){.path = path, .document = load_place(path, d)};
    if (f->document == NULL)
        return EXIT_USAGE;
    f->command = results_text(f->document, "command");
    if (check_origin(f, d) || take_shard(f, d) || take_items(f, d) || check_done(f, d))
        return EXIT_USAGE;
    return EXIT_PASSED;
}

void shard_file_clear(struct shard_file *f) {
    json_decref(f->document);
    *f = (struct shard_file){.path = NULL};
}
