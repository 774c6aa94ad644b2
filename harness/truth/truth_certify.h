/* Certificates made for truths.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_CERTIFY_H
#define HARNESS_TRUTH_CERTIFY_H

#include "harness/truth/truth.h"

/* Makes the certificate of a truth that was found by enclosure, within so many seconds (0: no
 * limit), and keeps it in the record; of one by another way there is nothing to make. */
enum ref_status truth_certify(struct truth_record *record, struct model *m,
                              double seconds_limit);

/* The record as the document of a request with exact constants. NULL: out of memory. */
json_t *truth_certify_encode(const struct truth_record *record,
                             const struct truth_request *r);

#endif
