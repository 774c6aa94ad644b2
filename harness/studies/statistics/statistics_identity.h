/* One identity among the counters of runs: each run has a defect, the amount by which it is
 * missed, which must be zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STATISTICS_IDENTITY_H
#define HARNESS_STATISTICS_IDENTITY_H

#include "harness/results/result.h"
#include "harness/results/study_projected.h"
#include "harness/studies/statistics/study_statistics.h"

struct identity_check {
    const struct study *study;
    struct result result;
    char quantity[80], where[128];
    int judged; /* runs about which it says something */
};

/* Of no run yet; `quantity` is "identity:NAME", and the form's where traits are not NULL. The check
 * stays where it is until it has ended. */
void identity_begin(struct identity_check *c, const struct study *s,
                    const struct projected_traits *traits, const char *quantity);

/* Takes a run's defect; not a number: the identity says nothing about that run. */
void identity_take(struct identity_check *c, const char *setting, enum fast_mode mode,
                   double defect);

/* Appends the result, with a row for each run that misses it; nothing where no run was judged.
 * `text` is the identity in words. Nonzero: out of memory. */
int identity_end(struct identity_check *c, const char *text, struct results *results);

/* Appends c->result, with the counters of so many runs as its points. Nonzero: out of memory. */
int identity_end_counters(struct identity_check *c, int runs, struct results *results);

#endif
