/* Documents and the rows that they become. For the files of this folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_HISTORY_ADD_H
#define HARNESS_HISTORY_ADD_H

#include "harness/speed/history/history_sql.h"

/* The key under which a document has its records: "measurements", "comparisons", "entries" or
 * "judgements"; NULL: it is none that a history takes. */
const char *history_list(const json_t *document);

/* Nonzero: a document cannot be taken, and *d says what is wrong with it, without its name. */
int history_judge_document(const json_t *document, struct diagnostic *d);

/* A value as text by which equal values are recognised: members by name, no blanks, all
 * digits. The caller frees it; NULL: out of memory. */
char *history_text_of(const json_t *value);

/* A short text that is the same for documents about the same measurement. Nonzero: out of
 * memory. */
enum { HISTORY_DIGEST_ROOM = 48 };
int history_digest(char digest[HISTORY_DIGEST_ROOM], const json_t *document);

/* Adds a document in the present transaction, unless it is there. */
enum exit_status history_insert(struct history *h, const json_t *document, bool *is_new,
                                struct diagnostic *d);

/* The values of a record: [{"quantity", "unit", "value", "low", "high"}], each quantity once;
 * low and high may be null. A new array. */
json_t *history_values(const json_t *document, const json_t *record);

/* The document of a run whose head is known, which the caller frees; NULL: *d says why. */
json_t *history_document(struct history *h, long long run, const char *head,
                         struct diagnostic *d);

#endif
