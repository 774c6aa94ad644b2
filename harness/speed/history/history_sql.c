/* Statements of SQLite, with messages for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/speed/history/history_sql.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"

enum { sql_room = 512, name_room = 32 };

void history_fail(struct history *h, enum exit_status status, const char *format, ...) {
    va_list arguments;
    if (h->status != EXIT_PASSED)
        return;
    h->status = status;
    va_start(arguments, format);
    vsnprintf(h->why.text, sizeof h->why.text, format, arguments);
    va_end(arguments);
}

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

void history_refuse(struct history *h) {
    const int last = errno, code = sqlite3_errcode(h->base);
    h->is_full = h->is_full || code == SQLITE_FULL || code == SQLITE_IOERR;
    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        history_fail(h, EXIT_MACHINE,
                     "%s: others have been using it for %g s; nothing was changed",
                     h->path, h->wait);
        break;
    case SQLITE_FULL:
        history_fail(h, EXIT_MACHINE,
                     "%s: cannot be written: no space left; nothing was changed",
                     h->path);
        break;
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_IOERR:
        history_fail(h, EXIT_MACHINE,
                     "%s: cannot be read or written: %s; nothing was changed", h->path,
                     reason_of(h, last));
        break;
    case SQLITE_NOTADB:
        history_fail(h, EXIT_USAGE, "%s: is no history: it is no SQLite file", h->path);
        break;
    case SQLITE_CORRUPT:
        history_fail(h, EXIT_USAGE, "%s: is damaged (%s); 'history check' tells more",
                     h->path, sqlite3_errmsg(h->base));
        break;
    default: history_fail(h, EXIT_MACHINE, "%s: %s", h->path, sqlite3_errmsg(h->base));
    }
}

void history_script(struct history *h, const char *sql) {
    errno = 0;
    if (h->status == EXIT_PASSED &&
        sqlite3_exec(h->base, sql, NULL, NULL, NULL) != SQLITE_OK)
        history_refuse(h);
}

static int bind_json(sqlite3_stmt *rows, int place, const json_t *value) {
    if (json_is_string(value))
        return sqlite3_bind_text(rows, place, json_string_value(value), -1,
                                 SQLITE_TRANSIENT);
    if (json_is_integer(value))
        return sqlite3_bind_int64(rows, place, json_integer_value(value));
    if (json_is_real(value))
        return sqlite3_bind_double(rows, place, json_real_value(value));
    if (json_is_boolean(value))
        return sqlite3_bind_int(rows, place, json_is_true(value));
    return sqlite3_bind_null(rows, place);
}

/* A NaN is null to SQLite; an infinity is made one. */
static int bind_one(sqlite3_stmt *rows, int place, char type, va_list *values) {
    double number;
    switch (type) {
    case 't':
        return sqlite3_bind_text(rows, place, va_arg(*values, const char *), -1,
                                 SQLITE_TRANSIENT);
    case 'i': return sqlite3_bind_int64(rows, place, va_arg(*values, long long));
    case 'j': return bind_json(rows, place, va_arg(*values, const json_t *));
    default:
        number = va_arg(*values, double);
        return sqlite3_bind_double(rows, place, isfinite(number) ? number : NAN);
    }
}

static sqlite3_stmt *ask(struct history *h, const char *sql, const char *types,
                         va_list *values) {
    sqlite3_stmt *rows = NULL;
    if (h->status != EXIT_PASSED)
        return NULL;
    int failed = sqlite3_prepare_v2(h->base, sql, -1, &rows, NULL);
    for (int i = 0; types[i] != '\0' && failed == SQLITE_OK; i++)
        failed = bind_one(rows, i + 1, types[i], values);
    if (failed == SQLITE_OK)
        return rows;
    history_refuse(h);
    sqlite3_finalize(rows);
    return NULL;
}

sqlite3_stmt *history_ask(struct history *h, const char *sql, const char *types, ...) {
    va_list values;
    va_start(values, types);
    sqlite3_stmt *rows = ask(h, sql, types, &values);
    va_end(values);
    return rows;
}

bool history_next(struct history *h, sqlite3_stmt *rows) {
    errno = 0;
    const int came = h->status == EXIT_PASSED ? sqlite3_step(rows) : SQLITE_DONE;
    if (came == SQLITE_ROW)
        return true;
    if (came != SQLITE_DONE)
        history_refuse(h);
    sqlite3_finalize(rows);
    return false;
}

/* The first row's first column. */
static long long number_of(struct history *h, sqlite3_stmt *rows) {
    long long number = -1;
    if (history_next(h, rows)) {
        number = sqlite3_column_int64(rows, 0);
        sqlite3_finalize(rows);
    }
    return number;
}

void history_do(struct history *h, const char *sql, const char *types, ...) {
    va_list values;
    va_start(values, types);
    number_of(h, ask(h, sql, types, &values));
    va_end(values);
}

long long history_number(struct history *h, const char *sql, const char *types, ...) {
    va_list values;
    va_start(values, types);
    long long number = number_of(h, ask(h, sql, types, &values));
    va_end(values);
    return number;
}

long long history_row(struct history *h, const char *table, const char *columns,
                      const char *types, ...) {
    static const char marks[] = "?, ?, ?, ?, ?, ?, ?, ?";
    const int length = 3 * (int)strlen(types) - 2;
    char sql[sql_room];
    va_list values, again;
    va_start(values, types);
    va_copy(again, values);
    snprintf(sql, sizeof sql, "SELECT id FROM %s WHERE (%s) IS (%.*s)", table, columns,
             length, marks);
    long long row = number_of(h, ask(h, sql, types, &values));
    if (row < 0) {
        snprintf(sql, sizeof sql, "INSERT INTO %s (%s) VALUES (%.*s)", table, columns,
                 length, marks);
        number_of(h, ask(h, sql, types, &again));
        row = sqlite3_last_insert_rowid(h->base);
    }
    va_end(again);
    va_end(values);
    return row;
}

const char *history_text(sqlite3_stmt *rows, int column) {
    const unsigned char *text = sqlite3_column_text(rows, column);
    return text == NULL ? "" : (const char *)text;
}

static json_t *column_value(sqlite3_stmt *rows, int column) {
    const char *text;
    switch (sqlite3_column_type(rows, column)) {
    case SQLITE_INTEGER: return json_integer(sqlite3_column_int64(rows, column));
    case SQLITE_FLOAT: return json_number(sqlite3_column_double(rows, column));
    case SQLITE_NULL: return json_null();
    default: text = history_text(rows, column); return json_text_of(text);
    }
}

static json_t *row_object(sqlite3_stmt *rows) {
    json_t *object = json_object();
    for (int i = 0; i < sqlite3_column_count(rows); i++) {
        const char *name = sqlite3_column_name(rows, i), *dot = strchr(name, '.');
        json_t *into = object;
        if (dot != NULL) {
            char outer[name_room];
            snprintf(outer, sizeof outer, "%.*s", (int)(dot - name), name);
            if (json_object_get(object, outer) == NULL)
                json_object_set_new(object, outer, json_object());
            into = json_object_get(object, outer);
            name = dot + 1;
        }
        json_object_set_new(into, name, column_value(rows, i));
    }
    return object;
}

json_t *history_objects(struct history *h, sqlite3_stmt *rows) {
    json_t *all = json_array();
    while (history_next(h, rows))
        json_array_append_new(all, row_object(rows));
    return all;
}

void history_begin(struct history *h) {
    history_script(h, "BEGIN IMMEDIATE");
}

enum exit_status history_end(struct history *h, struct diagnostic *d) {
    history_script(h, "COMMIT");
    const enum exit_status status = h->status;
    if (status != EXIT_PASSED && !sqlite3_get_autocommit(h->base))
        sqlite3_exec(h->base, "ROLLBACK", NULL, NULL, NULL);
    if (status != EXIT_PASSED)
        *d = h->why;
    h->status = EXIT_PASSED;
    return status;
}
