/* The processes of a timing study: which there are, in which order, how long they take, and
 * where what they find belongs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_JOBS_H
#define HARNESS_TIMING_JOBS_H

#include "harness/jobs/progress.h"
#include "harness/timing/study_timing.h"

enum timing_job_kind {
    TIMING_MODEL_JOB,
    TIMING_ROWS_JOB,     /* timing_rows.h */
    TIMING_CONTACTS_JOB, /* timing_contacts.h */
    TIMING_CHAIN_JOB     /* one length of a chain */
};

struct timing_job {
    enum timing_job_kind kind;
    int place; /* among the models, or of a chain's length among its sizes */
    int chain; /* which */
    int process;
    double seconds; /* expected, or taken */
    bool is_done;
};

/* A chain whose growth is measured. */
struct timing_chain {
    const char *name;
    struct model *model; /* NULL: it is not measured */
    int sizes;
    int *masses;     /* [sizes] ascending */
    int slow_masses; /* longer chains are left out; 0: none is */
    json_t **found;  /* [sizes * chain processes] */
};

enum { TIMING_CHAINS = 4 }; /* of springs, and of rods; stacks of points, and of bricks */

struct timing_work {
    const struct timing_request *request;
    int models;
    struct timing_found *found; /* [models] */
    bool has_rows, has_contacts;
    json_t **rows_found, **contacts_found; /* [processes] */
    struct timing_chain chain[TIMING_CHAINS];
    int jobs;
    struct timing_job *job; /* in the order of running */
    json_t *failures;       /* results */
    struct progress progress;
    double last_end;
};

/* Reads the models, plans, and lists the jobs. Freed with timing_jobs_free in any case; when
 * it is not EXIT_PASSED the session says why. */
enum exit_status timing_jobs_make(struct timing_work *work,
                                  const struct timing_request *request);
void timing_jobs_free(struct timing_work *work);

/* Where the document of a job belongs. */
json_t **timing_job_place(const struct timing_work *work, int job);
const char *timing_job_name(const struct timing_work *work, int job);

/* Adds a failed result: the job could not be carried out. */
void timing_job_failed(struct timing_work *work, int job, const char *why);

/* A job is done; its like are expected to take as long. */
void timing_jobs_took(struct timing_work *work, int job, double seconds);

/* The part of the expected time that is over. */
double timing_jobs_fraction(const struct timing_work *work);

#endif
