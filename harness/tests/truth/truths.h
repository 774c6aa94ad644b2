/* Truths for tests of what keeps them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_TRUTHS_H
#define HARNESS_TESTS_TRUTHS_H

#include "harness/truth/record/truth_record.h"

/* A request for a model's truth at the times 0.5, 1 and 1.5, by Taylor's method. */
struct truth_case {
    struct model *model;
    mpfr_t *time;
    struct truth_query request;
};

struct truth_case truth_case_of(const char *text, int digits);

/* The truth, as if it had taken a second. */
struct truth_record truth_case_solve(const struct truth_case *c);

/* Whether two truths are the same to the last bit. */
bool truths_are_same(const struct ref_truth *a, const struct ref_truth *b);

extern const char truth_decay[], truth_swing[], truth_pole[];

#endif
