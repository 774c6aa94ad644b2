/* The jobs of a request.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "harness/gate/profile.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/plugin/plugin.h"
#include "harness/program/run/results_check.h"
#include "harness/program/run/results_jobs.h"
#include "harness/program/run/shard_cost.h"
#include "harness/results/results_count.h"
#include "harness/session/models.h"

/* Adds a job of `count` methods. */
static int add_job(struct jobs *jobs, struct job job, const char *const *methods,
                   int count) {
    job.place = jobs->count;
    job.model = job.name != NULL ? models_title(job.name)
                                 : strdup(study_kind_info(job.kind)->name);
    for (int k = 0; k < count; k++)
        job.methods[k] = methods[k];
    jobs->job[jobs->count++] = job;
    return job.model == NULL;
}

/* Whether no method is named: there are several. */
static bool is_without_choice(const struct results_request *r) {
    return r->methods[0] != NULL && r->methods[1] != NULL;
}

/* Whether the request has that study of a model (of none when the study is without one), and
 * with which rank and effort. */
static bool is_asked_for(const struct results_request *r, struct job *job) {
    const struct study_kind_info *info = study_kind_info(job->kind);
    const struct results_plan *plan = &r->plan;
    job->effort = r->effort;
    if (info->once != (job->name == NULL))
        return false;
    if (plan->profile == NULL)
        return (r->studies & STUDY_SET(job->kind)) != 0;
    job->rank = profile_rank(plan->profile, info->name);
    if (job->rank < 0)
        return false;
    const struct profile_row *row = &plan->profile->rows[job->rank];
    job->effort = row->effort;
    return job->name == NULL || !r->all_models ||
           profile_takes(plan->profile, row, job->name) ||
           (is_without_choice(r) &&
            (profile_takes_mechanical(plan->profile, row, job->name) ||
             profile_takes_contact(plan->profile, row, job->name)));
}

/* Of all methods on all models, those that are not the pair are studied on a choice of models:
 * the profile's, or without one the usual profile's; that for contacts, without one, on all. */
static bool is_chosen(const struct results_request *r, const struct job *job,
                      const struct subject_options *method) {
    const struct profile *p = r->plan.profile != NULL ? r->plan.profile : profile_usual();
    int rank = profile_rank(p, study_kind_info(job->kind)->name);
    if (integrator_family(method->integrator.method) == INTEGRATOR_BDF &&
        (job->kind == STUDY_GAP || job->kind == STUDY_ORDER))
        return false; /* all there is to say is that it has no single steps */
    if (job->name == NULL || !r->all_models || rank < 0)
        return true;
    if (integrator_family(method->integrator.method) == INTEGRATOR_CONTACT)
        return r->plan.profile == NULL ||
               profile_takes_contact(p, &p->rows[rank], job->name);
    if (integrator_family(method->integrator.method) != INTEGRATOR_PAIR)
        return profile_takes_mechanical(p, &p->rows[rank], job->name);
    return r->plan.profile == NULL || profile_takes(p, &p->rows[rank], job->name);
}

/* Whether a method takes such models, and is not one for contacts where there are none. */
static bool fits(const struct job_traits *traits, const struct subject_options *method,
                 const struct job *job) {
    if (traits->has_joints && !subject_takes_joints(method))
        return false;
    return job->name == NULL || traits->has_contacts == subject_takes_contacts(method);
}

/* Whether a job's study is about the k-th method. A foreign integrator, and a method that is
 * the only one, on models that are named, are given to it in any case. */
static bool takes_method(const struct results_request *r, const struct job *job, int k,
                         const struct job_traits *traits) {
    struct subject_options options = subject_default_options();
    const bool is_only = !is_without_choice(r);
    if (r->plugin != NULL)
        return true;
    if (subject_choose(&options, r->methods[k]) || !study_knows(job->kind, r->methods[k]))
        return false;
    if (!(is_only && !r->all_models) && !fits(traits, &options, job))
        return false;
    if (subject_family(&options) == INTEGRATOR_CONTACT)
        return is_chosen(r, job, &options); /* truths of bodies in space cost minutes */
    return is_only || is_chosen(r, job, &options);
}

/* known[] := the methods that a job's study is about; their number. */
static int list_known(const struct results_request *r, const struct job *job,
                      const struct job_traits *traits, const char **known) {
    int count = 0;
    for (int k = 0; r->methods[k] != NULL && count < most_methods; k++)
        if (takes_method(r, job, k, traits))
            known[count++] = r->methods[k];
    return count;
}

/* A model that the only method does not take: the studies that it would have, were there no
 * joints and contacts, are counted. */
static int leave_out(const struct results_request *r, const char *name,
                     const struct job_traits *traits) {
    const struct job_traits plain = {.size = traits->size};
    struct not_taken left = traits->not_taken;
    for (int kind = 0; kind < STUDY_KINDS; kind++) {
        struct job job = {.kind = (enum study_kind)kind, .name = name};
        left.studies += is_asked_for(r, &job) && takes_method(r, &job, 0, &plain);
    }
    return left.studies > 0 && not_applicable_add(r->not_applicable, &left);
}

/* The studies of a model, or (name NULL) of the methods alone. */
static int add_studies(struct jobs *jobs, const struct results_request *r,
                       const char *name, const struct job_traits *traits) {
    const char *known[most_methods];
    int failed = 0;
    for (int kind = 0; kind < STUDY_KINDS; kind++) {
        struct job job = {
            .kind = (enum study_kind)kind, .name = name, .size = traits->size};
        int count = list_known(r, &job, traits, known);
        int each = study_kind_info(job.kind)->all_methods ? count : 1;
        bool asked_for = is_asked_for(r, &job);
        for (int k = 0; asked_for && k < count; k += each)
            failed |= add_job(jobs, job, known + k, each);
    }
    if (r->describe && name != NULL)
        failed |= add_job(
            jobs, (struct job){.describes = true, .name = name, .size = traits->size},
            r->methods, 0);
    return failed;
}

/* An engine builds scenes of its own: it takes no studies that hand over systems of equations. */
static int leave_out_equations(const struct results_request *r) {
    int failed = 0;
    for (int kind = 0; kind < STUDY_KINDS; kind++) {
        struct job job = {.kind = (enum study_kind)kind};
        if (study_kind_info(job.kind)->equations && is_asked_for(r, &job))
            failed |= applicable_leave_out_study(r, study_kind_info(job.kind)->name);
    }
    return failed;
}

int jobs_list(struct jobs *jobs, const struct results_request *r,
              const struct job_traits *traits) {
    const struct job_traits none = {.size = 0};
    size_t most_of_a_model = STUDY_KINDS * most_methods + 1;
    *jobs = (struct jobs){0, NULL};
    jobs->job =
        calloc((size_t)(r->models->count + 1) * most_of_a_model, sizeof *jobs->job);
    const bool is_engine = r->plugin != NULL && r->plugin->is_engine;
    int failed = jobs->job == NULL ||
                 (is_engine ? leave_out_equations(r) : add_studies(jobs, r, NULL, &none));
    for (int i = 0; i < r->models->count && !failed; i++)
        failed = (traits[i].not_taken.cause != NULL
                      ? leave_out(r, r->models->name[i], &traits[i])
                      : add_studies(jobs, r, r->models->name[i], &traits[i]));
    return failed;
}

void jobs_free(struct jobs *jobs) {
    for (int i = 0; i < jobs->count; i++) {
        free(jobs->job[i].model);
        results_clear(&jobs->job[i].results);
        json_decref(jobs->job[i].outcome.document);
    }
    free(jobs->job);
    *jobs = (struct jobs){0, NULL};
}

static const char *study_of(const struct job *job) {
    return job->describes ? JOB_DESCRIPTION : study_kind_info(job->kind)->name;
}

long jobs_cost(const struct job *job) {
    const char *method = job->methods[0] != NULL ? job->methods[0] : "";
    return shard_cost(study_of(job), job->model, method,
                      job->describes || job->effort == STUDY_REPORT);
}

struct job_account jobs_account(const struct job *job) {
    struct job_account about = {
        .study = study_of(job),
        .model = job->model,
        .method = (const char **)job->methods,
        .seconds = job->outcome.seconds,
        .processor_seconds = job->outcome.processor_seconds,
        .left_out = job->outcome.left_out,
        .place = job->place,
        .results = (long)job->results.count,
    };
    while (job->methods[about.methods] != NULL)
        about.methods++;
    return about;
}

/* What all models come to, when all studies of statistics have been done. */
static int add_summary(const struct job_accounts *jobs, struct results *results) {
    const char *statistics = study_kind_info(STUDY_STATISTICS)->name;
    bool has_statistics = false, is_complete = true;
    for (int i = 0; i < jobs->count; i++) {
        has_statistics |= strcmp(jobs->item[i].study, statistics) == 0;
        is_complete &= !jobs->item[i].left_out;
    }
    return has_statistics && is_complete ? study_statistics_summary(results) : 0;
}

int jobs_arrange(struct results *results, const struct job_accounts *jobs,
                 const char *const *methods) {
    return results_by_method(results, methods) || add_summary(jobs, results);
}
