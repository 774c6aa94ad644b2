/* What `halfstep merge` makes of joined shards, by the command that they are of.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MERGE_H
#define HARNESS_MERGE_H

#include "harness/gate/expect.h"
#include "harness/program/run/study_command.h"
#include "harness/program/shard/shard_join.h"
#include "harness/session/arguments.h"
#include "harness/session/session.h"

struct merge {
    struct session *session;
    const struct arguments *arguments; /* of merge itself */
    struct shard_joined joined;
    struct study_outcome outcome; /* as of a run on one machine; may not be moved */
    struct expect expect;         /* what was declared and accepted */
    struct arguments given;       /* the command line of the shards, whose words are in */
    char **words;                 /* the plan */
};

/* Fills all but the first three members from these. The caller frees with merge_restore_clear
 * in any case, before `joined`. EXIT_USAGE or EXIT_MACHINE: session->why says why. */
enum exit_status merge_restore(struct merge *m);
void merge_restore_clear(struct merge *m);

/* Verdict, files and exit status of the gate. */
enum exit_status merge_gate(struct merge *m);

/* Table or document, folder and exit status of one study, or of the report. */
enum exit_status merge_study(struct merge *m);

/* Texts or document of fingerprints. */
enum exit_status merge_fingerprint(struct merge *m);

#endif
