/* The timing study's processes: one at a time, each measuring one model or one length of a
 * chain; the models take turns, so that no model has the machine's good hours for itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/speed/timing/timing_jobs.h"

#include <stdio.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/stopwatch.h"
#include "harness/jobs/interrupt.h"
#include "harness/jobs/pool.h"
#include "harness/speed/timing/timing_results.h"

/* What takes this part of the time limit is the longest of its batches that is measured. */
static const double share_of_limit = 0.5;

/* What jobs that measure nothing are expected to take. */
static const double seconds_of_truth = 2, seconds_of_count = 1;

/* ---- Which there are */

int timing_jobs_add(struct timing_work *work, enum timing_job_kind kind,
                    struct batch *batch, int place, int process, double seconds) {
    struct timing_job *grown =
        realloc(work->job, (size_t)(work->jobs + 1) * sizeof *grown);
    if (grown == NULL)
        return -1;
    work->job = grown;
    work->job[work->jobs++] = (struct timing_job){.kind = kind,
                                                  .batch = batch,
                                                  .place = place,
                                                  .process = process,
                                                  .seconds = seconds,
                                                  .guess = seconds};
    return 0;
}

static int add_batch(struct timing_work *work, enum timing_job_kind kind, struct batch *t,
                     int process) {
    return t->name != NULL && process < t->how.processes &&
           timing_jobs_add(work, kind, t, 0, process, t->how.seconds);
}

/* One process of everything but the chains. */
static int list_process(struct timing_work *work, int process) {
    int failed = 0;
    for (int i = 0; i < work->plans; i++)
        failed |= add_batch(work, TIMING_MODEL_JOB, &work->plan[i].batch, process);
    for (int i = 0; i < TIMING_TABLES; i++)
        failed |= add_batch(work, TIMING_TABLE_JOB, &work->table[i], process);
    for (int i = 0; i < work->general.groups; i++)
        failed |= add_batch(work, TIMING_GENERAL_JOB, &work->general.group[i], process);
    for (int i = 0; i < work->precisions * PRECISION_RUNGS; i++)
        failed |= add_batch(work, TIMING_PRECISION_JOB,
                            &work->precision[i / PRECISION_RUNGS].at[i % PRECISION_RUNGS],
                            process);
    return failed;
}

static int list_chain(struct timing_work *work, struct timing_chain *chain, int process) {
    int failed = 0;
    for (int i = 0; i < TIMING_LENGTHS; i++)
        failed |= add_batch(work, TIMING_CHAIN_JOB, &chain->at[i], process);
    return failed | add_batch(work, TIMING_CHAIN_JOB, &chain->decade, process);
}

static int list_all(struct timing_work *work) {
    const struct timing_effort *effort = &work->request->effort;
    int failed = 0;
    for (int process = 0; process < effort->processes; process++)
        failed |= list_process(work, process);
    for (int process = 0; process < effort->chain_processes; process++)
        for (int i = 0; i < TIMING_CHAINS; i++)
            failed |= list_chain(work, &work->chain[i], process);
    work->measuring = work->jobs;
    for (int i = 0; i < work->precisions; i++)
        failed |= timing_jobs_add(work, TIMING_TRUTH_JOB, NULL, i, 0, seconds_of_truth);
    for (int i = 0; work->request->counts_instructions && i < work->general.chosen.count;
         i++)
        failed |= timing_jobs_add(work, TIMING_COUNT_JOB, NULL, i, 0, seconds_of_count);
    return failed ? message_set(&work->request->session->why, "out of memory") : 0;
}

static const char *name_of(const struct timing_work *work, const struct timing_job *j) {
    return j->batch != NULL              ? j->batch->name
           : j->kind == TIMING_TRUTH_JOB ? work->precision[j->place].name
                                         : work->general.chosen.benchmark[j->place].name;
}

/* ---- How long they take */

/* How much longer jobs of a kind take than was guessed, by those done; 1: none is. */
static double find_stretch(const struct timing_work *work, enum timing_job_kind kind) {
    double taken = 0, guessed = 0;
    for (int i = 0; i < work->jobs; i++) {
        const struct timing_job *j = &work->job[i];
        if (j->is_done && j->kind == kind) {
            taken += j->seconds;
            guessed += j->guess;
        }
    }
    return guessed > 0 ? taken / guessed : 1;
}

/* What jobs to come are expected to take: as long as the last one of their like, or, by their
 * kind, what was guessed and how that turned out. */
static void expect(struct timing_work *work, const struct timing_job *done) {
    const double stretch = find_stretch(work, done->kind);
    for (int i = 0; i < work->jobs; i++) {
        struct timing_job *other = &work->job[i];
        if (other->is_done || other->kind != done->kind)
            continue;
        const bool is_like = other->place == done->place && other->batch == done->batch;
        other->is_known = other->is_known || is_like;
        if (is_like)
            other->seconds = done->seconds;
        else if (!other->is_known)
            other->seconds = stretch * other->guess;
    }
}

void timing_jobs_took(struct timing_work *work, int job, double seconds) {
    struct timing_job *done = &work->job[job];
    if (done->batch != NULL && seconds > share_of_limit * work->request->seconds_limit)
        done->batch->is_last = true;
    done->is_done = true;
    done->seconds = seconds;
    expect(work, done);
}

double timing_jobs_fraction(const struct timing_work *work) {
    double over = 0, all = 0;
    for (int i = 0; i < work->jobs; i++) {
        all += work->job[i].seconds;
        over += work->job[i].is_done ? work->job[i].seconds : 0;
    }
    return all > 0 ? over / all : 0;
}

/* ---- What they find */

static void show_progress(struct timing_work *work, int job, int jobs_done) {
    const double now = stopwatch_seconds();
    char text[128];
    timing_jobs_took(work, job, now - work->last_end);
    work->last_end = now;
    snprintf(text, sizeof text, "%d of %d measurements (%.50s)", jobs_done, work->jobs,
             name_of(work, &work->job[job]));
    progress_show(&work->progress, timing_jobs_fraction(work), text);
}

static void add_failure(struct timing_work *work, const struct timing_job *j,
                        const char *why) {
    const char *name = name_of(work, j), *method = work->request->method;
    struct result r = result_of_failure("timing", name, method == NULL ? "all" : method);
    timing_append(&work->failures, &r, &(struct timing_points){.count = 0},
                  "the timing of %.100s could not be carried out: %s", name, why);
}

/* One process after the other: what measures times has the machine for itself. */
static int measure(struct timing_work *work) {
    const struct timing_request *r = work->request;
    for (int i = 0; i < work->measuring; i++) {
        const struct timing_job *j = &work->job[i];
        struct diagnostic why;
        /* Kept apart so that processes draw different orders, and run again draw the same. */
        const unsigned long seed = r->seed + (unsigned long)i;
        const int failed = batch_measure(j->batch, j->process,
                                         work->build.library[j->process % BENCH_RING],
                                         seed, r->seconds_limit, &why);
        if (interrupt_came())
            return message_set(&r->session->why, "interrupted");
        if (failed)
            add_failure(work, j, why.text);
        show_progress(work, i, i + 1);
    }
    return 0;
}

/* ---- The rest does not mind company: job i of the pool comes after those that measure. */

static json_t *do_job(void *context, int i, struct diagnostic *d) {
    const struct timing_work *work = context;
    const struct timing_job *j = &work->job[work->measuring + i];
    json_t *counted = NULL;
    if (j->kind == TIMING_TRUTH_JOB)
        return timing_precision_truth(&work->precision[j->place],
                                      &work->request->session->known, d);
    bench_instructions(&counted, work->build.library[0],
                       work->general.chosen.benchmark[j->place].workload, 0, d);
    return counted;
}

static void done(void *context, int i, int jobs_done) {
    struct timing_work *work = context;
    show_progress(work, work->measuring + i, work->measuring + jobs_done);
}

/* What is not known is no failure of the study: it is told why. */
static void keep(struct timing_work *work, int i, const struct pool_outcome *outcome) {
    const struct timing_job *j = &work->job[work->measuring + i];
    struct diagnostic why = outcome->why;
    if (j->kind == TIMING_TRUTH_JOB) {
        work->precision[j->place].truth =
            outcome->document != NULL ? outcome->document : json_text_of(why.text);
        return;
    }
    struct instruction_count *count = &work->general.instructions[j->place];
    count->is_known =
        outcome->document != NULL &&
        record_read(&instructions_record, &count->of_pass, outcome->document, &why) == 0;
    if (!count->is_known)
        record_set_text(&count->why_not, why.text);
    json_decref(outcome->document);
}

static int run_rest(struct timing_work *work) {
    struct session *session = work->request->session;
    const int count = work->jobs - work->measuring;
    struct pool_outcome *outcome = calloc((size_t)count + 1, sizeof *outcome);
    const struct pool pool = {.jobs = count,
                              .seconds_limit = work->request->seconds_limit,
                              .work = do_job,
                              .done = done,
                              .context = work};
    if (outcome == NULL)
        return message_set(&session->why, "out of memory");
    const int failed = count > 0 && pool_run(&pool, outcome, &session->why);
    for (int i = 0; i < count && !failed; i++)
        keep(work, i, &outcome[i]);
    free(outcome);
    return failed;
}

enum exit_status timing_jobs_run(struct timing_work *work) {
    struct session *session = work->request->session;
    if (list_all(work))
        return EXIT_MACHINE;
    work->progress = progress_start(session->err, session->err_is_terminal);
    work->last_end = stopwatch_seconds();
    const int failed = measure(work) || run_rest(work);
    progress_end(&work->progress);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}
