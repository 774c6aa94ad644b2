/* What is asked of a timing study.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_REQUEST_H
#define HARNESS_TIMING_REQUEST_H

#include <stdbool.h>

#include "harness/speed/benchmarks/benchmarks.h"

struct catalogue;      /* problems/catalogue.h */
struct model_names;    /* harness/session/models.h */
struct model_settings; /* harness/session/models.h */
struct session;        /* harness/session/session.h */

/* How long to measure. */
struct timing_effort {
    int processes, rounds;
    int largest_chain, chain_processes, chain_rounds;
    int general_rounds;                        /* of timing_general.h */
    int precision_processes, precision_rounds; /* of timing_precision.h */
};
extern const struct timing_effort timing_full, timing_quick;

struct timing_request {
    struct session *session;
    const struct catalogue *catalogue;
    const struct model_names *models;
    const struct model_settings *settings;
    const char *method; /* NULL: all methods */
    struct timing_effort effort;
    bool models_are_named; /* on the command line: the general table is of them */
    bool
        goals_alone; /* what the numbers to reach need, and the commands that they name */
    enum benchmarks_extent extent; /* of the general table where none are */
    bool counts_instructions;
    unsigned long seed;
    double seconds_limit; /* of one process */
};

#endif
