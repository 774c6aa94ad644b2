/* What a record tells of how it was made, held against making it again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_VERIFY_ACCOUNT_H
#define HARNESS_TRUTH_VERIFY_ACCOUNT_H

#include <stdbool.h>

#include <jansson.h>

#include "harness/truth/record/truth_verified.h"
#include "ref/status.h"

struct diagnostic;        /* problems/base/status.h */
struct ref_truth;         /* ref/truth.h */
struct ref_truth_options; /* ref/truth.h */
struct truth_query;       /* harness/truth/record/truth_record.h */

/* *other := the first of what a record tells of the making of its truth, `told`, that is another
 * one in `again`, which was made as w asks for: "proof", "bits", "order", "steps", "switches",
 * "attempts" or "growth"; NULL: none. *same: whether all is that is told, state and radii to the
 * last bit. Nonzero: out of memory. */
int truth_account_compare(const char **other, bool *same, const struct truth_query *w,
                          const json_t *record, const struct ref_truth *told,
                          struct ref_truth *again);

/* Makes the truth of a record again as it was asked for, by the way that is told: bits, order,
 * steps, switches, attempts, growth and what was proved on the way have to be the same. *same:
 * whether all is that is told, state and radii to the last bit. w: the record's request; the
 * options' stop and context are read. TRUTH_AGAIN; TRUTH_FALSE; TRUTH_NOT_VERIFIED: it was
 * stopped. text says what is another one. */
enum truth_verified truth_verify_account(const struct truth_query *w,
                                         const struct ref_truth *told,
                                         const json_t *record,
                                         const struct ref_truth_options *options,
                                         bool *same, struct diagnostic *text);

/* Looks for a truth that is told not to be had: the search has to fail for the same reason. */
enum truth_verified truth_verify_failure(const struct truth_query *w,
                                         enum ref_status told,
                                         const struct ref_truth_options *options,
                                         struct diagnostic *text);

#endif
