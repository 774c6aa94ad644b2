/* Records of truths with certificates, for tests of what proves them again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_CERTIFIED_H
#define HARNESS_TESTS_CERTIFIED_H

#include <jansson.h>

struct model; /* problems/model.h */

/* The record of a model's truth at its end, with its certificate where one can be made. The caller
 * frees both. */
json_t *certified_record(struct model **m, const char *text);

/* The same; one of contacts has to have a certificate. */
json_t *certified_contact_record(struct model **m, const char *text);

#endif
