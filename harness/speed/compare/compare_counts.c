/* Counting both sides' passes. Counts do not depend on what else the machine does, so that
 * as many run at a time as there are processors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/jobs/pool.h"
#include "harness/jobs/progress.h"
#include "harness/program/run/results.h"
#include "harness/results/results_count.h"
#include "harness/speed/compare/compare.h"
#include "harness/speed/compare/counted.h"

/* Of counting one benchmark; valgrind makes a pass fifty times slower. */
static const double longest_count = 600;

struct counting {
    struct compare_request *request;
    struct progress progress;
    json_t *comparisons;
};

/* What one side counts, under "counters" and "instructions", or why it does not, under
 * "failed" and "uncounted". */
static json_t *count_side(const struct compare_request *r, const struct side *s,
                          const json_t *item) {
    const struct measurer *m = r->measurer;
    const json_t *workload = json_object_get(item, "workload");
    struct diagnostic why = {""};
    json_t *found = json_object(), *counters = NULL, *instructions = NULL;
    if (m->count(m->context, &counters, s->build.library[0], workload, &why)) {
        json_object_set_new(found, "failed", json_text(why.text, strlen(why.text)));
        return found;
    }
    json_object_set_new(found, "counters", counters);
    if (!r->has_instructions)
        return found;
    if (m->instructions(m->context, &instructions, s->build.library[0], workload, 0,
                        &why))
        json_object_set_new(found, "uncounted", json_text(why.text, strlen(why.text)));
    else
        json_object_set_new(found, "instructions", instructions);
    return found;
}

static json_t *look_up_side(const struct side *s, const json_t *item) {
    const json_t *stored = side_measurement(s, results_text(item, "name"));
    json_t *found = json_object();
    if (stored == NULL) {
        json_object_set_new(found, "failed", json_string("it was not measured"));
    } else if (!json_equal(json_object_get(stored, "workload"),
                           json_object_get(item, "workload"))) {
        json_object_set_new(found, "failed",
                            json_string("another piece of work had this name"));
    } else {
        json_object_set(found, "counters", json_object_get(stored, "counters"));
        if (json_is_object(json_object_get(stored, "instructions")))
            json_object_set(found, "instructions",
                            json_object_get(stored, "instructions"));
        else
            json_object_set_new(found, "uncounted",
                                json_string("instructions were not stored"));
    }
    return found;
}

static json_t *find_side(const struct compare_request *r, const struct side *s,
                         const json_t *item) {
    return s->stored != NULL ? look_up_side(s, item) : count_side(r, s, item);
}

/* In a process of its own. */
static json_t *count_item(void *context, int job, struct diagnostic *d) {
    const struct counting *c = context;
    const struct compare_request *r = c->request;
    const json_t *item = json_array_get(r->items, (size_t)job);
    (void)d;
    return json_pack("{s:o, s:o}", "old", find_side(r, &r->old, item), "new",
                     find_side(r, &r->new, item));
}

static void show_progress(void *context, int job, int jobs_done) {
    struct counting *c = context;
    (void)job;
    progress_show(&c->progress,
                  (double)jobs_done / (double)json_array_size(c->request->items),
                  "counting");
}

enum exit_status compare_counts(json_t **comparisons, struct compare_request *r) {
    struct session *session = r->session;
    const size_t count = json_array_size(r->items);
    struct counting c = {
        .request = r, .progress = progress_start(session->err, session->err_is_terminal)};
    struct pool_outcome *outcome = calloc(count + 1, sizeof *outcome);
    const struct pool pool = {.jobs = (int)count,
                              .seconds_limit = longest_count,
                              .work = count_item,
                              .done = show_progress,
                              .context = &c};
    *comparisons = NULL;
    int failed = outcome == NULL ? message_set(&session->why, "out of memory")
                                 : pool_run(&pool, outcome, &session->why);
    progress_end(&c.progress);
    if (!failed) {
        *comparisons = json_array();
        for (size_t i = 0; i < count; i++) {
            json_array_append_new(
                *comparisons,
                counted_comparison(r, i, outcome[i].document, &outcome[i].why));
            json_decref(outcome[i].document);
        }
    }
    free(outcome);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}
