/* What a run that is one shard notes about its work: the whole plan, and what of it was done.
 *
 *     {"build": {"commit", "changed"},                          of the program, where they are known
 *      "models": {name: hash of its file}, "records": {"originals": hash, "pinned": hash},
 *      "jobs": [{"study", "model", "methods", "shard"}, ...],        all of the plan, in order
 *      "done": [{"place", "study", "model", "methods", "seconds", "processor_seconds",
 *                "left_out", "results": how many of the document's}, ...]}     this shard's
 *
 * A description of a model is the study "description", without results.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHARD_PART_H
#define HARNESS_SHARD_PART_H

#include "harness/program/run/results_jobs.h"

/* Splits the jobs of the request, notes the plan in r->plan.part, and leaves those of
 * r->plan.shard. Nonzero: session->why says why. */
int shard_part_take(struct jobs *jobs, const struct results_request *r);

/* Notes what the program was made from. */
void shard_part_note_build(json_t *part, const struct session *session);

/* Notes the hashes of the models' files and of the records. Nonzero: session->why says which
 * cannot be read. */
int shard_part_note_files(json_t *part, const struct results_request *r);

/* Notes that a job has ended. */
void shard_part_note(json_t *part, const struct job_account *job);

#endif
