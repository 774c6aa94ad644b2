/* The timing study: what steps cost, against the original, against their kernels, and
 * against the size of a chain. It is no study of study.h: models are timed one process at a
 * time, several processes each, and some results are about all models together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_TIMING_H
#define HARNESS_STUDY_TIMING_H

#include "harness/session/models.h"
#include "harness/speed/benchmarks/benchmarks.h"
#include "harness/speed/measure/timing.h"

/* What a chain is called, whose growth is measured when it is among the models. */
#define TIMING_CHAIN "spring_chain"
#define TIMING_LINKS "chain_cartesian" /* with joints */
#define TIMING_LINKS_METHOD "runge-kutta-merson"
#define TIMING_SLIDERS "slider_stack" /* with contacts */
#define TIMING_BRICKS "brick_stack"

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

/* A model as all processes have found it. */
struct timing_found {
    struct model *model;
    char *name; /* as results call it */
    struct timing_plan plan;
    int processes;
    json_t **found; /* [processes] from timing_measure */
};

/* ns-per-step, original-ratio and step-over-kernels for each method and mode. */
void timing_results_of_model(const struct timing_found *f, json_t *results);

/* original-ratio-mean, over all models that have recorded costs, for each mode. */
void timing_results_of_all(int count, const struct timing_found *f, json_t *results);

/* One size of a chain or stack in one process: {"masses", "variants": [{"variant", "ns", "bytes",
 * "steps", ...}]}. NULL: *d says why. */
json_t *timing_chain_measure(struct model *m, const struct timing_effort *effort,
                             unsigned long seed, struct diagnostic *d);

/* The step in which all methods grow on a chain like m. */
double timing_chain_step(const struct model *m);

/* chain-slope, chain-memory and their like, by the chain's name: `found` is sizes x processes, NULL
 * where there is none. */
void timing_results_of_chain(struct model *m, const char *name, int sizes,
                             const int *masses, int processes, json_t *const *found,
                             json_t *results);

/* "growth" of the time of a step of every method in the documents of timing_growth.h, the
 * same. */
void timing_results_of_growth(struct model *m, const char *name, int sizes,
                              const int *masses, int processes, json_t *const *found,
                              json_t *results);

#endif
