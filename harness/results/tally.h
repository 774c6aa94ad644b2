/* What the results of each study and method come to, and how long they took.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TALLY_H
#define HARNESS_TALLY_H

#include "harness/results/gate_outcome.h"
#include "harness/results/results_count.h"

enum { tally_most_rows = 128 };

struct tally_row {
    const char *study, *method; /* "" for what is about no method */
    struct results_count count;
    double processor_seconds; /* a job's time is shared by its methods */
};

struct tally {
    int rows;
    struct tally_row row[tally_most_rows]; /* by study, in the order of the jobs */
};

/* Counts the results; what is beyond the last row is left out. */
void tally_make(struct tally *t, const struct gate_outcome *o);

/* "pass", "fail", or "undecided" when nothing at all is decided. */
const char *tally_verdict(const struct results_count *count);

/* slowest[0..most-1] := the jobs that took longest, the longest first; returns how many. */
int tally_slowest(const struct gate_outcome *o, const struct job_account **slowest,
                  int most);

/* "FAIL: 3 of 340 results fail, 2 undecided, 1 accepted; profile quick, 0.9 s, 0.5 s of
 * processor time": the overall verdict; in text[size]. */
void tally_sentence(char *text, size_t size, const struct gate_outcome *o);

#endif
