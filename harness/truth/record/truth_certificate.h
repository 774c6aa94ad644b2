/* Certificates (ref/certificate.h) as documents, and how large one may be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_CERTIFICATE_H
#define HARNESS_TRUTH_CERTIFICATE_H

#include <stdbool.h>

#include <jansson.h>

#include "ref/certificate.h"

/* {"order", "bits", "steps": lengths, "sets": [{"before", "time", "centre", "frame", "radii"}]},
 * lists of exact numbers (exact_number.h) being one text each. Where the formulas have modes,
 * "mode" is that at the start, a letter for each place, and a set behind an event has "event":
 * {"width", "mode"}, with "leads" where they are not all 0, a digit for each; of such a set
 * centre, frame and radii may be left out together. "contacts": what is made of these, "lines"
 * or "faces", if not each is for itself. NULL: out of memory. */
json_t *truth_certificate_encode(const struct ref_certificate *c);

/* Back, for a truth with a state of nx components that is stored with so many bits; the caller
 * frees *c. NULL, or why it is none, a static string: then *c is NULL. Takes memory and time in
 * proportion to the document. */
const char *truth_certificate_decode(struct ref_certificate **c, const json_t *document,
                                     int nx, mpfr_prec_t bits_of_truth);

/* 1 for '+', -1 for '-', those of ref_contact_state for '+', '_', '>', '<', 'x', 'o', '.'; 0 of
 * another letter. */
signed char truth_certificate_place(char letter);

/* *grouping := of a name, NULL: each contact for itself; false: there is none of the name. */
bool truth_certificate_grouping(enum ref_contact_grouping *grouping, const char *name);

/* How many sets a certificate tells, so that it stays small: at most eight, and about 16 kB; and
 * of those behind events as many as take 160 kB. */
struct ref_certificate_room truth_certificate_room(const struct ref_truth *truth);

#endif
