/* What a run that is one shard notes about its work.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/shard_part.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/program/run/shard.h"
#include "harness/session/models.h"
#include "problems/catalogue.h"

static int split(int *owner, const struct jobs *jobs, int shards) {
    long *cost = calloc((size_t)jobs->count + 1, sizeof *cost);
    for (int i = 0; i < jobs->count && cost != NULL; i++)
        cost[i] = jobs_cost(&jobs->job[i]);
    int failed = cost == NULL || shard_split(owner, cost, jobs->count, shards);
    free(cost);
    return failed;
}

/* The file that a name stands for: a path, or that of the catalogue's model. */
static const char *find_path(const struct catalogue *c, const char *name) {
    const struct catalogue_entry *entry = models_entry(c, name);
    return entry != NULL ? entry->path : name;
}

static int note_file(json_t *into, const char *name, const char *path,
                     struct diagnostic *d) {
    char hash[SHARD_HASH_ROOM];
    if (path == NULL)
        return 0;
    if (shard_hash_file(hash, path, d))
        return -1;
    json_t *key = json_text_of(name);
    json_object_set_new(into, json_string_value(key), json_string(hash));
    json_decref(key);
    return 0;
}

int shard_part_note_files(json_t *part, const struct results_request *r) {
    json_t *models = json_object(), *records = json_object();
    struct diagnostic *d = &r->session->why;
    int failed = note_file(records, "originals", r->session->originals, d) ||
                 note_file(records, "pinned", r->session->pinned, d);
    for (int i = 0; i < r->models->count && !failed; i++) {
        char *title = models_title(r->models->name[i]);
        failed = title == NULL
                     ? message_set(d, "out of memory")
                     : note_file(models, title,
                                 find_path(r->catalogue, r->models->name[i]), d);
        free(title);
    }
    json_object_set_new(part, "models", models);
    json_object_set_new(part, "records", records);
    return failed;
}

/* Of another compiler's program shards may be. */
void shard_part_note_build(json_t *part, const struct session *session) {
    json_t *all = session->build != NULL ? json_loads(session->build, 0, NULL) : NULL;
    json_t *commit = json_object_get(all, "commit");
    if (json_is_string(commit))
        json_object_set_new(part, "build",
                            json_pack("{s:O, s:O?}", "commit", commit, "changed",
                                      json_object_get(all, "changed")));
    json_decref(all);
}

/* Leaves those of one shard. */
static void keep(struct jobs *jobs, const int *owner, int index) {
    int kept = 0;
    for (int i = 0; i < jobs->count; i++) {
        if (owner[i] == index)
            jobs->job[kept++] = jobs->job[i];
        else
            free(jobs->job[i].model);
    }
    jobs->count = kept;
}

int shard_part_take(struct jobs *jobs, const struct results_request *r) {
    int *owner = calloc((size_t)jobs->count + 1, sizeof *owner);
    json_t *listed = json_array();
    if (owner == NULL || split(owner, jobs, r->plan.shard.count)) {
        free(owner);
        json_decref(listed);
        return message_set(&r->session->why, "out of memory");
    }
    for (int i = 0; i < jobs->count; i++) {
        struct job_account planned = jobs_account(&jobs->job[i]);
        planned.shard = owner[i];
        record_add(listed, &job_planned_record, &planned);
    }
    keep(jobs, owner, r->plan.shard.index);
    free(owner);
    shard_part_note_build(r->plan.part, r->session);
    int failed = shard_part_note_files(r->plan.part, r);
    json_object_set_new(r->plan.part, "jobs", listed);
    json_object_set_new(r->plan.part, "done", json_array());
    return failed;
}

void shard_part_note(json_t *part, const struct job_account *job) {
    record_add(json_object_get(part, "done"), &job_done_record, job);
}
