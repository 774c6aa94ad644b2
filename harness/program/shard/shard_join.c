/* The documents of all shards of one plan as one, and the integrator of another's that they
 * studied.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/shard/shard_join.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/program/run/results_jobs.h"
#include "harness/program/shard/shard_file.h"
#include "harness/results/results_count.h"

static int refuse(struct diagnostic *d) {
    return message_set(d, "what the shards say about their integrator cannot be read");
}

/* The name is the caller's to free, as of foreign.c's own. */
static int restore_option(struct foreign *f, const char *name, const json_t *value,
                          struct diagnostic *d) {
    if (!json_is_string(value))
        return refuse(d);
    char *copy = malloc(strlen(name) + 1);
    if (copy == NULL)
        return message_set(d, "out of memory");
    strcpy(copy, name);
    f->option[f->plugin.options_count++] =
        (struct plugin_option){copy, json_string_value(value)};
    return 0;
}

static int restore_options(struct foreign *f, json_t *options, struct diagnostic *d) {
    const char *name;
    json_t *value;
    f->option = calloc(json_object_size(options) + 1, sizeof *f->option);
    if (f->option == NULL)
        return message_set(d, "out of memory");
    f->plugin.options = f->option;
    json_object_foreach(options, name, value) {
        if (restore_option(f, name, value, d))
            return -1;
    }
    return 0;
}

int shard_foreign_restore(struct foreign *f, const json_t *description,
                          struct diagnostic *d) {
    int has_estimate, has_advance, has_statistics;
    json_t *options;
    *f = (struct foreign){.is_given = false};
    if (description == NULL)
        return 0;
    if (json_unpack((json_t *)description, "{s:s, s:s, s:o, s:b, s:b, s:b}", "name",
                    &f->plugin.name, "place", &f->plugin.place, "options", &options,
                    "has_estimate", &has_estimate, "has_advance", &has_advance,
                    "has_statistics", &has_statistics) ||
        !json_is_object(options))
        return refuse(d);
    f->traits.has_estimate = has_estimate;
    f->traits.has_advance = has_advance;
    f->traits.has_statistics = has_statistics;
    f->is_given = true;
    return restore_options(f, options, d);
}

enum { most_methods_told = 16 };

/* How far the k-th shard has been read. */
struct reading {
    int done;
    size_t items, models;
};

static void append_all(json_t *to, const json_t *from, size_t first, size_t count) {
    for (size_t i = first; i < first + count; i++)
        json_array_append(to, json_array_get(from, i));
}

/* The next job of the plan: what its shard has of it goes behind the rest. Nonzero: out of
 * memory. */
static int take_job(struct shard_joined *j, const struct shard_file *f,
                    struct reading *r) {
    const struct job_account *done = &f->done.item[r->done++];
    append_all(j->items, f->items, r->items, (size_t)done->results);
    r->items += (size_t)done->results;
    if (strcmp(done->study, JOB_DESCRIPTION) != 0)
        return record_append(&job_account_record, &j->jobs.item, &j->jobs.count, done);
    append_all(j->models, json_object_get(f->document, "models"), r->models++, 1);
    return 0;
}

static int take_all_jobs(struct shard_joined *j) {
    struct reading *reading = calloc((size_t)j->count, sizeof *reading);
    const struct job_accounts *plan = &j->file[0].jobs;
    int failed = reading == NULL;
    for (int i = 0; i < plan->count && !failed; i++) {
        const long k = plan->item[i].shard - 1;
        failed = take_job(j, &j->file[k], &reading[k]);
    }
    free(reading);
    return failed;
}

static void take_machines(struct shard_joined *j) {
    for (int k = 0; k < j->count; k++) {
        const json_t *document = j->file[k].document;
        json_t *machine = json_object_get(document, "machine");
        double seconds = json_number_value(json_object_get(document, "seconds"));
        json_t *about =
            json_pack("{s:i, s:o}", "index", k + 1, "seconds", json_number(seconds));
        if (machine != NULL)
            json_object_set(about, "machine", machine);
        json_array_append_new(j->shards, about);
        j->seconds = seconds > j->seconds ? seconds : j->seconds;
    }
}

/* The methods of the plan, ending with NULL. */
static void list_methods(const char **methods, const json_t *plan) {
    const json_t *names = json_object_get(plan, "methods");
    int count = 0;
    for (size_t i = 0; i < json_array_size(names) && count < most_methods_told; i++)
        if (json_is_string(json_array_get(names, i)))
            methods[count++] = json_string_value(json_array_get(names, i));
    methods[count] = NULL;
}

/* Fingerprints stay in the order of the plan; results are told by model and method. */
static int read_results(struct shard_joined *j, struct diagnostic *d) {
    const char *methods[most_methods_told + 1];
    if (json_object_get(j->first, "results") == NULL)
        return 0;
    if (results_read(&j->results, j->items, d))
        return -1;
    list_methods(methods, j->plan);
    if (!j->file[0].is_unbegun && jobs_arrange(&j->results, &j->jobs, methods))
        return message_set(d, "out of memory");
    return 0;
}

static enum exit_status join(struct shard_joined *j, struct diagnostic *d) {
    j->items = json_array();
    j->shards = json_array();
    if (json_object_get(j->first, "models") != NULL)
        j->models = json_array();
    take_machines(j);
    if (j->file[0].is_unbegun) /* it could not be begun: each says so */
        append_all(j->items, j->file[0].items, 0, json_array_size(j->file[0].items));
    else if (take_all_jobs(j))
        return message_set(d, "out of memory"), EXIT_MACHINE;
    return read_results(j, d) ? EXIT_USAGE : EXIT_PASSED;
}

enum exit_status shard_join(struct shard_joined *j, const char *const *paths, int count,
                            struct diagnostic *d) {
    *j = (struct shard_joined){.count = 0};
    enum exit_status status = shard_set_read(&j->file, paths, count, d);
    if (status != EXIT_PASSED)
        return status;
    j->count = count;
    j->first = j->file[0].document;
    j->plan = j->file[0].plan;
    j->command = j->file[0].command;
    return join(j, d);
}

void shard_joined_clear(struct shard_joined *j) {
    shard_set_free(j->file, j->count);
    results_clear(&j->results);
    json_decref(j->items);
    json_decref(j->models);
    record_clear(&job_accounts_record, &j->jobs);
    json_decref(j->shards);
    *j = (struct shard_joined){.count = 0};
}
