/* A run of the gate: the studies of a profile, what is declared and accepted, and what all of
 * it comes to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GATE_RUN_H
#define HARNESS_GATE_RUN_H

#include "harness/program/run/study_command.h"
#include "harness/results/gate_outcome.h"

struct expect; /* harness/gate/expect.h */

enum { GATE_PART_ROOM = 40 };

struct gate_run {
    struct study_outcome studies;
    struct gate_outcome outcome; /* refers to the rest */
    json_t *document;            /* what --json holds */
    struct job_accounts jobs;
    struct gate_places places;
    struct catalogue *catalogue; /* whose texts are in the places */
    char *integrator; /* "--integrator ./mine.so --option tight=yes"; NULL: our own */
    bool is_canonical;
    char part[GATE_PART_ROOM]; /* "shard 2 of 4" */
};

/* names[gate_most_studies] := those that a study of the gate may have, ending with NULL. */
enum { gate_most_studies = 32 };
void gate_studies(const char **names);

/* What a study came to is held against what is declared, then against what is accepted: `judge`
 * of a plan, the context being the struct expect. */
void gate_judge(void *context, struct results *results);

/* Carries the studies out. An integrator that cannot even be begun with is a failed result.
 * EXIT_PASSED, whatever the verdicts are; or session->why says why there are none. The caller
 * frees with gate_run_clear in any case; *run may not be moved. */
enum exit_status gate_run(struct gate_run *run, struct session *session,
                          const struct arguments *arguments, struct expect *e,
                          const struct results_plan *plan);

/* The same of shards that have been joined: all of *run is zero but `studies`, which has what
 * they came to, and is_canonical; `jobs` are given to it, and e's
 * acceptances know how often they matched. `arguments` are those of the shards. */
enum exit_status gate_run_joined(struct gate_run *run, struct session *session,
                                 const struct arguments *arguments,
                                 const struct expect *e, const struct results_plan *plan,
                                 struct job_accounts *jobs);
void gate_run_clear(struct gate_run *run);

#endif
