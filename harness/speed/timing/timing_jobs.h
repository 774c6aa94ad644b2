/* The processes of a timing study: which there are, in which order, how long they take, and
 * where what they find belongs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_JOBS_H
#define HARNESS_TIMING_JOBS_H

#include "harness/jobs/progress.h"
#include "harness/speed/timing/study_timing.h"
#include "harness/speed/timing/timing_general.h"
#include "harness/speed/timing/timing_precision.h"

enum timing_job_kind {
    TIMING_MODEL_JOB,
    TIMING_TABLE_JOB,
    TIMING_CHAIN_JOB,     /* one length of a chain */
    TIMING_GENERAL_JOB,   /* timing_general.h: all benchmarks of a model */
    TIMING_PRECISION_JOB, /* timing_precision.h: all curves of a model */
    TIMING_COUNT_JOB,     /* the instructions of a benchmark */
    TIMING_JOB_KINDS
};

struct timing_job {
    enum timing_job_kind kind;
    int place; /* among those of its kind, or of a chain's length among its sizes */
    int chain; /* which */
    int process;
    double seconds;         /* taken; before, what its like have taken, or a guess */
    double guess;           /* what it was expected to take before any job was done */
    bool is_done, is_known; /* known: one of its like is done */
};

/* A chain whose growth is measured. */
struct timing_chain {
    const struct timing_chain_kind *kind;
    struct model *model; /* NULL: it is not measured */
    int sizes;
    int slow_masses; /* longer chains are left out; 0: none is */
    json_t **found;  /* [sizes * chain processes] */
};

/* Tables that a model stands for (timing_rows.h, timing_contacts.h). */
enum {
    TIMING_TABLE_OF_ROWS,
    TIMING_TABLE_OF_CONTACTS,
    TIMING_TABLE_OF_LANES,
    TIMING_TABLES
};

struct timing_work {
    const struct timing_request *request;
    int models;
    struct timing_found *found;               /* [models] */
    struct timing_found table[TIMING_TABLES]; /* workloads NULL: not asked for */
    struct timing_chain chain[TIMING_CHAINS];
    struct timing_general general;
    int precisions;
    struct timing_precision *precision; /* [precisions] */
    int jobs, counting_jobs;
    struct timing_job *job; /* in the order of running: those that measure times one after
                               the other, then the counting ones */
    json_t *failures;       /* results */
    struct progress progress;
    double last_end;
    int first_job; /* of the pool that is running */
};

/* Reads the models, plans, and lists the jobs. Freed with timing_jobs_free in any case; when
 * it is not EXIT_PASSED the session says why. */
enum exit_status timing_jobs_make(struct timing_work *work,
                                  const struct timing_request *request);
void timing_jobs_free(struct timing_work *work);

/* Parts of the making: the general table and the curves of cost against accuracy; its jobs in
 * a process; the jobs that count, which come last; and adding one. */
enum { TIMING_MOST_PRECISIONS = 8 };
enum exit_status timing_jobs_make_general(struct timing_work *work);
void timing_jobs_list_general(struct timing_work *work, int process);
void timing_jobs_list_counting(struct timing_work *work);
void timing_jobs_add(struct timing_work *work, enum timing_job_kind kind, int place,
                     int chain, int process, double seconds);

/* Where the document of a job belongs. */
json_t **timing_job_place(const struct timing_work *work, int job);
const char *timing_job_name(const struct timing_work *work, int job);

/* Adds a failed result: the job could not be carried out. */
void timing_job_failed(struct timing_work *work, int job, const char *why);

/* A job is done; its like are expected to take as long, and others of its kind longer or
 * shorter than was guessed in the same proportion. */
void timing_jobs_took(struct timing_work *work, int job, double seconds);

/* Carries all jobs out, with their progress. When it is not EXIT_PASSED the session says why. */
enum exit_status timing_jobs_run(struct timing_work *work);

/* The part of the expected time that is over. */
double timing_jobs_fraction(const struct timing_work *work);

#endif
