/* The timing study: what steps cost, against the original, against their kernels, and
 * against the size of a chain. It is no study of study.h: models are timed one process at a
 * time, several processes each, and some results are about all models together.
 *
 *     request -> timing_choose: plans, rows, chains, benchmarks, ladders; each is batches (batch.h)
 *             -> timing_jobs: each process of each batch, one after the other
 *             -> their results, from what the batches have found
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_TIMING_H
#define HARNESS_STUDY_TIMING_H

#include "harness/session/models.h"
#include "harness/speed/timing/timing_request.h"
#include "harness/speed/timing/timing_results.h"
#include "harness/speed/timing/timing_told.h"

/* Names of the models whose costs in the original are recorded, and the chains; freed with
 * model_names_clear. Nonzero: out of memory. */
int timing_usual_models(struct model_names *names);

/* Appends the results; a model that could not be timed is a failed one with the quantity "study".
 * *more := {"build", "load", "taken", "format"}, members that the document has besides, which the
 * caller frees; told: the measurements. On failure session->why says why. */
enum exit_status study_timing(const struct timing_request *r,
                              struct timing_results *results, json_t **more,
                              struct timing_told *told);

#endif
