/* A diagnosis of evidence that a test makes up.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_DIAGNOSING_H
#define HARNESS_TESTS_DIAGNOSING_H

#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/tests/made_evidence.h"

/* The last ones that were made and found. */
extern struct evidence e;
extern struct diagnosis x;
extern struct diagnostic d;

/* Of the pair, as it should be. */
extern const struct made_weights of_the_pair;

/* e of q' = N(q) v. */
void diagnosing_make(const struct made_weights *w);

/* x of e, where so much is expected; NULL: nothing is. */
void diagnosing_find(const char *expected);

/* Its verdict, and a part of its sentence. */
void diagnosing_expect(enum diagnosis_verdict verdict, const char *said);

#endif
