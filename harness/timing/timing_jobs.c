/* The processes of a timing study: where what they find belongs, and how long they take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/results/json_number.h"
#include "harness/timing/timing_contacts.h"
#include "harness/timing/timing_jobs.h"
#include "harness/timing/timing_rows.h"

/* A chain that takes this part of the time limit is the longest that is measured. */
static const double share_of_limit = 0.5;

static void free_chain(struct timing_chain *chain, int processes) {
    for (int i = 0; i < chain->sizes * processes; i++)
        json_decref(chain->found[i]);
    model_free(chain->model);
    free(chain->masses);
    free(chain->found);
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
    for (int k = 0; k < TIMING_CHAINS; k++)
        free_chain(&work->chain[k], work->request->effort.chain_processes);
    for (int k = 0; k < work->request->effort.processes && work->rows_found; k++)
        json_decref(work->rows_found[k]);
    for (int k = 0; k < work->request->effort.processes && work->contacts_found; k++)
        json_decref(work->contacts_found[k]);
    json_decref(work->failures);
    free(work->found);
    free(work->rows_found);
    free(work->contacts_found);
    free(work->job);
}

json_t **timing_job_place(const struct timing_work *work, int job) {
    const struct timing_job *j = &work->job[job];
    if (j->kind == TIMING_MODEL_JOB)
        return &work->found[j->place].found[j->process];
    if (j->kind == TIMING_ROWS_JOB)
        return &work->rows_found[j->process];
    if (j->kind == TIMING_CONTACTS_JOB)
        return &work->contacts_found[j->process];
    return &work->chain[j->chain]
                .found[j->place * work->request->effort.chain_processes + j->process];
}

const char *timing_job_name(const struct timing_work *work, int job) {
    const struct timing_job *j = &work->job[job];
    return j->kind == TIMING_MODEL_JOB      ? work->found[j->place].name
           : j->kind == TIMING_ROWS_JOB     ? TIMING_ROWS
           : j->kind == TIMING_CONTACTS_JOB ? TIMING_CONTACTS
                                            : work->chain[j->chain].name;
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
    struct timing_chain *chain = &work->chain[done->chain];
    if (done->kind == TIMING_CHAIN_JOB &&
        seconds > share_of_limit * work->request->seconds_limit)
        chain->slow_masses = chain->masses[done->place];
    work->job[job].is_done = true;
    work->job[job].seconds = seconds;
    for (int i = 0; i < work->jobs; i++) {
        struct timing_job *other = &work->job[i];
        if (!other->is_done && other->kind == done->kind && other->place == done->place &&
            other->chain == done->chain)
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
