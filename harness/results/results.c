/* Studies of many models in parallel. A job is one study of one model, for all methods or
 * for one, or the description of one model with its truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/commands/message.h"
#include "harness/jobs/pool.h"
#include "harness/results/json_number.h"
#include "harness/results/results.h"
#include "harness/studies/study_job.h"

/* The methods of a job, ending with NULL. */
enum { most_methods = 16 };

struct job {
    bool describes;
    enum study_kind kind;
    const char *methods[most_methods + 1];
    const char *name; /* as asked for */
    char *model;      /* as results call it */
    int size;         /* number of states */
    int place;        /* among the results */
    struct pool_outcome outcome;
};

struct work {
    const struct results_request *request;
    int jobs;
    struct job *job;
    struct progress progress;
};

/* In a process of its own. */
static json_t *do_job(void *context, int i, struct diagnostic *d) {
    const struct work *work = context;
    const struct results_request *r = work->request;
    const struct job *job = &work->job[i];
    struct model *m;
    if (models_read(&m, r->catalogue, job->name, r->settings, d) != EXIT_PASSED)
        return NULL;
    json_t *document = job->describes ? study_job_describe(m, job->model)
                                      : study_job_run(r, m, job->kind, job->methods);
    model_free(m);
    return document;
}

static void show_progress(void *context, int job, int jobs_done) {
    struct work *work = context;
    char text[128];
    snprintf(text, sizeof text, "%d of %d studies (%.60s)", jobs_done, work->jobs,
             work->job[job].model);
    progress_show(&work->progress, (double)jobs_done / work->jobs, text);
}

/* Adds a job for the i-th model, of `count` methods. */
static int add_job(struct work *work, int i, struct job job, const char *const *methods,
                   int count) {
    job.name = work->request->models->name[i];
    job.model = models_title(job.name);
    job.place = work->jobs;
    for (int k = 0; k < count; k++)
        job.methods[k] = methods[k];
    work->job[work->jobs++] = job;
    return job.model == NULL;
}

static int add_studies(struct work *work, int i, int size) {
    const struct results_request *r = work->request;
    int count = 0, failed = 0;
    while (r->methods[count] != NULL)
        count++;
    for (int kind = 0; kind < STUDY_KINDS; kind++) {
        const struct study_kind_info *info = study_kind_info((enum study_kind)kind);
        struct job job = {.kind = (enum study_kind)kind, .size = size};
        int each = info->all_methods ? count : 1;
        for (int k = 0; (r->studies & info->flag) && k < count; k += each)
            failed |= add_job(work, i, job, r->methods + k, each);
    }
    if (r->describe)
        failed |= add_job(work, i, (struct job){.describes = true, .size = size},
                          r->methods, 0);
    return failed;
}

static int list_jobs(struct work *work, const int *size) {
    const struct results_request *r = work->request;
    size_t most_of_a_model = STUDY_KINDS * most_methods + 1;
    work->job = calloc((size_t)r->models->count * most_of_a_model + 1, sizeof *work->job);
    int failed = work->job == NULL;
    for (int i = 0; i < r->models->count && !failed; i++)
        failed = add_studies(work, i, size[i]);
    return failed ? message_set(&r->session->why, "out of memory") : 0;
}

static void free_jobs(struct work *work) {
    for (int i = 0; i < work->jobs; i++)
        free(work->job[i].model);
    free(work->job);
}

static json_t *failed_description(const struct job *job, const char *why) {
    return json_pack("{s:o, s:{s:s, s:o}}", "name",
                     json_text(job->model, strlen(job->model)), "truth", "grade", "none",
                     "why", json_text(why, strlen(why)));
}

/* Results bear the name that the model was asked for by. */
static void append_results(json_t *results, json_t *document, const char *model) {
    size_t i;
    json_t *result;
    json_array_foreach(document, i, result) {
        json_object_set_new(result, "model", json_text(model, strlen(model)));
    }
    json_array_extend(results, document);
}

static void collect(const struct job *job, json_t *results, json_t *models) {
    json_t *document = job->outcome.document;
    const char *why = job->outcome.why.text;
    if (job->describes)
        json_array_append_new(models, document != NULL ? json_incref(document)
                                                       : failed_description(job, why));
    else if (document != NULL)
        append_results(results, document, job->model);
    for (int i = 0; document == NULL && job->methods[i] != NULL; i++)
        json_array_append_new(
            results, study_job_failed(job->methods[i], job->kind, job->model, why));
    json_decref(document);
}

static int compare_places(const void *a, const void *b) {
    const struct job *one = a, *other = b;
    return (one->place > other->place) - (one->place < other->place);
}

/* Brings the jobs and what they have come to back into the order of the models. */
static json_t *collect_all(struct work *work, const struct pool_outcome *outcome,
                           json_t *models) {
    json_t *results = json_array();
    for (int i = 0; i < work->jobs; i++)
        work->job[i].outcome = outcome[i];
    qsort(work->job, (size_t)work->jobs, sizeof *work->job, compare_places);
    for (int i = 0; i < work->jobs; i++)
        collect(&work->job[i], results, models);
    json_t *arranged = results_by_method(results, work->request->methods);
    json_decref(results);
    if (arranged != NULL && (work->request->studies & RESULTS_STATISTICS))
        study_statistics_summary(arranged);
    return arranged;
}

/* The largest models first, so that none of them is left for the end. */
static int compare_sizes(const void *a, const void *b) {
    const struct job *one = a, *other = b;
    if (one->size != other->size)
        return one->size > other->size ? -1 : 1;
    return compare_places(a, b);
}

/* Reads every model once, so that a wrong name or file is found before the work begins, and
 * its size known. */
static enum exit_status check_models(const struct results_request *r, int *size) {
    for (int i = 0; i < r->models->count; i++) {
        struct model *m;
        enum exit_status status = models_read(&m, r->catalogue, r->models->name[i],
                                              r->settings, &r->session->why);
        if (status != EXIT_PASSED)
            return status;
        size[i] = m->nq + m->nv + m->nz;
        model_free(m);
    }
    return EXIT_PASSED;
}

static enum exit_status run_work(struct work *work, json_t **results, json_t **models) {
    const struct results_request *r = work->request;
    struct pool pool = {
        .jobs = work->jobs,
        .seconds_limit = r->seconds_limit,
        .work = do_job,
        .done = show_progress,
        .context = work,
    };
    struct pool_outcome *outcome = calloc((size_t)work->jobs + 1, sizeof *outcome);
    if (outcome == NULL) {
        message_set(&r->session->why, "out of memory");
        return EXIT_MACHINE;
    }
    qsort(work->job, (size_t)work->jobs, sizeof *work->job, compare_sizes);
    work->progress = progress_start(r->session->err, r->session->err_is_terminal);
    int failed = pool_run(&pool, outcome, &r->session->why);
    progress_end(&work->progress);
    if (!failed) {
        *models = r->describe ? json_array() : NULL;
        *results = collect_all(work, outcome, *models);
    }
    free(outcome);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}

enum exit_status results_find(const struct results_request *r, json_t **results,
                              json_t **models) {
    struct work work = {.request = r};
    *results = *models = NULL;
    int *size = calloc((size_t)r->models->count + 1, sizeof *size);
    enum exit_status status = EXIT_MACHINE;
    if (size == NULL)
        message_set(&r->session->why, "out of memory");
    else
        status = check_models(r, size);
    if (status == EXIT_PASSED)
        status = list_jobs(&work, size) ? EXIT_MACHINE : run_work(&work, results, models);
    free_jobs(&work);
    free(size);
    return status;
}
