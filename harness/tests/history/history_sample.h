/* Documents for tests of the history.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_HISTORY_SAMPLE_H
#define HARNESS_TESTS_HISTORY_SAMPLE_H

#include <jansson.h>

#include "harness/speed/history/history.h"
#include "harness/tests/scratch.h"

/* A document of `timing`: run `i` of a series of commits a day apart, two benchmarks with
 * every field that a measurement can have; times grow by `factor`. */
json_t *sample_timing(int i, double factor);

/* A document of `compare`, of run i against run 0. */
json_t *sample_compare(int i, double change);

/* The path NAME in the folder; valid until the next call. */
const char *sample_place(const struct scratch *s, const char *name);

/* Opens a history of which no failure is expected, and adds a document, or none if NULL. */
struct history *sample_open(const char *path);
void sample_add(struct history *h, json_t *document);

/* All documents in the order of their adding, which the caller frees; NULL on failure. */
enum exit_status history_documents(struct history *h, json_t **documents,
                                   struct diagnostic *d);

/* What SQL answers: the first column of the first row, as a number. */
double sample_number(const char *path, const char *sql);

/* Carries out SQL on a file, past the history. */
void sample_sql(const char *path, const char *sql);

#endif
