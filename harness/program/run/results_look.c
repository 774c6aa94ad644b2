/* What the studies have come to while others are still at work.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/results_look.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/result.h"

static int compare_places(const void *a, const void *b) {
    const struct job *one = *(const struct job *const *)a;
    const struct job *other = *(const struct job *const *)b;
    return (one->place > other->place) - (one->place < other->place);
}

/* Of one that is not described yet, its name. A copy, since tables take parts of it. */
static json_t *describe(const struct job *job) {
    return job->outcome.document != NULL
               ? json_deep_copy(job->outcome.document)
               : json_pack("{s:o}", "name", json_text_of(job->model));
}

static void look(const struct job **job, int count, size_t most,
                 const struct results_watch *watch, bool ends) {
    struct results_so_far so_far = {.of = count, .ends = ends};
    struct results *list = &so_far.results;
    list->item = malloc((most + 1) * sizeof *list->item);
    so_far.models = json_array();
    for (int i = 0; i < count && list->item != NULL; i++) {
        size_t more = job[i]->results.count;
        so_far.done += job[i]->has_ended;
        if (job[i]->describes)
            json_array_append_new(so_far.models, describe(job[i]));
        if (more > 0)
            memcpy(list->item + list->count, job[i]->results.item,
                   more * sizeof *list->item);
        list->count += more;
    }
    if (list->item != NULL)
        watch->look(watch->context, &so_far);
    free(list->item); /* what the results own stays with the jobs */
    json_decref(so_far.models);
}

void results_look(const struct jobs *jobs, const struct results_watch *watch, bool ends) {
    if (watch == NULL || !watch->is_due(watch->context, ends))
        return;
    size_t most = 0;
    const struct job **job = calloc((size_t)jobs->count + 1, sizeof *job);
    for (int i = 0; i < jobs->count && job != NULL; i++) {
        job[i] = &jobs->job[i];
        most += job[i]->results.count;
    }
    if (job != NULL) {
        qsort(job, (size_t)jobs->count, sizeof *job, compare_places);
        look(job, jobs->count, most, watch, ends);
    }
    free(job);
}
