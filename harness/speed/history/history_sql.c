/* Statements of SQLite, with messages for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/speed/history/history_sql.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "harness/base/message.h"

/* What the system has said. SQLite keeps it of opening a file only; after a write that failed
 * errno still has it, unless something harmless has failed since. */
static const char *reason_of(const struct history *h, int last) {
    static const int of_writing[] = {EFBIG, ENOSPC, EDQUOT, EIO, EROFS, EACCES, EPERM};
    int number = sqlite3_system_errno(h->base);
    for (size_t i = 0; i < sizeof of_writing / sizeof *of_writing && number == 0; i++)
        if (last == of_writing[i])
            number = last;
    return number != 0 ? strerror(number) : sqlite3_errmsg(h->base);
}

enum exit_status history_refuse(struct history *h, struct diagnostic *d) {
    const int last = errno, code = sqlite3_errcode(h->base);
    h->is_full = h->is_full || code == SQLITE_FULL || code == SQLITE_IOERR;
    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        message_set(d, "%s: others have been using it for %g s; nothing was changed",
                    h->path, h->wait);
        return EXIT_MACHINE;
    case SQLITE_FULL:
        message_set(d, "%s: cannot be written: no space left; nothing was changed",
                    h->path);
        return EXIT_MACHINE;
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_IOERR:
        message_set(d, "%s: cannot be read or written: %s; nothing was changed", h->path,
                    reason_of(h, last));
        return EXIT_MACHINE;
    case SQLITE_NOTADB:
        message_set(d, "%s: is no history: it is no SQLite file", h->path);
        return EXIT_USAGE;
    case SQLITE_CORRUPT:
        message_set(d, "%s: is damaged (%s); 'history check' tells more", h->path,
                    sqlite3_errmsg(h->base));
        return EXIT_USAGE;
    default:
        message_set(d, "%s: %s", h->path, sqlite3_errmsg(h->base));
        return EXIT_MACHINE;
    }
}

enum exit_status history_script(struct history *h, const char *sql,
                                struct diagnostic *d) {
    errno = 0;
    if (sqlite3_exec(h->base, sql, NULL, NULL, NULL) == SQLITE_OK)
        return EXIT_PASSED;
    return history_refuse(h, d);
}

static int bind_text(sqlite3_stmt *rows, int place, const char *text) {
    return text == NULL ? sqlite3_bind_null(rows, place)
                        : sqlite3_bind_text(rows, place, text, -1, SQLITE_TRANSIENT);
}

static int bind_json(sqlite3_stmt *rows, int place, const json_t *value) {
    if (json_is_string(value))
        return bind_text(rows, place, json_string_value(value));
    if (json_is_integer(value))
        return sqlite3_bind_int64(rows, place, json_integer_value(value));
    if (json_is_real(value))
        return sqlite3_bind_double(rows, place, json_real_value(value));
    if (json_is_boolean(value))
        return sqlite3_bind_int(rows, place, json_is_true(value));
    return sqlite3_bind_null(rows, place);
}

static int bind_double(sqlite3_stmt *rows, int place, double value) {
    return isfinite(value) ? sqlite3_bind_double(rows, place, value)
                           : sqlite3_bind_null(rows, place);
}

static int bind_all(sqlite3_stmt *rows, const char *types, va_list values) {
    int failed = SQLITE_OK;
    for (int i = 1; types[i - 1] != '\0' && failed == SQLITE_OK; i++) {
        switch (types[i - 1]) {
        case 't': failed = bind_text(rows, i, va_arg(values, const char *)); break;
        case 'i': failed = sqlite3_bind_int64(rows, i, va_arg(values, long long)); break;
        case 'r': failed = bind_double(rows, i, va_arg(values, double)); break;
        case 'j': failed = bind_json(rows, i, va_arg(values, const json_t *)); break;
        default: failed = sqlite3_bind_null(rows, i); break;
        }
    }
    return failed;
}

static enum exit_status ask(struct history *h, sqlite3_stmt **rows, struct diagnostic *d,
                            const char *sql, const char *types, va_list values) {
    *rows = NULL;
    if (sqlite3_prepare_v2(h->base, sql, -1, rows, NULL) == SQLITE_OK &&
        bind_all(*rows, types, values) == SQLITE_OK)
        return EXIT_PASSED;
    enum exit_status status = history_refuse(h, d);
    sqlite3_finalize(*rows);
    *rows = NULL;
    return status;
}

enum exit_status history_ask(struct history *h, sqlite3_stmt **rows, struct diagnostic *d,
                             const char *sql, const char *types, ...) {
    va_list values;
    va_start(values, types);
    enum exit_status status = ask(h, rows, d, sql, types, values);
    va_end(values);
    return status;
}

enum exit_status history_next(struct history *h, sqlite3_stmt *rows, bool *there,
                              struct diagnostic *d) {
    errno = 0;
    int came = sqlite3_step(rows);
    *there = came == SQLITE_ROW;
    return came == SQLITE_ROW || came == SQLITE_DONE ? EXIT_PASSED : history_refuse(h, d);
}

enum exit_status history_do(struct history *h, struct diagnostic *d, const char *sql,
                            const char *types, ...) {
    sqlite3_stmt *rows;
    bool there = false;
    va_list values;
    va_start(values, types);
    enum exit_status status = ask(h, &rows, d, sql, types, values);
    va_end(values);
    if (status == EXIT_PASSED)
        status = history_next(h, rows, &there, d);
    sqlite3_finalize(rows);
    return status;
}

enum exit_status history_number(struct history *h, long long *number,
                                struct diagnostic *d, const char *sql, const char *types,
                                ...) {
    sqlite3_stmt *rows;
    bool there = false;
    va_list values;
    va_start(values, types);
    enum exit_status status = ask(h, &rows, d, sql, types, values);
    va_end(values);
    if (status == EXIT_PASSED)
        status = history_next(h, rows, &there, d);
    if (status == EXIT_PASSED)
        *number = there ? sqlite3_column_int64(rows, 0) : -1;
    sqlite3_finalize(rows);
    return status;
}

const char *history_text(sqlite3_stmt *rows, int column) {
    const unsigned char *text = sqlite3_column_text(rows, column);
    return text == NULL ? "" : (const char *)text;
}

enum exit_status history_begin(struct history *h, struct diagnostic *d) {
    return history_script(h, "BEGIN IMMEDIATE", d);
}

enum exit_status history_end(struct history *h, enum exit_status status,
                             struct diagnostic *d) {
    if (status == EXIT_PASSED)
        status = history_script(h, "COMMIT", d);
    if (status != EXIT_PASSED && !sqlite3_get_autocommit(h->base))
        sqlite3_exec(h->base, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
