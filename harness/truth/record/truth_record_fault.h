/* What a record of a truth lacks of what its grade and its way ask for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_RECORD_FAULT_H
#define HARNESS_TRUTH_RECORD_FAULT_H

#include "harness/truth/record/truth_kept.h"

struct truth_query;  /* harness/truth/record/truth_record.h */
struct truth_record; /* harness/truth/record/truth_record.h */

/* Reads the certificate into the record, whose truth and opinion are read already, and says what in
 * what is kept does not go with its grade, its way or its certificate. NULL: nothing. */
const char *truth_record_fault(struct truth_record *r, const struct truth_kept *kept,
                               const struct truth_kept_solution *found,
                               const struct truth_query *w);

#endif
