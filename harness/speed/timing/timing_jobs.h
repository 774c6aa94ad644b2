/* The processes of a timing study: which there are, in which order, how long they take, and
 * where what they find belongs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_JOBS_H
#define HARNESS_TIMING_JOBS_H

#include "harness/jobs/progress.h"
#include "harness/session/session.h"
#include "harness/speed/timing/timing_chain.h"
#include "harness/speed/timing/timing_general.h"
#include "harness/speed/timing/timing_plan.h"
#include "harness/speed/timing/timing_precision.h"
#include "harness/speed/timing/timing_request.h"
#include "harness/speed/timing/timing_results.h"
#include "harness/speed/timing/timing_rows.h"

enum timing_job_kind {
    TIMING_MODEL_JOB, /* these measure: a process of a batch */
    TIMING_TABLE_JOB,
    TIMING_CHAIN_JOB,
    TIMING_GENERAL_JOB,
    TIMING_PRECISION_JOB,
    TIMING_TRUTH_JOB, /* the truth of a model of timing_precision.h */
    TIMING_COUNT_JOB  /* the instructions of a benchmark */
};

struct timing_job {
    enum timing_job_kind kind;
    struct batch *batch;    /* NULL: it measures nothing, but is about */
    int place;              /* so manieth of its kind */
    int process;            /* of the batch */
    double seconds;         /* taken; before, what its like have taken, or a guess */
    double guess;           /* what it was expected to take before any job was done */
    bool is_done, is_known; /* known: one of its like is done */
};

struct timing_work {
    const struct timing_request *request;
    struct bench_build build; /* whose libraries are measured */
    int plans;
    struct timing_plan *plan;          /* [plans] */
    struct batch table[TIMING_TABLES]; /* name NULL: not asked for */
    struct timing_chain chain[TIMING_CHAINS];
    struct timing_general general;
    int precisions;
    struct timing_precision *precision; /* [precisions] */
    int jobs, measuring;
    struct timing_job *job; /* in the order of running: those that measure times one after
                               the other, then the others */
    struct timing_results failures;
    struct progress progress;
    double last_end;
};

/* Finds the build, and chooses what is measured. Freed with timing_work_clear in any case; when
 * it is not EXIT_PASSED the session says why. */
enum exit_status timing_choose(struct timing_work *work,
                               const struct timing_request *request);
void timing_work_clear(struct timing_work *work);

/* Adds a job. Nonzero: out of memory. */
int timing_jobs_add(struct timing_work *work, enum timing_job_kind kind,
                    struct batch *batch, int place, int process, double seconds);

/* A job is done; its like are expected to take as long, and others of its kind longer or
 * shorter than was guessed in the same proportion. */
void timing_jobs_took(struct timing_work *work, int job, double seconds);

/* The part of the expected time that is over. */
double timing_jobs_fraction(const struct timing_work *work);

/* Lists all jobs of the work, and carries them out with their progress; results of those that could
 * not be carried out are added to the failures. When it is not EXIT_PASSED the session says why. */
enum exit_status timing_jobs_run(struct timing_work *work);

#endif
