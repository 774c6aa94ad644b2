/* Each format for itself, and what they share. For the files of this folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EXCHANGE_FORMATS_H
#define HARNESS_EXCHANGE_FORMATS_H

#include "harness/speed/exchange/exchange_document.h"
#include "harness/speed/history/history_sql.h"

/* Each appends documents; nonzero: *d says what is wrong with the text. */
int google_import(json_t *documents, const char *text, size_t length,
                  const struct exchange_about *about, struct diagnostic *d);
int action_import(json_t *documents, const char *text, size_t length,
                  const struct exchange_about *about, struct diagnostic *d);
int bencher_import(json_t *documents, const char *text, size_t length,
                   const struct exchange_about *about, struct diagnostic *d);
int csv_import(json_t *documents, const char *text, size_t length,
               const struct exchange_about *about, struct diagnostic *d);

/* How many commits with measurements begin like this; that there are none is a failure. */
long long exchange_count_commits(struct history *h, const char *commit);

/* Which values and runs are exported: those of a commit on a machine. */
struct exchange_choice {
    long long run; /* the latest one of the commit */
    long long machine;
    char *commit; /* "": not known, then only that run counts */
    long long changed;
};

/* Finds the choice for a commit, or the latest. Its text is freed by the caller. */
struct exchange_choice exchange_choose(struct history *h, const char *commit);

/* The latest value of each quantity of each benchmark: [{"name", "quantity", "unit", "value",
 * "low", "high", "baseline", "record"}]. */
json_t *exchange_values(struct history *h, const struct exchange_choice *c);

/* Each a new document, NULL when this failed; of a choice, or written as text. */
json_t *google_export(struct history *h, const struct exchange_choice *c);
json_t *action_export(struct history *h, const struct exchange_choice *c);
json_t *bencher_export(struct history *h, const struct exchange_choice *c);
void csv_export(struct history *h, const char *commit, FILE *out);

#endif
