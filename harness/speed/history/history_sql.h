/* Statements of SQLite, and the rows that documents become. For the files of this folder and of
 * exchange.
 *
 * The first statement that fails is kept in the history with its reason, and whatever is asked
 * after it does nothing, until history_end tells both.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_HISTORY_SQL_H
#define HARNESS_HISTORY_SQL_H

#include <stdbool.h>

#include <jansson.h>
#include <sqlite3.h>

#include "harness/session/session.h"

struct history {
    sqlite3 *base;
    char *path;
    double wait;             /* seconds */
    bool is_new;             /* there was no file before */
    bool is_full;            /* the disk, or what a file may grow to */
    enum exit_status status; /* EXIT_PASSED: nothing has failed */
    struct diagnostic why;
};

/* Keeps a failure, unless there is one. */
void history_fail(struct history *h, enum exit_status status, const char *format, ...);

/* Keeps what SQLite complains of last. */
void history_refuse(struct history *h);

/* Carries several statements out that give no rows. */
void history_script(struct history *h, const char *sql);

/* Begins a statement whose '?' are filled by what follows, as the letters of `types` say:
 * 't' const char *, 'i' long long, 'r' double (not finite: null), 'j' const json_t *: a text,
 * number or boolean, anything else null. Texts are copied. NULL: it has failed. */
sqlite3_stmt *history_ask(struct history *h, const char *sql, const char *types, ...);

/* Whether there is a next row; if not, the statement, which may be NULL, is freed. */
bool history_next(struct history *h, sqlite3_stmt *rows);

/* Carries out one statement, filled like that, without looking at rows. */
void history_do(struct history *h, const char *sql, const char *types, ...);

/* The whole number of the first row's first column; -1 when there is no row. */
long long history_number(struct history *h, const char *sql, const char *types, ...);

/* The number of the row of a table that has these values in these columns ("cpu, cores", of as
 * many letters), null equal to null; it is inserted where there is none. */
long long history_row(struct history *h, const char *table, const char *columns,
                      const char *types, ...);

/* The text of a column of the present row; "" for null. Valid until the next row. */
const char *history_text(sqlite3_stmt *rows, int column);

/* All rows of a statement, which is freed, as an array of objects, which the caller frees; the
 * column "a.b" becomes the member b of the member a. */
json_t *history_objects(struct history *h, sqlite3_stmt *rows);

/* Writing begins: other writers are waited for. */
void history_begin(struct history *h);

/* What has been written since "BEGIN" is kept, or undone if anything has failed since; tells
 * what, in *d, and forgets it. */
enum exit_status history_end(struct history *h, struct diagnostic *d);

/* ---- Documents and the rows that they become. */

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

/* Adds a document in the present transaction. False: it is there, or this failed. */
bool history_insert(struct history *h, const json_t *document);

/* Inserts the values of a document's record, each quantity once, into the table `value`. */
void history_insert_values(struct history *h, long long row, const json_t *document,
                           const json_t *record);

/* The document of a run whose head is known, which the caller frees; NULL: this failed. */
json_t *history_document(struct history *h, long long run, const char *head);

/* The document of the next row of a query "SELECT id, head FROM run ...", likewise; NULL: there
 * is none any more, or this failed. */
json_t *history_next_document(struct history *h, sqlite3_stmt *rows);

/* Makes the tables of an empty file in the present transaction. */
void history_lay_out(struct history *h);

#endif
