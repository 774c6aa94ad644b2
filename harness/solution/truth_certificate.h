/* Certificates (ref/certificate.h) as documents, and how large one may be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_CERTIFICATE_H
#define HARNESS_TRUTH_CERTIFICATE_H

#include <jansson.h>

#include "ref/certificate.h"

/* {"order", "bits", "steps": lengths, "sets": [{"before", "time", "centre", "frame", "radii"}]},
 * lists of exact numbers (exact_number.h) being one text each. NULL: out of memory. */
json_t *truth_certificate_encode(const struct ref_certificate *c);

/* Back, for a state of nx components; the caller frees it. NULL: it is none, or no memory. */
struct ref_certificate *truth_certificate_decode(const json_t *document, int nx);

/* How many sets a certificate keeps, so that it stays small: at most eight, and about 16 kB. */
int truth_certificate_sets(const struct ref_truth *truth);

#endif
