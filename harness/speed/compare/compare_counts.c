/* Counting both sides' passes. Counts do not depend on what else the machine does, so that
 * as many run at a time as there are processors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/jobs/pool.h"
#include "harness/jobs/progress.h"
#include "harness/speed/compare/compare.h"

/* Of counting one benchmark; valgrind makes a pass fifty times slower. */
static const double longest_count = 600;

struct counting {
    struct compare_request *request;
    struct progress progress;
};

/* What one side counts, under "counters" and "instructions", or why it does not, under
 * "failed" and "uncounted". */
static json_t *count_side(const struct compare_request *r, const struct side *s,
                          const struct benchmark *item) {
    const struct measurer *m = r->measurer;
    const json_t *workload = item->workload;
    struct diagnostic why = {""};
    json_t *found = json_object(), *counters = NULL, *instructions = NULL;
    if (m->count(&counters, s->build.library[0], workload, &why)) {
        json_object_set_new(found, "failed", json_text_of(why.text));
        return found;
    }
    json_object_set_new(found, "counters", counters);
    if (!r->has_instructions)
        return found;
    if (m->instructions(&instructions, s->build.library[0], workload, 0, &why))
        json_object_set_new(found, "uncounted", json_text_of(why.text));
    else
        json_object_set_new(found, "instructions", instructions);
    return found;
}

static json_t *look_up_side(const struct side *s, const struct benchmark *item) {
    const json_t *stored = side_measurement(s, item->name);
    json_t *instructions = json_object_get(stored, "instructions");
    if (stored == NULL)
        return json_pack("{s:s}", "failed", "it was not measured");
    if (!json_equal(json_object_get(stored, "workload"), item->workload))
        return json_pack("{s:s}", "failed", "another piece of work had this name");
    json_t *found = json_pack("{s:O*}", "counters", json_object_get(stored, "counters"));
    if (json_is_object(instructions))
        json_object_set(found, "instructions", instructions);
    else
        json_object_set_new(found, "uncounted",
                            json_string("instructions were not stored"));
    return found;
}

static json_t *find_side(const struct compare_request *r, const struct side *s,
                         const struct benchmark *item) {
    return s->stored != NULL ? look_up_side(s, item) : count_side(r, s, item);
}

/* In a process of its own. */
static json_t *count_item(void *context, int job, struct diagnostic *d) {
    const struct counting *c = context;
    const struct compare_request *r = c->request;
    const struct benchmark *item = &r->items.benchmark[job];
    (void)d;
    return json_pack("{s:o, s:o}", "old", find_side(r, &r->old, item), "new",
                     find_side(r, &r->new, item));
}

static void show_progress(void *context, int job, int jobs_done) {
    struct counting *c = context;
    (void)job;
    progress_show(&c->progress, (double)jobs_done / c->request->items.count, "counting");
}

static int make_comparisons(struct compared *found, const struct benchmarks *items) {
    found->comparison = calloc((size_t)items->count + 1, sizeof *found->comparison);
    for (int i = 0; i < items->count && found->comparison != NULL; i++)
        found->comparison[found->count++] =
            (struct comparison){.of = items->benchmark[i],
                                .texts = json_array(),
                                .instructions_change = NAN,
                                .old_ns = NAN,
                                .new_ns = NAN,
                                .change = NAN,
                                .half = NAN,
                                .detectable = NAN,
                                .power = NAN,
                                .verdict = COMPARE_UNSETTLED,
                                .reason = ""};
    return found->comparison == NULL;
}

enum exit_status compare_counts(struct compared *found, struct compare_request *r) {
    struct session *session = r->session;
    struct counting c = {.request = r, .progress = session_progress(session)};
    struct pool_outcome *outcome = calloc((size_t)r->items.count + 1, sizeof *outcome);
    const struct pool pool = {.jobs = r->items.count,
                              .seconds_limit = longest_count,
                              .work = count_item,
                              .done = show_progress,
                              .context = &c};
    int failed = outcome == NULL || make_comparisons(found, &r->items)
                     ? message_set(&session->why, "out of memory")
                     : pool_run(&pool, outcome, &session->why);
    progress_end(&c.progress);
    for (int i = 0; i < found->count && !failed; i++) {
        compare_judge_counted(&found->comparison[i], r, outcome[i].document,
                              &outcome[i].why);
        json_decref(outcome[i].document);
    }
    free(outcome);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}
