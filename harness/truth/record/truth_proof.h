/* What is proved of a converged truth (struct ref_proof), and what is not: in documents, in
 * records and in words.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_PROOF_H
#define HARNESS_TRUTH_PROOF_H

#include <stdio.h>

#include "harness/base/record/record.h"
#include "ref/truth.h"

/* What was shown along the motion. */
struct truth_shown {
    const char *defect; /* how far the equations are from being met */
    bool is_there;      /* of converged truths only */
    bool nothing_stepped_over;
    long switching_functions, gaps, forces, parts; /* that were enclosed */
    const char **not_proved;
    int open; /* texts of these */
};
extern const struct record truth_shown_record;

/* Cleared as a record, after a failure, too. Nonzero: out of memory. */
int truth_proof_describe(struct truth_shown *shown, const struct ref_truth *truth,
                         const struct model *m);

/* A line of it, nothing where it is not there. */
void truth_proof_print(const struct truth_shown *shown, FILE *out);

/* As a record keeps it. Decoding anything else gives a proof that is not made. */
json_t *truth_proof_encode(const struct ref_proof *proof);
struct ref_proof truth_proof_decode(const json_t *kept);

/* "the gap of contact floor"; at most TRUTH_REFUSAL characters. */
enum { TRUTH_REFUSAL = 384 };
void truth_proof_subject(char text[TRUTH_REFUSAL], const struct model *m,
                         enum ref_subject subject, int index);

/* Where a way ended for want of a proof, in words; at most TRUTH_REFUSAL characters. */
void truth_proof_refusal(char text[TRUTH_REFUSAL], const struct model *m,
                         const struct ref_unproved *unproved);

#endif
