/* The timing study's processes: one at a time, each measuring one model or one length of the
 * chain; the models take turns, so that no model has the machine's good hours for itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/message.h"
#include "harness/jobs/pool.h"
#include "harness/jobs/progress.h"
#include "harness/jobs/worker.h"
#include "harness/timing/study_timing.h"
#include "harness/timing/timing_contacts.h"
#include "harness/timing/timing_jobs.h"
#include "harness/timing/timing_rows.h"

int timing_usual_models(struct model_names *names) {
    *names = (struct model_names){0, NULL};
    static const char *const others[] = {TIMING_ROWS,     TIMING_CHAIN,   TIMING_LINKS,
                                         TIMING_CONTACTS, TIMING_SLIDERS, TIMING_BRICKS};
    const size_t count = sizeof others / sizeof *others;
    names->name =
        calloc((size_t)original_cost_fixed_count + count + 1, sizeof *names->name);
    if (names->name == NULL)
        return -1;
    for (int i = 0; i < original_cost_fixed_count; i++) {
        const char *name = original_cost_fixed[i].model;
        if (names->count == 0 || strcmp(names->name[names->count - 1], name) != 0)
            names->name[names->count++] = name;
    }
    for (size_t i = 0; i < count; i++)
        names->name[names->count++] = others[i];
    return 0;
}

/* One length of a chain. The angle between the first rod and the last is the same whatever
 * their number. */
static json_t *measure_chain(const struct timing_work *work, const struct timing_job *job,
                             unsigned long seed, struct diagnostic *d) {
    const struct timing_chain *chain = &work->chain[job->chain];
    const int masses = chain->masses[job->place];
    if (chain->slow_masses > 0 && masses > chain->slow_masses)
        return json_object(); /* nothing found */
    const bool has_joints = chain->model->joints > 0;
    char number[32], bend[32];
    snprintf(number, sizeof number, "%d", masses);
    snprintf(bend, sizeof bend, "1/%d", masses);
    struct setting setting[] = {{"n", number}, {"bend", bend}};
    const struct model_settings settings = {has_joints ? 2 : 1, setting, NULL};
    struct model *m;
    if (models_read(&m, work->request->catalogue, chain->name, &settings, d) !=
        EXIT_PASSED)
        return NULL;
    json_t *found =
        (m->contacts > 0 ? timing_stack_measure
         : has_joints    ? timing_links_measure
                         : timing_chain_measure)(m, &work->request->effort, seed, d);
    model_free(m);
    return found;
}

/* In a process of its own. */
static json_t *do_job(void *context, int i, struct diagnostic *d) {
    const struct timing_work *work = context;
    const struct timing_request *r = work->request;
    const struct timing_job *job = &work->job[i];
    /* Kept apart so that processes draw different orders, and run again draw the same. */
    unsigned long seed = r->seed + (unsigned long)i;
    if (job->kind == TIMING_CHAIN_JOB)
        return measure_chain(work, job, seed, d);
    if (job->kind == TIMING_CONTACTS_JOB)
        return timing_contacts_measure(r->catalogue, &r->effort, seed, d);
    if (job->kind == TIMING_ROWS_JOB)
        return timing_rows_measure(r->catalogue, r->method, &r->effort, seed, d);
    const struct timing_found *f = &work->found[job->place];
    return timing_measure(f->model, &f->plan, &r->effort, seed, d);
}

static void show_progress(void *context, int ended, int jobs_done) {
    struct timing_work *work = context;
    double now = worker_clock();
    char text[128];
    timing_jobs_took(work, ended, now - work->last_end);
    work->last_end = now;
    snprintf(text, sizeof text, "%d of %d measurements (%.40s)", jobs_done, work->jobs,
             timing_job_name(work, ended));
    progress_show(&work->progress, timing_jobs_fraction(work), text);
}

static enum exit_status run_jobs(struct timing_work *work) {
    struct session *session = work->request->session;
    const struct pool pool = {.jobs = work->jobs,
                              .workers = 1,
                              .seconds_limit = work->request->seconds_limit,
                              .work = do_job,
                              .done = show_progress,
                              .context = work};
    struct pool_outcome *outcome = calloc((size_t)work->jobs + 1, sizeof *outcome);
    if (outcome == NULL) {
        message_set(&session->why, "out of memory");
        return EXIT_MACHINE;
    }
    work->progress = progress_start(session->err, session->err_is_terminal);
    work->last_end = worker_clock();
    int failed = pool_run(&pool, outcome, &session->why);
    progress_end(&work->progress);
    for (int i = 0; i < work->jobs; i++) {
        *timing_job_place(work, i) = outcome[i].document;
        if (!failed && outcome[i].document == NULL)
            timing_job_failed(work, i, outcome[i].why.text);
    }
    free(outcome);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}

static enum exit_status make_results(struct timing_work *work, json_t *results) {
    const struct timing_request *r = work->request;
    enum exit_status status = EXIT_PASSED;
    for (int i = 0; i < work->models; i++)
        timing_results_of_model(&work->found[i], results);
    if (work->has_rows)
        status = timing_results_of_rows(r->catalogue, r->effort.processes,
                                        work->rows_found, results, &r->session->why);
    if (work->has_contacts && status == EXIT_PASSED)
        status =
            timing_results_of_contacts(r->catalogue, r->effort.processes,
                                       work->contacts_found, results, &r->session->why);
    timing_results_of_all(work->models, work->found, results);
    for (int k = 0; k < TIMING_CHAINS; k++) {
        const struct timing_chain *c = &work->chain[k];
        if (c->sizes > 0 && c->model->contacts > 0)
            timing_results_of_stack(c->model, c->name, c->sizes, c->masses,
                                    r->effort.chain_processes, c->found, results);
        else if (c->sizes > 0)
            (c->model->joints > 0 ? timing_results_of_links : timing_results_of_chain)(
                c->model, c->sizes, c->masses, r->effort.chain_processes, c->found,
                results);
    }
    json_array_extend(results, work->failures);
    return status;
}

enum exit_status study_timing(const struct timing_request *r, json_t **results) {
    struct timing_work work;
    *results = NULL;
    enum exit_status status = timing_jobs_make(&work, r);
    if (status == EXIT_PASSED)
        status = run_jobs(&work);
    if (status == EXIT_PASSED) {
        *results = json_array();
        status = make_results(&work, *results);
    }
    if (status != EXIT_PASSED) {
        json_decref(*results);
        *results = NULL;
    }
    timing_jobs_free(&work);
    return status;
}
