/* Studies of many models in parallel. A job is one study of one model, or the description of
 * one model with its truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/json_number.h"
#include "harness/message.h"
#include "harness/pool.h"
#include "harness/results.h"
#include "harness/study_job.h"

enum kind { ORDER, GAP, DESCRIBE, kinds };

struct job {
    enum kind kind;
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
    json_t *document =
        job->kind == DESCRIBE
            ? study_job_describe(m, job->model)
            : study_job_run(r, m, job->kind == ORDER ? STUDY_ORDER : STUDY_GAP);
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

static bool has_kind(const struct results_request *r, enum kind kind) {
    return (kind == ORDER && (r->studies & RESULTS_ORDER)) ||
           (kind == GAP && (r->studies & RESULTS_GAP)) ||
           (kind == DESCRIBE && r->describe);
}

static int list_jobs(struct work *work, const int *size) {
    const struct results_request *r = work->request;
    work->job = calloc((size_t)(kinds * r->models->count) + 1, sizeof *work->job);
    if (work->job == NULL)
        return message_set(&r->session->why, "out of memory");
    for (int i = 0; i < r->models->count; i++)
        for (int kind = 0; kind < kinds; kind++)
            if (has_kind(r, (enum kind)kind)) {
                const char *name = r->models->name[i];
                struct job *job = &work->job[work->jobs];
                *job = (struct job){.kind = (enum kind)kind,
                                    .name = name,
                                    .model = models_title(name),
                                    .size = size[i],
                                    .place = work->jobs};
                work->jobs++;
                if (job->model == NULL)
                    return message_set(&r->session->why, "out of memory");
            }
    return 0;
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

static void collect(const struct job *job, const char *method, json_t *results,
                    json_t *models) {
    json_t *document = job->outcome.document;
    const char *why = job->outcome.why.text;
    if (job->kind == DESCRIBE)
        json_array_append_new(models, document != NULL ? json_incref(document)
                                                       : failed_description(job, why));
    else if (document != NULL)
        append_results(results, document, job->model);
    else
        json_array_append_new(
            results,
            study_job_failed(method, job->kind == ORDER ? STUDY_ORDER : STUDY_GAP,
                             job->model, why));
    json_decref(document);
}

static int compare_places(const void *a, const void *b) {
    const struct job *one = a, *other = b;
    return (one->place > other->place) - (one->place < other->place);
}

/* Brings the jobs and what they have come to back into the order of the results. */
static void collect_all(struct work *work, const struct pool_outcome *outcome,
                        json_t *results, json_t *models) {
    for (int i = 0; i < work->jobs; i++)
        work->job[i].outcome = outcome[i];
    qsort(work->job, (size_t)work->jobs, sizeof *work->job, compare_places);
    for (int i = 0; i < work->jobs; i++)
        collect(&work->job[i], work->request->method, results, models);
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
        *results = json_array();
        *models = r->describe ? json_array() : NULL;
        collect_all(work, outcome, *results, *models);
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
