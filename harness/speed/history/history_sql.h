/* Statements of SQLite, with messages for a person. For the files of this folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_HISTORY_SQL_H
#define HARNESS_HISTORY_SQL_H

#include <stdbool.h>

#include <sqlite3.h>

#include "harness/speed/history/history.h"

struct history {
    sqlite3 *base;
    char *path;
    double wait;  /* seconds */
    bool is_new;  /* there was no file before */
    bool is_full; /* the disk, or what a file may grow to */
};

/* *d := what SQLite complains of last; the status that goes with it. */
enum exit_status history_refuse(struct history *h, struct diagnostic *d);

/* Carries several statements out that give no rows. */
enum exit_status history_script(struct history *h, const char *sql, struct diagnostic *d);

/* Begins a statement whose '?' are filled by what follows, as the letters of `types` say:
 * 't' const char * (NULL: null), 'i' long long, 'r' double (not finite: null), 'n' null (no
 * argument), 'j' const json_t *: a text, number or boolean, anything else null. Texts are
 * copied. *rows is freed with sqlite3_finalize. */
enum exit_status history_ask(struct history *h, sqlite3_stmt **rows, struct diagnostic *d,
                             const char *sql, const char *types, ...);

/* The next row: *there says whether there is one. */
enum exit_status history_next(struct history *h, sqlite3_stmt *rows, bool *there,
                              struct diagnostic *d);

/* Carries out one statement, filled like that, without looking at rows. */
enum exit_status history_do(struct history *h, struct diagnostic *d, const char *sql,
                            const char *types, ...);

/* The whole number of the first row's first column; -1 when there is no row. */
enum exit_status history_number(struct history *h, long long *number,
                                struct diagnostic *d, const char *sql, const char *types,
                                ...);

/* The text of a column of the present row; "" for null. Valid until the next row. */
const char *history_text(sqlite3_stmt *rows, int column);

/* Writing begins: other writers are waited for. It ends with history_end, which keeps what was
 * written if `status` is EXIT_PASSED, and undoes it otherwise; returns what came of it. */
enum exit_status history_begin(struct history *h, struct diagnostic *d);
enum exit_status history_end(struct history *h, enum exit_status status,
                             struct diagnostic *d);

#endif
