/* Identities among the counters of runs: each run has a defect, the amount by which it misses one,
 * which must be zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STATISTICS_IDENTITY_H
#define HARNESS_STATISTICS_IDENTITY_H

#include "harness/studies/statistics/study_statistics.h"

struct identity_run {
    const struct statistics_runs *of;
    const struct statistics_setting *setting;
    const struct statistics_outcome *outcome;
};

struct identity {
    const char *name, *text;
    /* Not a number: the identity says nothing about that run. */
    double (*defect)(const struct identity_run *run);
};

/* A run with its counters. */
typedef json_t *identity_point(const struct statistics_setting *setting,
                               const struct statistics_outcome *o);

/* Appends "counters", a point for each run, and of each identity of the table, "identity:NAME",
 * the largest defect, with a point for each run that misses it; nothing where it says nothing
 * about any. Quantities bear the form of the traits. Nonzero: out of memory. */
int identities_append(const struct statistics_runs *r, identity_point *point, int count,
                      const struct identity *identity, struct results *results);

/* Whether the joints' residuals at a state change with the lengths of the model's quaternions. */
bool statistics_depends_on_lengths(const struct model *m, double t, const double *state);

#endif
