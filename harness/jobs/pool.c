/* Jobs run in parallel: as many workers as there may be, each given the next job when it has
 * finished one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/message.h"
#include "harness/jobs/pool.h"
#include "harness/jobs/interrupt.h"
#include "harness/jobs/nursery.h"
#include "harness/jobs/worker.h"

enum { poll_milliseconds = 100 };

int pool_processors(void) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 && online < 4096 ? (int)online : 1;
}

/* Says that the job has ended; whether the work goes on. */
static bool tell_ended(const struct pool *p, int job, const struct pool_outcome *outcome,
                       int ended) {
    if (p->done != NULL)
        p->done(p->context, job, ended);
    return p->goes_on == NULL || p->goes_on(p->context, job, &outcome[job]);
}

/* Whether the job is over: by itself, or ended here. */
static bool has_ended(const struct pool *p, struct worker *w, bool is_ready,
                      struct pool_outcome *outcome) {
    if (is_ready && !worker_take_answer(w))
        worker_finish(w, &outcome[w->job]);
    else if (worker_is_late(w, p->seconds_limit))
        worker_end_late(w, p->seconds_limit, &outcome[w->job]);
    else if (p->memory_limit > 0 && worker_is_large(w, p->memory_limit))
        worker_end_large(w, p->memory_limit, &outcome[w->job]);
    else
        return false;
    return true;
}

/* Waits a little, and counts the jobs that have ended; whether the work goes on. */
static bool attend_workers(const struct pool *p, int workers, struct worker *worker,
                           struct pollfd *polled, struct pool_outcome *outcome,
                           int *ended) {
    for (int i = 0; i < workers; i++) {
        polled[i].fd = worker[i].process != 0 ? worker[i].pipe : -1;
        polled[i].events = POLLIN;
        polled[i].revents = 0;
    }
    if (poll(polled, (nfds_t)workers, poll_milliseconds) < 0)
        return true; /* a signal; asked for elsewhere */
    bool goes_on = true;
    for (int i = 0; i < workers; i++) {
        struct worker *w = &worker[i];
        if (w->process != 0 && has_ended(p, w, polled[i].revents != 0, outcome))
            goes_on = tell_ended(p, w->job, outcome, ++*ended) && goes_on;
    }
    return goes_on;
}

/* Ends the jobs under way; they are left out, as are those that have not begun. */
static void leave_out(const struct pool *p, int workers, struct worker *worker, int begun,
                      struct pool_outcome *outcome) {
    for (int i = 0; i < workers; i++) {
        if (worker[i].process != 0)
            outcome[worker[i].job].left_out = true;
        worker_abandon(&worker[i]);
    }
    for (int i = begun; i < p->jobs; i++)
        outcome[i].left_out = true;
}

static void attend(const struct pool *p, bool ends) {
    if (p->attend != NULL)
        p->attend(p->context, ends);
}

static void end_workers(int workers, struct worker *worker) {
    for (int i = 0; i < workers; i++)
        worker_abandon(&worker[i]);
}

static void abandon(int workers, struct worker *worker, int jobs,
                    struct pool_outcome *outcome) {
    end_workers(workers, worker);
    for (int i = 0; i < jobs; i++) {
        json_decref(outcome[i].document);
        outcome[i].document = NULL;
    }
}

static int refuse(struct diagnostic *d) {
    return message_set(d, "no process can be started: %s", strerror(errno));
}

static int start(const struct pool *p, struct worker *w, int job) {
    if (p->begins != NULL)
        p->begins(p->context, job);
    return worker_start(p, w, job);
}

static int run_jobs(const struct pool *p, int workers, struct worker *worker,
                    struct pollfd *polled, struct pool_outcome *outcome,
                    struct diagnostic *d) {
    int started = 0, ended = 0;
    while (ended < p->jobs) {
        for (int i = 0; i < workers && started < p->jobs; i++)
            if (worker[i].process == 0 && start(p, &worker[i], started++) != 0)
                return refuse(d);
        bool goes_on = attend_workers(p, workers, worker, polled, outcome, &ended);
        if (interrupt_came()) {
            end_workers(workers, worker);
            attend(p, true);
            return message_set(d, "interrupted");
        }
        attend(p, false);
        if (!goes_on) {
            leave_out(p, workers, worker, started, outcome);
            return 0;
        }
    }
    return 0;
}

/* With processes that are forked here, or from a nursery. */
static int run_from(const struct nursery *nursery, const struct pool *p, int workers,
                    struct worker *worker, struct pollfd *polled,
                    struct pool_outcome *outcome, struct diagnostic *d) {
    for (int i = 0; i < workers; i++)
        worker[i].nursery = nursery;
    int failed = run_jobs(p, workers, worker, polled, outcome, d);
    if (failed)
        abandon(workers, worker, p->jobs, outcome);
    return failed;
}

static int run(const struct pool *p, int workers, struct worker *worker,
               struct pollfd *polled, struct pool_outcome *outcome,
               struct diagnostic *d) {
    struct nursery nursery;
    if (p->jobs <= workers)
        return run_from(NULL, p, workers, worker, polled, outcome, d);
    if (nursery_begin(&nursery, p) != 0)
        return refuse(d);
    int failed = run_from(&nursery, p, workers, worker, polled, outcome, d);
    nursery_end(&nursery);
    return failed;
}

int pool_run(const struct pool *p, struct pool_outcome *outcome, struct diagnostic *d) {
    int workers = p->workers > 0 ? p->workers : pool_processors();
    if (workers > p->jobs)
        workers = p->jobs;
    struct worker *worker = calloc((size_t)workers + 1, sizeof *worker);
    struct pollfd *polled = calloc((size_t)workers + 1, sizeof *polled);
    for (int i = 0; i < p->jobs; i++)
        outcome[i] = (struct pool_outcome){.document = NULL};
    int failed = worker == NULL || polled == NULL
                     ? message_set(d, "out of memory")
                     : run(p, workers, worker, polled, outcome, d);
    free(worker);
    free(polled);
    return failed;
}
