/* One random model: its truths by all ways, held against the independent integration.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_RANDOM_TRIAL_H
#define REF_TESTS_RANDOM_TRIAL_H

#include <time.h>

#include "problems/tests/sample.h"
#include "ref/tests/random/motion.h"
#include "ref/tests/random/invent.h"
#include "ref/truth.h"

enum { TRIAL_STATUSES = 32 };

struct trial_tally {
    bool tells, shows; /* lines for each model; its text and values */
    bool is_short;     /* models that take less work */
    int models;
    long events, impacts, steps;
    clock_t spent[2];             /* on the independent integration, on truths */
    int verdict[MOTION_VERDICTS]; /* of the independent integration, over all times */
    int tried[REF_WAYS], told[REF_WAYS], compared[REF_WAYS], unjudged[REF_WAYS];
    int wrong[REF_WAYS];
    int refused[REF_WAYS][TRIAL_STATUSES][2]; /* [0]: where the other one is sure */
    int pairs, contradictions, not_unique;
};

/* One model on its way. */
struct trial {
    unsigned long long seed;
    struct sample random;
    struct invention invention;
    int times, digits;
    mpfr_t *time;
    struct motion_result motion;
    struct ref_truth *truth[REF_WAYS];
    long asked;
    struct trial_tally *tally;
};

/* Its truths against the independent integration, and against each other. */
void trial_compare(struct trial *t);

/* Draws a model from the seed and adds what comes of it. */
void trial_run(struct trial_tally *tally, unsigned long long seed);

/* How much there is that must not be. */
int trial_wrong(const struct trial_tally *tally);

#endif
