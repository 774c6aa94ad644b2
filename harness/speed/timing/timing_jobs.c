/* The processes of a timing study: where what they find belongs, and how long they take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/results/result_list.h"
#include "harness/speed/timing/timing_jobs.h"

/* A chain that takes this part of the time limit is the longest that is measured. */
static const double share_of_limit = 0.5;

static void free_list(json_t **found, int count) {
    for (int i = 0; i < count && found != NULL; i++)
        json_decref(found[i]);
    free(found);
}

static void free_found(struct timing_found *f) {
    free_list(f->found, f->processes);
    free(f->name);
    json_decref(f->workloads);
    timing_plan_clear(&f->plan);
    model_free(f->model);
}

void timing_jobs_free(struct timing_work *work) {
    for (int i = 0; i < work->models; i++)
        free_found(&work->found[i]);
    for (int i = 0; i < TIMING_TABLES; i++)
        free_found(&work->table[i]);
    timing_general_clear(&work->general);
    for (int i = 0; i < work->precisions; i++)
        timing_precision_clear(&work->precision[i]);
    free(work->precision);
    for (int k = 0; k < TIMING_CHAINS; k++) {
        struct timing_chain *chain = &work->chain[k];
        free_list(chain->found, chain->sizes * work->request->effort.chain_processes);
        model_free(chain->model);
    }
    json_decref(work->failures);
    free(work->found);
    free(work->job);
}

json_t **timing_job_place(const struct timing_work *work, int job) {
    const struct timing_job *j = &work->job[job];
    const struct timing_general *g = &work->general;
    switch (j->kind) {
    case TIMING_MODEL_JOB: return &work->found[j->place].found[j->process];
    case TIMING_TABLE_JOB: return &work->table[j->place].found[j->process];
    case TIMING_GENERAL_JOB: return &g->found[j->place * g->processes + j->process];
    case TIMING_PRECISION_JOB: return &work->precision[j->place].found[j->process];
    case TIMING_COUNT_JOB: return &g->instructions[j->place];
    case TIMING_CHAIN_JOB:
    case TIMING_JOB_KINDS: break;
    }
    return &work->chain[j->chain]
                .found[j->place * work->request->effort.chain_processes + j->process];
}

const char *timing_job_name(const struct timing_work *work, int job) {
    const struct timing_job *j = &work->job[job];
    const struct timing_general *g = &work->general;
    switch (j->kind) {
    case TIMING_MODEL_JOB: return work->found[j->place].name;
    case TIMING_TABLE_JOB: return work->table[j->place].name;
    case TIMING_GENERAL_JOB: return g->chosen.benchmark[g->group[j->place].first].model;
    case TIMING_PRECISION_JOB: return work->precision[j->place].name;
    case TIMING_COUNT_JOB: return g->chosen.benchmark[j->place].name;
    case TIMING_CHAIN_JOB:
    case TIMING_JOB_KINDS: break;
    }
    return work->chain[j->chain].kind->model;
}

void timing_job_failed(struct timing_work *work, int job, const char *why) {
    const char *name = timing_job_name(work, job), *method = work->request->method;
    const struct result r =
        result_of_failure("timing", name, method == NULL ? "all" : method);
    struct results one = {.count = 0};
    results_add(&one, &r, "the timing of %.100s could not be carried out: %s", name, why);
    results_hand_on(&one, work->failures);
}

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
        const bool is_like = other->place == done->place && other->chain == done->chain;
        other->is_known = other->is_known || is_like;
        if (is_like)
            other->seconds = done->seconds;
        else if (!other->is_known)
            other->seconds = stretch * other->guess;
    }
}

void timing_jobs_took(struct timing_work *work, int job, double seconds) {
    struct timing_job *done = &work->job[job];
    struct timing_chain *chain = &work->chain[done->chain];
    if (done->kind == TIMING_CHAIN_JOB &&
        seconds > share_of_limit * work->request->seconds_limit)
        chain->slow_masses = chain->kind->masses[done->place];
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
