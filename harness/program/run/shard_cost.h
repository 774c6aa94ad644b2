/* What jobs are expected to cost, so that shards can be made even before the work begins.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHARD_COST_H
#define HARNESS_SHARD_COST_H

#include <stdbool.h>

/* Milliseconds of processor time of one study of a model, as recorded on one machine: in the
 * gate's effort, and in a report's. */
struct shard_cost {
    const char *study, *model;
    const char *method; /* "": of all that one job studies */
    long gate, report;
};

/* The recorded ones that are not cheap, sorted by study, model, method; ends with a NULL
 * study. */
extern const struct shard_cost shard_costs[];

/* The cost of a job whose first method is `method`: the recorded one; of what is not in the
 * table, that of a cheap job. At least 1. */
long shard_cost(const char *study, const char *model, const char *method, bool is_report);

#endif
