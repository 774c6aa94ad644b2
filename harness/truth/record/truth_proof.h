/* What is proved of a converged truth (struct ref_proof), and what is not: in documents, in
 * records and in words.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_PROOF_H
#define HARNESS_TRUTH_PROOF_H

#include <stdio.h>

#include <jansson.h>

#include "ref/truth.h"

/* {nothing_stepped_over, defect, switching_functions, gaps, forces, parts, not_proved: [texts]};
 * NULL for other grades. Owned by the caller. */
json_t *truth_proof_describe(const struct ref_truth *truth, const struct model *m);

/* A line of it, nothing for NULL. */
void truth_proof_print(const json_t *described, FILE *out);

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
