/* One of the documents that are to be joined: reading it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/program/shard/shard_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness/base/input.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/program/run/results.h"
#include "harness/program/run/shard_document.h"
#include "harness/program/run/shard_hash.h"
#include "harness/program/shard/shard_done.h"
#include "harness/results/results_count.h"

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
    char *inside = output_join(path, "results.json");
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
    if (check_origin(f, d) || take_shard(f, d) || take_items(f, d) ||
        shard_done_check(f, d))
        return EXIT_USAGE;
    return EXIT_PASSED;
}

void shard_file_clear(struct shard_file *f) {
    json_decref(f->document);
    *f = (struct shard_file){.path = NULL};
}
