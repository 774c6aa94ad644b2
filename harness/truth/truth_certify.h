/* Certificates made for truths.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_CERTIFY_H
#define HARNESS_TRUTH_CERTIFY_H

#include <stdio.h>

#include <jansson.h>

#include "harness/truth/truth.h"

/* Makes the certificate of a truth that was found by enclosure, within so many seconds (0: no
 * limit), and keeps it in the record, in place of the one that it had; where none is made the
 * record is as it was. Of a truth by another way there is nothing to make. */
enum ref_status truth_certify(struct truth_record *record, struct model *m,
                              double seconds_limit);

/* Why a truth of the model that was found by enclosure has no certificate: what ends another
 * try, of at most ten seconds of the processor. A static string. */
const char *truth_why_no_certificate(const struct ref_truth *truth, struct model *m);

enum truth_certificate_fate {
    TRUTH_CERTIFICATE_AS_IT_WAS, /* one that holds, or none */
    TRUTH_CERTIFICATE_MADE,
    TRUTH_CERTIFICATE_LOST /* one that does not hold was taken away, and no other could be made */
};

/* Sees to the certificate of a record of m that is kept: makes one where there is none; with `anew`
 * another one, else where the one that stands does not hold. What stands and does not hold is told,
 * and taken away where no other can be made. Lines for a person go to out; seconds_limit is for
 * each proof and each making (0: no limit). */
enum truth_certificate_fate truth_certify_record(json_t *record, struct model *m,
                                                 bool anew, double seconds_limit,
                                                 FILE *out);

/* The record as the document of a request with exact constants. NULL: out of memory. */
json_t *truth_certify_encode(const struct truth_record *record,
                             const struct truth_request *r);

#endif
