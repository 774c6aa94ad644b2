/* The timing study's processes: one at a time, each measuring one model or one length of the
 * chain; the models take turns, so that no model has the machine's good hours for itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/jobs/pool.h"
#include "harness/jobs/worker.h"
#include "harness/speed/timing/timing_jobs.h"

static json_t *measure_chain(const struct timing_work *work, const struct timing_job *job,
                             unsigned long seed, struct diagnostic *d) {
    const struct timing_request *r = work->request;
    const struct timing_chain *c = &work->chain[job->chain];
    const int *masses = c->kind->masses;
    const int each = r->effort.chain_processes, before = job->place - 1;
    if (c->slow_masses > 0 && masses[job->place] > c->slow_masses)
        return json_object(); /* nothing found */
    const struct timing_length length = {
        .kind = c->kind,
        .catalogue = r->catalogue,
        .method = r->method,
        .masses = masses[job->place],
        .rounds = r->effort.chain_rounds,
        .library = work->general.build.library[job->process % BENCH_RING],
        .seed = seed,
        .seconds = r->seconds_limit,
        .shorter = before < 0 ? NULL : c->found[before * each + job->process],
        .shorter_masses = before < 0 ? 0 : masses[before]};
    return timing_chain_measure(&length, d);
}

/* In a process of its own. */
static json_t *do_job(void *context, int i, struct diagnostic *d) {
    const struct timing_work *work = context;
    const struct timing_request *r = work->request;
    const struct timing_job *job = &work->job[i];
    /* Kept apart so that processes draw different orders, and run again draw the same. */
    unsigned long seed = r->seed + (unsigned long)i;
    const struct timing_found *f = job->kind == TIMING_TABLE_JOB
                                       ? &work->table[job->place]
                                       : &work->found[job->place];
    switch (job->kind) {
    case TIMING_CHAIN_JOB: return measure_chain(work, job, seed, d);
    case TIMING_GENERAL_JOB:
        return timing_general_measure(&work->general, job->place, job->process,
                                      r->effort.general_rounds, seed, r->seconds_limit,
                                      d);
    case TIMING_PRECISION_JOB:
        return timing_precision_measure(&work->precision[job->place], &r->session->known,
                                        job->process, r->effort.precision_rounds, seed,
                                        r->seconds_limit, d);
    case TIMING_COUNT_JOB: return timing_general_count(&work->general, job->place, d);
    case TIMING_TABLE_JOB:
    case TIMING_MODEL_JOB:
    case TIMING_JOB_KINDS: break;
    }
    return timing_found_measure(f, work->general.build.library[job->process % BENCH_RING],
                                r->effort.rounds, seed, r->seconds_limit, d);
}

/* Those that have begun before this one are done: job `ended` of the pool is the first-th of
 * all and so many more. */
static void show_progress(void *context, int ended, int jobs_done) {
    struct timing_work *work = context;
    const double now = worker_clock();
    const int job = work->first_job + ended;
    char text[128];
    timing_jobs_took(work, job, now - work->last_end);
    work->last_end = now;
    snprintf(text, sizeof text, "%d of %d measurements (%.50s)",
             work->first_job + jobs_done, work->jobs, timing_job_name(work, job));
    progress_show(&work->progress, timing_jobs_fraction(work), text);
}

static json_t *do_job_of_pool(void *context, int i, struct diagnostic *d) {
    struct timing_work *work = context;
    return do_job(work, work->first_job + i, d);
}

/* Jobs to come may look at what has been found. */
static bool keep_document(void *context, int i, const struct pool_outcome *outcome) {
    const struct timing_work *work = context;
    *timing_job_place(work, work->first_job + i) = outcome->document;
    return true;
}

/* Instructions that cannot be counted are no failure of the study: the table says why. */
static void tell_failure(struct timing_work *work, int job, const char *why) {
    if (work->job[job].kind == TIMING_COUNT_JOB)
        *timing_job_place(work, job) = json_text(why, strlen(why));
    else
        timing_job_failed(work, job, why);
}

/* Jobs from `first` on, so many, by so many workers at a time. */
static int run_some(struct timing_work *work, int first, int count, int workers,
                    struct pool_outcome *outcome) {
    struct session *session = work->request->session;
    const struct pool pool = {.jobs = count,
                              .workers = workers,
                              .seconds_limit = work->request->seconds_limit,
                              .work = do_job_of_pool,
                              .done = show_progress,
                              .goes_on = keep_document,
                              .context = work,
                              .sees_outcomes = true};
    work->first_job = first;
    const int failed = count > 0 && pool_run(&pool, outcome, &session->why);
    for (int i = 0; i < count; i++) {
        *timing_job_place(work, first + i) = outcome[i].document;
        if (!failed && outcome[i].document == NULL)
            tell_failure(work, first + i, outcome[i].why.text);
    }
    return failed;
}

/* What measures times has the machine for itself; counting does not mind company. */
enum exit_status timing_jobs_run(struct timing_work *work) {
    struct session *session = work->request->session;
    const int measuring = work->jobs - work->counting_jobs;
    struct pool_outcome *outcome = calloc((size_t)work->jobs + 1, sizeof *outcome);
    if (outcome == NULL) {
        message_set(&session->why, "out of memory");
        return EXIT_MACHINE;
    }
    work->progress = progress_start(session->err, session->err_is_terminal);
    work->last_end = worker_clock();
    int failed = run_some(work, 0, measuring, 1, outcome);
    if (!failed)
        failed = run_some(work, measuring, work->counting_jobs, 0, outcome);
    progress_end(&work->progress);
    free(outcome);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}
