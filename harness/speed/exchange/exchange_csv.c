/* Values as a table: one line a value, with all that a value of a history has. Read by the names
 * of its columns, in any order; "name" and "value" must be there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/csv.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/exchange/exchange_formats.h"
#include "harness/speed/history/calendar.h"

/* What a column is called, and where it stands in an entry or its document. */
static const struct column {
    const char *name, *outer, *inner;
    enum { TEXT, NUMBER, WHOLE, TIME, FLAG } kind;
    const char *sql;
} columns[] = {
    {"name", NULL, "name", TEXT, "benchmark.name"},
    {"quantity", NULL, "quantity", TEXT, "quantity"},
    {"unit", NULL, "unit", TEXT, "unit"},
    {"value", NULL, "value", NUMBER, "value"},
    {"low", NULL, "low", NUMBER, "low"},
    {"high", NULL, "high", NUMBER, "high"},
    {"commit", "build", "commit", TEXT, "build.commit_id"},
    {"changed", "build", "changed", FLAG, "build.changed"},
    {"committed", "build", "committed", TIME, "build.committed"},
    {"taken", NULL, "taken", TIME, "taken"},
    {"machine", "machine", "processor", TEXT, "cpu"},
    {"cores", "machine", "cores", WHOLE, "cores"},
    {"system", "machine", "system", TEXT, "kernel"},
    {"compiler", "build", "compiler", TEXT, "build.compiler"},
    {"flags", "build", "flags", TEXT, "build.flags"},
    {"halfstep", "build", "halfstep", TEXT, "build.halfstep"},
    {"baseline", "baseline", "commit", TEXT, "baseline.commit_id"},
};
/* Those before `of_run` are of the value, the others of its run. */
enum {
    NAME = 0,
    VALUE = 3,
    of_run = 6,
    column_count = sizeof columns / sizeof *columns,
    sql_room = 1024
};

struct table {
    int place[column_count]; /* in a line; -1: there is no such column */
    struct csv_line cells;
    long line;
};

static const char *cell_of(const struct table *t, int column) {
    const int place = t->place[column];
    return place < 0 || place >= t->cells.count ? "" : t->cells.field[place];
}

static int read_head(struct table *t, const char **at, const char *end,
                     struct diagnostic *d) {
    if (end - *at >= 3 && memcmp(*at, "\xef\xbb\xbf", 3) == 0)
        *at += 3; /* the mark by which spreadsheets know UTF-8 */
    if (csv_read(&t->cells, at, end) != 1)
        return message_set(d, "is empty, or no table of comma-separated values");
    for (int i = 0; i < column_count; i++) {
        t->place[i] = -1;
        for (int k = 0; k < t->cells.count; k++)
            if (strcmp(t->cells.field[k], columns[i].name) == 0)
                t->place[i] = k;
    }
    csv_clear(&t->cells);
    if (t->place[NAME] < 0 || t->place[VALUE] < 0)
        return message_set(d, "line 1: the columns \"name\" and \"value\" must be there");
    return 0;
}

/* The value of a cell that is not empty; NULL: there is none, and *d says why where that is
 * wrong. */
static json_t *read_cell(const struct column *c, const char *text, long line,
                         struct diagnostic *d) {
    char *end;
    double number;
    switch (c->kind) {
    case TEXT: return json_text_of(text);
    case FLAG:
        if (strcmp(text, "1") == 0)
            return json_true();
        message_set(d, "line %ld: %s is neither 0 nor 1: '%.40s'", line, c->name, text);
        return NULL;
    case TIME:
        if (calendar_read(&number, text) == 0)
            return json_seconds(number);
        message_set(d, "line %ld: %s is no time: '%.40s'", line, c->name, text);
        return NULL;
    default:
        number = strtod(text, &end);
        const bool is_whole = number == floor(number) && fabs(number) <= JSON_MOST_WHOLE;
        if (*end == '\0' && isfinite(number) && (is_whole || c->kind == NUMBER))
            return c->kind == WHOLE ? json_integer((json_int_t)number)
                                    : json_real(number);
        message_set(d, "line %ld: %s is no %snumber: '%.40s'", line, c->name,
                    c->kind == WHOLE ? "whole " : "", text);
        return NULL;
    }
}

/* Puts the cells of the columns `first` .. `last` - 1 that are not empty where they belong. */
static int put_cells(json_t *object, const struct table *t, int first, int last,
                     struct diagnostic *d) {
    for (int i = first; i < last; i++) {
        const struct column *c = &columns[i];
        const char *text = cell_of(t, i);
        if (text[0] == '\0' || (c->kind == FLAG && strcmp(text, "0") == 0))
            continue;
        json_t *into = object, *value = read_cell(c, text, t->line, d);
        if (value == NULL)
            return -1;
        if (c->outer != NULL && json_object_get(object, c->outer) == NULL)
            json_object_set_new(object, c->outer, json_object());
        if (c->outer != NULL)
            into = json_object_get(object, c->outer);
        json_object_set_new(into, c->inner, value);
    }
    return 0;
}

/* The head of a run that the line is of. */
static json_t *make_document(const struct table *t, const struct exchange_about *about,
                             struct diagnostic *d) {
    json_t *document = exchange_document("csv", about);
    if (put_cells(document, t, of_run, column_count, d)) {
        json_decref(document);
        return NULL;
    }
    if (json_object_get(document, "baseline") != NULL)
        json_object_set(document, "candidate", json_object_get(document, "build"));
    return document;
}

/* The document of the line's run, made when it is the first; lines of the same run are known by
 * the run's cells, as one text. */
static json_t *find_document(json_t *by_run, json_t *documents, const struct table *t,
                             const struct exchange_about *about, struct diagnostic *d) {
    char *key = NULL;
    size_t length;
    FILE *out = open_memstream(&key, &length);
    for (int i = of_run; i < column_count && out != NULL; i++)
        csv_print(cell_of(t, i), 1, out);
    if (out == NULL || fclose(out) != 0) {
        message_set(d, "out of memory");
        return NULL;
    }
    json_t *document = json_object_get(by_run, key);
    if (document == NULL) {
        document = make_document(t, about, d);
        json_object_set_nocheck(by_run, key, document);
        if (document != NULL)
            json_array_append_new(documents, document);
    }
    free(key);
    return document;
}

static int take_line(json_t *by_run, json_t *documents, const struct table *t,
                     const struct exchange_about *about, struct diagnostic *d) {
    json_t *document = find_document(by_run, documents, t, about, d);
    if (document == NULL)
        return -1;
    json_t *entry = exchange_entry(document, "", "value", "", NAN, NAN, NAN);
    if (put_cells(entry, t, 0, of_run, d))
        return -1;
    if (json_string_length(json_object_get(entry, "name")) == 0 ||
        !json_is_number(json_object_get(entry, "value")))
        return message_set(d, "line %ld: name or value is missing", t->line);
    return 0;
}

int csv_import(json_t *documents, const char *text, size_t length,
               const struct exchange_about *about, struct diagnostic *d) {
    const char *at = text, *end = text + length;
    struct table t = {.line = 1};
    int came = 1, failed = read_head(&t, &at, end, d);
    json_t *by_run = json_object();
    while (!failed && came == 1) {
        t.line++;
        came = csv_read(&t.cells, &at, end);
        if (came < 0)
            failed = message_set(d, "line %ld: a quote is not closed", t.line);
        if (came != 1)
            break;
        if (t.cells.count > 1 || t.cells.field[0][0] != '\0')
            failed = take_line(by_run, documents, &t, about, d);
        csv_clear(&t.cells);
    }
    json_decref(by_run);
    return failed;
}

/* A real number in as many digits as read back exactly. */
static void print_cell(sqlite3_stmt *rows, int column, FILE *out) {
    char number[32];
    const bool is_real = sqlite3_column_type(rows, column) == SQLITE_FLOAT;
    if (is_real)
        snprintf(number, sizeof number, "%.17g", sqlite3_column_double(rows, column));
    csv_print(is_real ? number : history_text(rows, column), column + 1 < column_count,
              out);
}

void csv_export(struct history *h, const char *commit, FILE *out) {
    static const char from[] =
        " FROM value JOIN record ON record.id = value.record JOIN run ON run.id ="
        " record.run JOIN benchmark ON benchmark.id = record.benchmark"
        " JOIN machine ON machine.id = run.machine JOIN build ON build.id = run.build"
        " LEFT JOIN build AS baseline ON baseline.id = run.baseline"
        " WHERE substr(build.commit_id, 1, length(?1)) = ?1"
        " ORDER BY run.id, place, quantity";
    char sql[sql_room] = "SELECT ";
    for (int i = 0; i < column_count; i++) {
        strcat(strcat(sql, i > 0 ? ", " : ""), columns[i].sql);
        csv_print(columns[i].name, i + 1 < column_count, out);
    }
    sqlite3_stmt *rows =
        history_ask(h, strcat(sql, from), "t", commit == NULL ? "" : commit);
    while (history_next(h, rows))
        for (int i = 0; i < column_count; i++)
            print_cell(rows, i, out);
}
