/* What jobs are expected to cost.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/shard_cost.h"

#include <string.h>

/* A job that is not in the table costs, on the average, so much: not nothing, so that cheap jobs
 * are spread, too. */
static const long usual_gate = 25, usual_report = 16;

static bool is_about(const struct shard_cost *c, const char *study, const char *model,
                     const char *method) {
    return strcmp(c->study, study) == 0 && strcmp(c->model, model) == 0 &&
           (c->method[0] == '\0' || strcmp(c->method, method) == 0);
}

long shard_cost(const char *study, const char *model, const char *method,
                bool is_report) {
    long cost = is_report ? usual_report : usual_gate;
    for (const struct shard_cost *c = shard_costs; c->study != NULL; c++)
        if (is_about(c, study, model, method))
            cost = is_report ? c->report : c->gate;
    return cost > 0 ? cost : 1;
}
