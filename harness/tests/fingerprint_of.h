/* Fingerprints for tests, as JSON and from it. Nothing of them is freed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_FINGERPRINT_OF_H
#define HARNESS_TESTS_FINGERPRINT_OF_H

#include "harness/fingerprint/fingerprint.h"

/* What is found, as JSON; NULL: *d says why nothing is. */
json_t *fingerprint_found(const struct fingerprint_request *r, struct diagnostic *d);

/* That of a JSON object, which may have some of the members only; NULL for NULL. */
struct fingerprint *fingerprint_of_json(const json_t *object);
struct fingerprint *fingerprint_of_text(const char *text);

#endif
