/* The timing study: what steps cost, against the original, against their kernels, and
 * against the size of a chain. It is no study of study.h: models are timed one process at a
 * time, several processes each, and some results are about all models together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_TIMING_H
#define HARNESS_STUDY_TIMING_H

#include "harness/session/models.h"
#include "harness/speed/benchmarks/benchmarks.h"
#include "harness/speed/timing/timing_chain.h"
#include "harness/speed/timing/timing_plan.h"

/* How long to measure. */
struct timing_effort {
    int processes, rounds;
    int largest_chain, chain_processes, chain_rounds;
    int general_rounds;                        /* of timing_general.h */
    int precision_processes, precision_rounds; /* of timing_precision.h */
};
struct timing_effort timing_effort_full(void), timing_effort_quick(void);

struct timing_request {
    struct session *session;
    const struct catalogue *catalogue;
    const struct model_names *models;
    const struct model_settings *settings;
    const char *method; /* NULL: all methods */
    struct timing_effort effort;
    bool models_are_named;         /* on the command line: the general table is of them */
    enum benchmarks_extent extent; /* of the general table where none are */
    bool counts_instructions;
    unsigned long seed;
    double seconds_limit; /* of one process */
};

/* Names of the models whose costs in the original are recorded, and the chains; freed with
 * model_names_clear. Nonzero: out of memory. */
int timing_usual_models(struct model_names *names);

/* *results := an array of results, which the caller frees; a model that could not be timed
 * is a failed result with the quantity "study". *more := {"measurements", "goals", "build",
 * "load", "taken", "format"}, the members that the document has besides, which the caller frees.
 * On failure both are NULL, and session->why says why. */
enum exit_status study_timing(const struct timing_request *r, json_t **results,
                              json_t **more);

/* ---- Its parts */

/* A model, or a table of runs, as all processes have found it. */
struct timing_found {
    struct model *model; /* NULL: of a table */
    char *name;          /* as results call it */
    struct timing_plan plan;
    json_t *workloads;       /* what takes turns; null: it takes no part */
    double longest_block_ns; /* as in bench.h */
    double seconds;          /* that a process is expected to take */
    /* What a process has found, from the answers to the workloads. NULL: *d says why. */
    json_t *(*describe)(const struct timing_found *f, const json_t *contestants,
                        int rounds, struct diagnostic *d);
    int processes;
    json_t **found; /* [processes] */
};

/* What one process finds. NULL: *d says why. */
json_t *timing_found_measure(const struct timing_found *f, const char *library,
                             int rounds, unsigned long seed, double seconds,
                             struct diagnostic *d);

/* Of a model's plan: {"cases": for each setting {"ns", "least" (of a step), "floor", "ratio"
 * (where it has kernels), and the counts of a pass}, "kernels": for each set an array of the
 * kernels' ns, null for one that is not there}. */
json_t *timing_plan_found(const struct timing_found *f, const json_t *contestants,
                          int rounds, struct diagnostic *d);

/* ns-per-step, original-ratio and step-over-kernels for each method and mode. */
void timing_results_of_model(const struct timing_found *f, json_t *results);

/* original-ratio-mean, over all models that have recorded costs, for each mode. */
void timing_results_of_all(int count, const struct timing_found *f, json_t *results);

/* chain-slope, chain-memory and their like, by the chain's name: `found` is sizes x processes, NULL
 * where there is none. */
void timing_results_of_chain(struct model *m, const char *name, int sizes,
                             const int *masses, int processes, json_t *const *found,
                             json_t *results);

/* "growth" of the time of a step of every method in the documents of timing_chain.h, the
 * same. */
void timing_results_of_growth(struct model *m, const char *name, int sizes,
                              const int *masses, int processes, json_t *const *found,
                              json_t *results);

#endif
