/* Each format for itself, and what they share. For the files of this folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EXCHANGE_FORMATS_H
#define HARNESS_EXCHANGE_FORMATS_H

#include "harness/speed/exchange/exchange.h"
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

/* Which values and runs are exported: those of a commit on a machine. */
struct exchange_choice {
    long long run; /* the latest one of the commit */
    long long machine;
    char *commit; /* "": not known, then only that run counts */
    int changed;
};

/* Finds the choice for a commit, or the latest. c->commit is freed by the caller. */
enum exit_status exchange_choose(struct exchange_choice *c, struct history *h,
                                 const char *commit, struct diagnostic *d);

/* The latest value of each quantity of each benchmark: [{"name", "quantity", "unit", "value",
 * "low", "high", "baseline", "record"}]. */
enum exit_status exchange_values(json_t **values, struct history *h,
                                 const struct exchange_choice *c, struct diagnostic *d);

enum exit_status google_export(json_t **document, struct history *h,
                               const struct exchange_choice *c, struct diagnostic *d);
json_t *action_export(const json_t *values);
json_t *bencher_export(const json_t *values);
enum exit_status csv_export(char **text, struct history *h, const char *commit,
                            struct diagnostic *d);

/* A document without entries: its head as `about` and `from` say it. */
json_t *exchange_document(const char *from, const struct exchange_about *about);

/* Appends an entry to a document; low and high may be NAN. It is the document's. */
json_t *exchange_entry(json_t *document, const char *name, const char *quantity,
                       const char *unit, double value, double low, double high);

/* Reads a JSON text; NULL: *d says where it is none. */
json_t *exchange_read(const char *text, size_t length, struct diagnostic *d);

#endif
