/* The second opinion that a record tells, asked for again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_VERIFY_OPINION_H
#define HARNESS_TRUTH_VERIFY_OPINION_H

#include "harness/truth/record/truth_verified.h"

struct diagnostic;    /* problems/base/status.h */
struct ref_truth;     /* ref/truth.h */
struct truth_opinion; /* harness/truth/record/truth_told.h */
struct truth_query;   /* harness/truth/record/truth_record.h */

/* One that was had is had again in the bits that it tells, and has to be the same in all it
 * says. One that was not had has to fail for the same reason; where the reason was its time it
 * may be had, but not in much less, and it was given a second at least. It may take so many
 * seconds of the processor (0: no limit). TRUTH_AGAIN; TRUTH_FALSE; TRUTH_NOT_VERIFIED: out of
 * time. text says what is another one. */
enum truth_verified truth_verify_opinion(const struct truth_query *w,
                                         const struct ref_truth *truth,
                                         const struct truth_opinion *told, double seconds,
                                         struct diagnostic *text);

#endif
