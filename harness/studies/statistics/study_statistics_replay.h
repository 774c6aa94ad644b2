/* What the files of replays of the implicit pair share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_STATISTICS_REPLAY_H
#define HARNESS_STUDY_STATISTICS_REPLAY_H

#include "harness/studies/statistics/study_statistics.h"

/* How a run differs from its replay. */
struct replay_finding {
    int differences;     /* counters that differ */
    const char *counter; /* the first of them */
    long place;          /* of the first decision that differs; -1: none */
    double margin, noise;
    bool sensitive; /* rounding explains it */
};

/* *f := how a run differs from its replay in 53 bits, whose decisions are *replayed; they are
 * cleared with decisions_clear in any case. Nonzero: out of memory, or the model cannot be
 * evaluated. */
int replay_examine(struct replay_finding *f, struct decisions *replayed,
                   const struct study *s, const struct statistics_setting *setting,
                   const struct statistics_outcome *outcome);

#endif
