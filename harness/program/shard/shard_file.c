/* One of the documents that are to be joined: reading it, and whether the shard has done what was
 * its own, and has the results of that.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/program/shard/shard_file.h"

#include <math.h>
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

/* The jobs of an array; `what` for a person. */
static int read_jobs(struct job_accounts *jobs, const json_t *array,
                     const struct record *r, const char *what, const struct shard_file *f,
                     struct diagnostic *d) {
    const int count = (int)json_array_size(array);
    struct diagnostic ignored;
    if ((jobs->item = calloc((size_t)count + 1, r->size)) == NULL)
        return message_set(d, "out of memory");
    while (jobs->count < count) {
        struct job_account *job = &jobs->item[jobs->count];
        const json_t *told = json_array_get(array, (size_t)jobs->count++);
        if (record_read(r, job, told, &ignored))
            return message_set(d, "%s: job %d of %s is none", f->path, jobs->count, what);
    }
    return 0;
}

static int take_jobs(struct shard_file *f, const json_t *done, struct diagnostic *d) {
    const json_t *planned = json_object_get(f->plan, "jobs");
    f->is_unbegun = planned == NULL;
    if (read_jobs(&f->jobs, planned, &job_planned_record, "its plan", f, d) ||
        read_jobs(&f->done, done, &job_done_record, "those done", f, d))
        return -1;
    for (int i = 0; i < f->jobs.count; i++)
        if (f->jobs.item[i].shard < 1 || f->jobs.item[i].shard > f->count)
            return message_set(d, "%s: job %d of its plan is none", f->path, i + 1);
    return 0;
}

/* The k-th job that was done is the one of the plan at a place; counts what it has. */
static int check_one(const struct shard_file *f, int k, int place, long *results,
                     int *descriptions, struct diagnostic *d) {
    static const struct job_account nothing = {.study = "", .model = ""};
    const struct job_account *job = &f->jobs.item[place];
    const struct job_account *done = k < f->done.count ? &f->done.item[k] : &nothing;
    char expected[name_room], other[name_room];
    shard_job_name(expected, sizeof expected, job);
    shard_job_name(other, sizeof other, done);
    if (done->place != place || !job_account_is_of(job, done))
        return message_set(d, "%s: expected %s (job %d of its plan), found %s (job %d)",
                           f->path, expected, place + 1,
                           other[0] != '\0' ? other : "nothing", (int)done->place + 1);
    if (done->results < 0 || done->results > (long)json_array_size(f->items) ||
        isnan(done->processor_seconds))
        return message_set(d, "%s: what %s came to cannot be read", f->path, expected);
    *results += done->results;
    *descriptions += strcmp(done->study, JOB_DESCRIPTION) == 0;
    return 0;
}

/* Nonzero: *d says which job is missing, doubled or another's, or what else is not so. */
static int check_done(const struct shard_file *f, struct diagnostic *d) {
    int done = 0, descriptions = 0;
    long results = 0;
    if (check_items(f, d))
        return -1;
    for (int place = 0; place < f->jobs.count; place++)
        if (f->jobs.item[place].shard == f->index &&
            check_one(f, done++, place, &results, &descriptions, d))
            return -1;
    if (f->done.count != done)
        return message_set(d, "%s: %d jobs were done where its share has %d", f->path,
                           f->done.count, done);
    if (!f->is_unbegun && (long)json_array_size(f->items) != results)
        return message_set(d, "%s: has %d results where its jobs have %ld", f->path,
                           (int)json_array_size(f->items), results);
    if ((int)json_array_size(json_object_get(f->document, "models")) != descriptions)
        return message_set(d, "%s: the descriptions of models are not those of its jobs",
                           f->path);
    return 0;
}

enum { known_format = 1 };

void shard_job_name(char *text, size_t size, const struct job_account *job) {
    if (strcmp(job->study, job->model) == 0) /* it is about no model */
        snprintf(text, size, "%s", job->study);
    else
        snprintf(text, size, "%s of %s", job->study, job->model);
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
    json_t *shard = json_object_get(f->document, "shard"), *done;
    char digest[SHARD_HASH_ROOM];
    if (shard == NULL)
        return message_set(d,
                           "%s: the whole work, made without --shard: nothing is to be "
                           "joined to it",
                           f->path);
    if (json_unpack(shard, "{s:i, s:i, s:s, s:o, s:o}", "index", &f->index, "count",
                    &f->count, "digest", &f->digest, "plan", &f->plan, "done", &done) ||
        f->count < 1 || f->count > SHARD_MOST || f->index < 1 || f->index > f->count ||
        !json_is_object(f->plan) || !json_is_array(done))
        return message_set(d, "%s: what it says about its shard cannot be read", f->path);
    if (shard_document_digest(digest, f->plan))
        return message_set(d, "out of memory");
    if (strcmp(digest, f->digest) != 0)
        return message_set(d, "%s: its plan is not the one it was made by (%s, now %s)",
                           f->path, f->digest, digest);
    return take_jobs(f, done, d);
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
    record_clear(&job_accounts_record, &f->jobs);
    record_clear(&job_accounts_record, &f->done);
    *f = (struct shard_file){.path = NULL};
}
