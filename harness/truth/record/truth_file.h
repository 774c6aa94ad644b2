/* Files of truths: {"halfstep-truth": 1, "models": [...], "truths": [...], "checksum": "..."}.
 *
 * Each truth names its model by the place of the model's key (truth_key.h) among the models.
 * The checksum is that of the rest. A file that is torn, garbled or of another kind is no
 * file at all: reading it gives nothing, and nothing is said about it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_FILE_H
#define HARNESS_TRUTH_FILE_H

#include <stdbool.h>

#include <jansson.h>

struct diagnostic;   /* problems/base/status.h */
struct truth_query;  /* harness/truth/record/truth_record.h */
struct truth_record; /* harness/truth/record/truth_record.h */

/* An empty document, or NULL; freed with json_decref. */
json_t *truth_file_begin(void);

/* Adds a record (stolen; NULL is out of memory) of the model with this key. Nonzero: out of
 * memory. */
int truth_file_add(json_t *document, const char *key, json_t *record);

/* The first record of the model with this key that fulfils the request. */
bool truth_file_find(struct truth_record *r, const json_t *document, const char *key,
                     const struct truth_query *w);

/* Whether a record of the document is about the model with this key, which may be NULL: no. */
bool truth_file_is_about(const json_t *document, const json_t *record, const char *key);

/* The document of a file whose checksum is right and whose records name its models, or NULL. */
json_t *truth_file_read(const char *path);

/* Writes the file as a whole or not at all. Nonzero: *d says why. */
int truth_file_write(const char *path, json_t *document, struct diagnostic *d);

#endif
