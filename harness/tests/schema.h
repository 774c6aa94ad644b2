/* A small validator for JSON Schema, draft 7: the keywords that our schemas use.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_SCHEMA_H
#define HARNESS_TESTS_SCHEMA_H

#include <stddef.h>

#include <jansson.h>

/* Whether a value is as the schema says; else why[size] names the place and the keyword. Ends
 * the test at a keyword that it does not know. */
int schema_accepts(const json_t *schema, const json_t *value, char *why, size_t size);

#endif
