/* Studies of many models in parallel: the jobs of a request are done by a pool, and what they
 * come to is brought into the order of the models.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/program/run/results.h"
#include "harness/base/message.h"
#include "harness/base/record/record.h"
#include "harness/base/stopwatch.h"
#include "harness/gate/expect.h"
#include "harness/gate/profile.h"
#include "harness/jobs/progress.h"
#include "harness/program/run/forecast.h"
#include "harness/program/run/journal.h"
#include "harness/program/run/results_check.h"
#include "harness/program/run/results_look.h"
#include "harness/program/run/shard_part.h"
#include "harness/results/result.h"
#include "harness/results/results_count.h"
#include "problems/model.h"

struct work {
    const struct results_request *request;
    struct jobs jobs;
    struct progress progress;
    struct forecast forecast;
    int workers, done;
    const char *last; /* the model of the job that has ended last */
};

/* In a process of its own. */
static json_t *do_job(void *context, int i, struct diagnostic *d) {
    const struct work *work = context;
    const struct job *job = &work->jobs.job[i];
    struct results_request r = *work->request;
    struct model *m = NULL;
    r.effort = job->effort;
    if (job->name != NULL &&
        models_read(&m, r.catalogue, job->name, r.settings, d) != EXIT_PASSED)
        return NULL;
    json_t *document = job->describes ? study_job_describe(&r, m, job->model)
                                      : study_job_run(&r, m, job->kind, job->methods);
    model_free(m);
    return document;
}

_Static_assert((int)STUDY_KINDS < FORECAST_KINDS, "descriptions are a kind, too");

static int kind_of(const struct job *job) {
    return job->describes ? STUDY_KINDS : (int)job->kind;
}

/* Those under way have done a part of what they are likely to take; no more processes work than
 * jobs are left. */
static double seconds_left(const struct work *work) {
    const double now = stopwatch_seconds();
    double left = 1e-3 * forecast_left(&work->forecast);
    for (int i = 0; i < work->jobs.count; i++) {
        const struct job *job = &work->jobs.job[i];
        if (job->began == 0 || job->has_ended)
            continue;
        double cost = (double)jobs_cost(job);
        double likely = 1e-3 * forecast_of(&work->forecast, kind_of(job), cost);
        left -= fmin(now - job->began, likely);
    }
    const int jobs = work->jobs.count - work->done;
    return left / (jobs < work->workers && jobs > 0 ? jobs : work->workers);
}

/* What is told at most while a study is at work: it may take longer than was forecast. */
static const double most_done = 0.98;

static void show_progress(struct work *work) {
    char text[128];
    bool is_named = work->last[0] != '\0';
    snprintf(text, sizeof text, "%d of %d studies%s%.60s%s", work->done, work->jobs.count,
             is_named ? " (" : "", work->last, is_named ? ")" : "");
    const double spent = progress_seconds(&work->progress);
    progress_show(&work->progress, fmin(spent / (spent + seconds_left(work)), most_done),
                  text);
}

static void attend(void *context, bool ends) {
    struct work *work = context;
    show_progress(work);
    results_look(&work->jobs, work->request->plan.watch, ends);
}

/* What stands for a study that came to nothing: a failure of each method. */
static void add_failures(struct job *job, const char *why) {
    for (int k = 0; job->methods[k] != NULL; k++)
        study_job_failed(&job->results, job->methods[k], job->kind, job->model, why);
}

/* The results of a study, which bear the name that the model was asked for by. */
static void read_results(struct job *job, const struct pool_outcome *outcome) {
    struct diagnostic why = outcome->why;
    if (outcome->document == NULL ||
        results_read(&job->results, outcome->document, &why)) {
        results_clear(&job->results);
        add_failures(job, why.text);
    }
    for (size_t i = 0; i < job->results.count; i++) {
        struct result *r = &job->results.item[i];
        if (job->name != NULL || r->model[0] == '\0')
            record_set_text(&r->model, job->model);
    }
}

/* What a job came to is judged; whether the work goes on. */
static bool take_outcome(struct work *work, struct job *job,
                         const struct pool_outcome *outcome) {
    const struct results_plan *plan = &work->request->plan;
    job->outcome = *outcome;
    job->has_ended = true;
    const struct forecast_time took = {1e3 * outcome->processor_seconds,
                                       1e3 * outcome->seconds};
    forecast_end(&work->forecast, kind_of(job), (double)jobs_cost(job),
                 job->began > 0 ? &took : NULL);
    work->done++;
    work->last = job->model;
    if (job->describes)
        return true;
    read_results(job, outcome);
    if (plan->judge != NULL)
        plan->judge(plan->context, &job->results);
    return !plan->fail_fast || results_count(&job->results).failed == 0;
}

static void begin_job(void *context, int i) {
    struct work *work = context;
    work->jobs.job[i].began = stopwatch_seconds();
}

/* A job has ended. */
static bool end_job(void *context, int i, const struct pool_outcome *outcome) {
    struct work *work = context;
    struct job *job = &work->jobs.job[i];
    bool goes_on = take_outcome(work, job, outcome);
    if (work->request->plan.journal != NULL)
        journal_note(work->request->plan.journal, job);
    return goes_on;
}

/* Brings the jobs that had ended before behind those that are to be done; the number of these. */
static int take_recorded(struct work *work) {
    int count = work->jobs.count;
    for (int i = count - 1; i >= 0; i--) {
        struct job job = work->jobs.job[i];
        if (!job.has_ended)
            continue;
        count--;
        memmove(&work->jobs.job[i], &work->jobs.job[i + 1],
                (size_t)(work->jobs.count - 1 - i) * sizeof job);
        work->jobs.job[work->jobs.count - 1] = job;
    }
    for (int i = count; i < work->jobs.count; i++)
        take_outcome(work, &work->jobs.job[i], &work->jobs.job[i].outcome);
    return count;
}

/* With the path that a user's own model was asked for by, for commands. */
static json_t *description(const struct job *job) {
    const char *why = job->outcome.why.text;
    json_t *about =
        job->outcome.document != NULL
            ? json_incref(job->outcome.document)
            : json_pack("{s:o, s:{s:s, s:o}}", "name", json_text_of(job->model), "truth",
                        "grade", "none", "why", json_text_of(why));
    if (job->name != NULL && strcmp(job->name, job->model) != 0)
        json_object_set_new(about, "asked", json_text_of(job->name));
    return about;
}

/* Brings what the jobs have come to into the order of the models; of a shard, into that of the
 * jobs. */
static int collect_all(struct work *work, struct results *results, json_t *models) {
    const struct results_plan *plan = &work->request->plan;
    struct job_accounts about = {.count = 0};
    int failed = 0;
    jobs_sort_by_place(&work->jobs);
    for (int i = 0; i < work->jobs.count; i++) {
        struct job *job = &work->jobs.job[i];
        const struct job_account one = jobs_account(job);
        if (job->describes)
            json_array_append_new(models, description(job));
        failed |= record_append(&job_account_record, &about.item, &about.count, &one);
        if (plan->part != NULL)
            shard_part_note(plan->part, &one);
        failed |= results_move(results, &job->results);
    }
    if (plan->shard.count == 0)
        failed |= jobs_arrange(results, &about, work->request->methods);
    if (plan->jobs != NULL)
        *plan->jobs = about;
    else
        record_clear(&job_accounts_record, &about);
    return failed;
}

static int run_jobs(struct work *work, struct pool_outcome *outcome) {
    const struct results_request *r = work->request;
    work->last = "";
    for (int i = 0; i < work->jobs.count; i++)
        forecast_add(&work->forecast, kind_of(&work->jobs.job[i]),
                     (double)jobs_cost(&work->jobs.job[i]));
    const struct pool pool = {
        .jobs = take_recorded(work),
        .workers = r->plan.workers,
        .seconds_limit = r->seconds_limit,
        .memory_limit = r->memory_limit,
        .work = do_job,
        .context = work,
        .begins = begin_job,
        .goes_on = end_job,
        .attend = attend,
    };
    struct session *s = r->session;
    work->workers = r->plan.workers > 0 ? r->plan.workers : pool_processors();
    work->progress = r->plan.watch != NULL ? session_progress(s)
                                           : progress_start(s->err, s->err_is_terminal);
    int failed = pool_run(&pool, outcome, &r->session->why);
    progress_end(&work->progress);
    for (int i = 0; i < pool.jobs; i++)
        work->jobs.job[i].outcome = outcome[i]; /* without documents where it failed */
    return failed;
}

static enum exit_status run_work(struct work *work, struct results *results,
                                 json_t **models) {
    const struct results_request *r = work->request;
    struct pool_outcome *outcome = calloc((size_t)work->jobs.count + 1, sizeof *outcome);
    if (outcome == NULL)
        return message_fail(EXIT_MACHINE, &r->session->why, "out of memory");
    jobs_sort_for_work(&work->jobs, r->plan.fail_fast);
    int failed = run_jobs(work, outcome);
    if (!failed) {
        *models = r->describe ? json_array() : NULL;
        failed = collect_all(work, results, *models)
                     ? message_set(&r->session->why, "out of memory")
                     : 0;
    }
    free(outcome);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}

/* The request with what its plan says: the profile's studies, what is declared. */
static struct results_request fill_by_plan(const struct results_request *r) {
    struct results_request filled = *r;
    const struct profile *profile = r->plan.profile;
    if (r->plan.expect != NULL) {
        filled.declared_order = r->plan.expect->order;
        filled.declared_robust = r->plan.expect->robust;
        filled.declared_memory = r->plan.expect->memory;
        filled.declared_control = r->plan.expect->control;
    }
    if (profile == NULL)
        return filled;
    filled.studies = 0;
    for (int kind = 0; kind < STUDY_KINDS; kind++) {
        const struct study_kind_info *info = study_kind_info((enum study_kind)kind);
        if (profile_rank(profile, info->name) >= 0)
            filled.studies |= STUDY_SET(kind);
    }
    return filled;
}

enum exit_status results_find(const struct results_request *request,
                              struct results *results, json_t **models) {
    const struct results_request filled = fill_by_plan(request), *r = &filled;
    struct work work = {.request = r};
    *results = (struct results){.count = 0};
    *models = NULL;
    struct job_traits *traits = calloc((size_t)r->models->count + 1, sizeof *traits);
    enum exit_status status = EXIT_MACHINE;
    if (traits == NULL)
        message_set(&r->session->why, "out of memory");
    else
        status = results_check(r, traits);
    if (status == EXIT_PASSED && jobs_list(&work.jobs, r, traits))
        status = message_set(&r->session->why, "out of memory") ? EXIT_MACHINE : status;
    if (status == EXIT_PASSED && r->plan.shard.count > 0 &&
        shard_part_take(&work.jobs, r))
        status = EXIT_MACHINE;
    if (status == EXIT_PASSED && r->plan.journal != NULL &&
        journal_match(r->plan.journal, &work.jobs, r))
        status = EXIT_USAGE;
    if (status == EXIT_PASSED)
        status = run_work(&work, results, models);
    jobs_free(&work.jobs);
    results_free_traits(traits, r->models->count);
    return status;
}
