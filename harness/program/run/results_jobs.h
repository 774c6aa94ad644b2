/* The jobs of a request: one study of one model, for all methods or for one; one study of a
 * method alone; or the description of one model with its truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULTS_JOBS_H
#define HARNESS_RESULTS_JOBS_H

#include "harness/jobs/pool.h"
#include "harness/program/run/study_job.h"

/* The methods of a job, ending with NULL. */
enum { most_methods = 16 };

/* How a job that describes a model is called in place of a study. */
#define JOB_DESCRIPTION "description"

struct job {
    bool describes;
    enum study_kind kind;
    enum study_effort effort;
    const char *methods[most_methods + 1];
    const char *name; /* the model as asked for; NULL: none */
    char *model;      /* as results call it */
    int size;         /* number of states */
    int rank;         /* of the study in the profile */
    int place;        /* among the results */
    double began;     /* of stopwatch_seconds; 0: not yet */
    bool has_ended;
    struct pool_outcome outcome;
    struct results results; /* what it came to, bearing the model's name */
};

struct jobs {
    int count;
    struct job *job;
};

struct job_traits; /* results_check.h */

/* Lists them in the order of the results; traits[i] are the i-th model's: methods that take no
 * joints, or no contacts, are left out where there are some, and those for contacts where there
 * are none, unless one method and the model are named. What is not taken gets no jobs; how many it
 * would have had is told in r->not_applicable. The caller frees with jobs_free in any case.
 * Nonzero: out of memory. */
int jobs_list(struct jobs *jobs, const struct results_request *r,
              const struct job_traits *traits);
void jobs_free(struct jobs *jobs);

/* Brings them into the order in which they are to be done, and back. */
void jobs_sort_for_work(struct jobs *jobs, bool fail_fast);
void jobs_sort_by_place(struct jobs *jobs);

/* What a job is expected to cost (shard_cost.h). */
long jobs_cost(const struct job *job);

/* How a job went; refers to its texts. */
struct job_account jobs_account(const struct job *job);

/* The results of jobs, which stand in the order of the jobs, as a study tells them: for each
 * model by method, and then what all models come to, when no job is left out. Nonzero: out of
 * memory. */
int jobs_arrange(struct results *results, const struct job_accounts *jobs,
                 const char *const *methods);

#endif
