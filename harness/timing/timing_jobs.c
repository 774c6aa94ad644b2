/* The processes of a timing study.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/commands/message.h"
#include "harness/integrators/subject.h"
#include "harness/results/json_number.h"
#include "harness/timing/timing_jobs.h"

/* Lengths of the chain: half a decade apart, rounded. */
static const int chain_masses[] = {100, 316, 1000, 3162, 10000, 31623, 100000};

/* What a process is expected to take before one has been seen: seconds of a model, and of the
 * chain for each mass and round. */
static const double seconds_of_model = 3, seconds_of_mass = 2e-6;

/* A chain that takes this part of the time limit is the longest that is measured. */
static const double share_of_limit = 0.5;

static bool is_chain(const struct timing_request *r, int i) {
    return strcmp(r->models->name[i], TIMING_CHAIN) == 0 && r->settings->count == 0;
}

static int out_of_memory(const struct timing_request *r) {
    return message_set(&r->session->why, "out of memory");
}

static int prepare_model(const struct timing_request *r, struct timing_found *f,
                         const char *name) {
    const char *recorded = r->settings->count == 0 ? name : NULL;
    f->processes = r->effort.processes;
    f->name = models_title(name);
    f->found = calloc((size_t)f->processes + 1, sizeof *f->found);
    if (f->found == NULL || f->name == NULL)
        return out_of_memory(r);
    return timing_plan_make(&f->plan, f->model, recorded, r->method, &r->session->why);
}

static enum exit_status read_models(struct timing_work *work) {
    const struct timing_request *r = work->request;
    for (int i = 0; i < r->models->count; i++) {
        struct model **m =
            is_chain(r, i) ? &work->chain : &work->found[work->models].model;
        enum exit_status status = models_read(m, r->catalogue, r->models->name[i],
                                              r->settings, &r->session->why);
        if (status != EXIT_PASSED)
            return status;
        if (is_chain(r, i))
            continue;
        work->models++;
        if (prepare_model(r, &work->found[work->models - 1], r->models->name[i]))
            return EXIT_MACHINE;
    }
    return EXIT_PASSED;
}

static void choose_chain(struct timing_work *work) {
    const struct timing_effort *effort = &work->request->effort;
    enum { most = sizeof chain_masses / sizeof *chain_masses };
    for (int i = 0; i < most && work->chain != NULL; i++)
        if (chain_masses[i] <= effort->largest_chain)
            work->masses[work->sizes++] = chain_masses[i];
}

static void list_jobs(struct timing_work *work) {
    const struct timing_effort *effort = &work->request->effort;
    for (int process = 0; process < effort->processes; process++)
        for (int i = 0; i < work->models; i++)
            work->job[work->jobs++] =
                (struct timing_job){i, 0, process, seconds_of_model, false};
    for (int i = 0; i < work->sizes; i++)
        for (int process = 0; process < effort->chain_processes; process++)
            work->job[work->jobs++] = (struct timing_job){
                i, work->masses[i], process,
                seconds_of_mass * effort->chain_rounds * work->masses[i], false};
}

enum exit_status timing_jobs_make(struct timing_work *work,
                                  const struct timing_request *request) {
    const struct timing_effort *effort = &request->effort;
    const size_t models = (size_t)request->models->count, sizes = sizeof chain_masses;
    *work = (struct timing_work){.request = request, .failures = json_array()};
    work->found = calloc(models + 1, sizeof *work->found);
    work->masses = calloc(sizes, sizeof *work->masses);
    work->chain_found =
        calloc(sizes * (size_t)effort->chain_processes, sizeof *work->chain_found);
    work->job = calloc(models * (size_t)effort->processes +
                           sizes * (size_t)effort->chain_processes,
                       sizeof *work->job);
    if (work->found == NULL || work->masses == NULL || work->chain_found == NULL ||
        work->job == NULL) {
        out_of_memory(request);
        return EXIT_MACHINE;
    }
    enum exit_status status = read_models(work);
    choose_chain(work);
    list_jobs(work);
    return status;
}

void timing_jobs_free(struct timing_work *work) {
    for (int i = 0; i < work->models; i++) {
        struct timing_found *f = &work->found[i];
        for (int k = 0; k < f->processes && f->found != NULL; k++)
            json_decref(f->found[k]);
        free(f->found);
        free(f->name);
        timing_plan_clear(&f->plan);
        model_free(f->model);
    }
    for (int i = 0; i < work->sizes * work->request->effort.chain_processes; i++)
        json_decref(work->chain_found[i]);
    model_free(work->chain);
    json_decref(work->failures);
    free(work->found);
    free(work->masses);
    free(work->chain_found);
    free(work->job);
}

json_t **timing_job_place(const struct timing_work *work, int job) {
    const struct timing_job *j = &work->job[job];
    if (j->masses == 0)
        return &work->found[j->model].found[j->process];
    return &work->chain_found[j->model * work->request->effort.chain_processes +
                              j->process];
}

const char *timing_job_name(const struct timing_work *work, int job) {
    const struct timing_job *j = &work->job[job];
    return j->masses == 0 ? work->found[j->model].name : TIMING_CHAIN;
}

void timing_job_failed(struct timing_work *work, int job, const char *why) {
    const char *name = timing_job_name(work, job), *method = work->request->method;
    char reason[sizeof(struct diagnostic) + 256];
    snprintf(reason, sizeof reason, "the timing of %.100s could not be carried out: %s",
             name, why);
    json_array_append_new(
        work->failures,
        json_pack("{s:o, s:s, s:s, s:s, s:s, s:n, s:n, s:n, s:n, s:n, s:s, s:s, s:b, "
                  "s:o, s:[]}",
                  "model", json_text(name, strlen(name)), "method",
                  method == NULL ? "all" : method, "arithmetic", "double", "study",
                  "timing", "quantity", "study", "value", "low", "high", "expected",
                  "tolerance", "verdict", "fail", "grade", "none", "required", 1,
                  "reason", json_text(reason, strlen(reason)), "points"));
}

void timing_jobs_took(struct timing_work *work, int job, double seconds) {
    const struct timing_job *done = &work->job[job];
    if (done->masses > 0 && seconds > share_of_limit * work->request->seconds_limit)
        work->slow_masses = done->masses;
    work->job[job].is_done = true;
    work->job[job].seconds = seconds;
    for (int i = 0; i < work->jobs; i++) {
        struct timing_job *other = &work->job[i];
        if (!other->is_done && other->model == done->model &&
            other->masses == done->masses)
            other->seconds = seconds;
    }
}

double timing_jobs_fraction(const struct timing_work *work) {
    double over = 0, all = 0;
    for (int i = 0; i < work->jobs; i++) {
        all += work->job[i].seconds;
        over += work->job[i].is_done ? work->job[i].seconds : 0;
    }
    return all > 0 ? over / all : 0;
}
