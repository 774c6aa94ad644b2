/* Whether a shard has done what was its own, and has the results of that.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/shard/shard_done.h"

#include <string.h>

#include "harness/base/message.h"
#include "harness/program/run/results_jobs.h"
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
    char own[name_room], other[name_room];
    const json_t *job = json_array_get(shard_file_jobs(f), place);
    json_int_t at = json_integer_value(json_object_get(done, "place"));
    json_int_t count = json_integer_value(json_object_get(done, "results"));
    shard_job_name(own, sizeof own, job);
    shard_job_name(other, sizeof other, done);
    if (at != (json_int_t)place || strcmp(own, other) != 0 ||
        !json_equal(json_object_get(job, "methods"), json_object_get(done, "methods")))
        return message_set(d, "%s: expected %s (job %d of its plan), found %s (job %d)",
                           f->path, own, (int)place + 1,
                           other[0] != '\0' ? other : "nothing", (int)at + 1);
    if (count < 0 || !json_is_number(json_object_get(done, "processor_seconds")))
        return message_set(d, "%s: what %s came to cannot be read", f->path, own);
    *results += (size_t)count;
    *descriptions += strcmp(results_text(done, "study"), JOB_DESCRIPTION) == 0;
    return 0;
}

/* The integrator could not be begun with: one result says why. */
static bool is_unbegun(const struct shard_file *f) {
    return shard_file_jobs(f) == NULL;
}

int shard_done_check(const struct shard_file *f, struct diagnostic *d) {
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
