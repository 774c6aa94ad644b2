/* What a gate has come to: all that its texts and files are made from.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GATE_OUTCOME_H
#define HARNESS_GATE_OUTCOME_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/results/job_account.h"
#include "harness/results/result_list.h"

/* Where a reader finds a model, and how the command line names it. */
struct gate_place {
    const char *model; /* as results call it */
    const char *path;  /* of its file */
    const char *asked;
};

struct gate_places {
    struct gate_place *item;
    int count;
};

struct gate_outcome {
    const struct results *results; /* those of a model stand together */
    struct job_accounts jobs;      /* how each went */
    struct not_applicable not_applicable;
    struct gate_places places; /* of the models */
    const char *profile;
    const char *integrator; /* of another's: "--integrator ./mine.so", as on the command
                               line; NULL: our own methods */
    const char *place;      /* the file that stands for the integrator */
    const char *part;       /* "shard 2 of 4"; NULL: the whole */
    double seconds, processor_seconds;
    int left_out; /* studies that an early end has left out */
};

/* That of a model; NULL: there is none. */
const struct gate_place *gate_place_of(const struct gate_outcome *o, const char *model);

/* Whether nothing fails, and nothing is left out. */
bool gate_outcome_passes(const struct gate_outcome *o);

/* What the fingerprint has taken another's integrator for, whether anything was declared about
 * it, and its rule of error control, in text[size]: sentences; empty of our own methods and where
 * there is none. */
void gate_outcome_subject(char *text, size_t size, const struct gate_outcome *o);

/* What is to be told of a result beside failures: why it is accepted, or that an acceptance
 * has accepted nothing (then *is_unused). NULL: nothing. */
const char *gate_outcome_acceptance(const struct result *result, bool *is_unused);

/* A kind of file that a gate writes. */
typedef void gate_print_function(const struct gate_outcome *o, FILE *out);

#endif
