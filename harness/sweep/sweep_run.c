/* The points of a shard in processes, a few blocks each.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/jobs/interrupt.h"
#include "harness/jobs/pool.h"
#include "harness/jobs/progress.h"
#include "harness/sweep/sweep.h"
#include "problems/readers/eval_lanes.h"

/* Parts for each process, so that none is left waiting long at the end. */
enum { PARTS = 8 };

struct plan {
    const struct sweep *sweep;
    int jobs;
    struct progress progress;
};

/* Where a job's points begin: blocks have the same points, however many jobs there are. */
static long begin_of(const struct plan *plan, int job) {
    const struct sweep *s = plan->sweep;
    const long blocks = (s->end - s->first + EVAL_LANES - 1) / EVAL_LANES;
    const long begin = s->first + blocks * job / plan->jobs * EVAL_LANES;
    return begin < s->end ? begin : s->end;
}

static json_t *work(void *context, int job, struct diagnostic *d) {
    const struct plan *plan = context;
    const long end = begin_of(plan, job + 1);
    json_t *rows = json_array();
    long in_lanes = 0;
    (void)d;
    for (long at = begin_of(plan, job); at < end; at += EVAL_LANES) {
        const long next = at + EVAL_LANES < end ? at + EVAL_LANES : end;
        in_lanes += sweep_run_block(plan->sweep, at, next, rows);
    }
    return json_pack("{s:o, s:I}", "rows", rows, "in_lanes", (json_int_t)in_lanes);
}

static void show(void *context, int job, int jobs_done) {
    struct plan *plan = context;
    (void)job;
    progress_show(&plan->progress, (double)jobs_done / plan->jobs, "sweeping");
}

static enum exit_status collect(const struct plan *plan, struct pool_outcome *outcome,
                                json_t **rows, long *in_lanes) {
    enum exit_status status = EXIT_PASSED;
    *rows = json_array();
    *in_lanes = 0;
    for (int i = 0; i < plan->jobs; i++) {
        json_t *document = outcome[i].document;
        if (document == NULL) {
            status = EXIT_MACHINE;
            message_set(&plan->sweep->session->why, "%s", outcome[i].why.text);
            continue;
        }
        json_array_extend(*rows, json_object_get(document, "rows"));
        *in_lanes += (long)json_integer_value(json_object_get(document, "in_lanes"));
        json_decref(document);
    }
    if (status != EXIT_PASSED) {
        json_decref(*rows);
        *rows = NULL;
    }
    return status;
}

static enum exit_status run_plan(struct plan *plan, struct pool_outcome *outcome,
                                 json_t **rows, long *in_lanes) {
    struct session *session = plan->sweep->session;
    const struct pool pool = {.jobs = plan->jobs,
                              .workers = plan->sweep->jobs,
                              .seconds_limit = INFINITY,
                              .work = work,
                              .done = show,
                              .context = plan};
    plan->progress = session_progress(session);
    const int failed = pool_run(&pool, outcome, &session->why);
    progress_end(&plan->progress);
    return failed ? EXIT_MACHINE : collect(plan, outcome, rows, in_lanes);
}

enum exit_status sweep_run(const struct sweep *s, json_t **rows, long *in_lanes) {
    const int workers = s->jobs > 0 ? s->jobs : pool_processors();
    const long blocks = (s->end - s->first + EVAL_LANES - 1) / EVAL_LANES;
    struct plan plan = {.sweep = s,
                        .jobs = blocks < (long)workers * PARTS ? (int)blocks
                                                               : workers * PARTS};
    struct pool_outcome *outcome = calloc((size_t)plan.jobs + 1, sizeof *outcome);
    enum exit_status status = EXIT_MACHINE;
    sigset_t before;
    *rows = NULL;
    interrupt_hold(&before);
    if (outcome == NULL)
        message_set(&s->session->why, "out of memory");
    else
        status = run_plan(&plan, outcome, rows, in_lanes);
    interrupt_release(&before);
    free(outcome);
    return status;
}
