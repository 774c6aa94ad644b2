/* Values as a table: one line a value, with all that a value of a history has. Read by the names
 * of its columns, in any order; "name" and "value" must be there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/speed/history/calendar.h"
#include "harness/base/csv.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/program/run/results.h"
#include "harness/speed/exchange/exchange_csv.h"
#include "harness/speed/exchange/exchange_formats.h"

const char *const csv_column_names[CSV_COLUMNS] = {
    "name",   "quantity", "unit",      "value",    "low",     "high",
    "commit", "changed",  "committed", "taken",    "machine", "cores",
    "system", "compiler", "flags",     "halfstep", "baseline"};

struct reader {
    int place[CSV_COLUMNS]; /* in a line; -1: there is no such column */
    const struct exchange_about *about;
    long line;
};

static const char *field_of(const struct reader *r, const struct csv_line *line,
                            enum csv_column column) {
    int place = r->place[column];
    return place < 0 || place >= line->count ? "" : line->field[place];
}

static int read_head(struct reader *r, const char **at, const char *end,
                     struct diagnostic *d) {
    struct csv_line line;
    if (end - *at >= 3 && memcmp(*at, "\xef\xbb\xbf", 3) == 0)
        *at += 3; /* the mark by which spreadsheets know UTF-8 */
    if (csv_read(&line, at, end) != 1)
        return message_set(d, "is empty, or no table of comma-separated values");
    for (int i = 0; i < CSV_COLUMNS; i++) {
        r->place[i] = -1;
        for (int k = 0; k < line.count; k++)
            if (strcmp(line.field[k], csv_column_names[i]) == 0)
                r->place[i] = k;
    }
    csv_clear(&line);
    if (r->place[CSV_NAME] < 0 || r->place[CSV_VALUE] < 0)
        return message_set(d, "line 1: the columns \"name\" and \"value\" must be there");
    return 0;
}

/* A number, or NAN when the field is empty. */
static int read_number(double *number, const struct reader *r,
                       const struct csv_line *line, enum csv_column column,
                       struct diagnostic *d) {
    const char *text = field_of(r, line, column);
    char *end;
    *number = NAN;
    if (text[0] == '\0')
        return 0;
    *number = strtod(text, &end);
    if (*end == '\0' && isfinite(*number))
        return 0;
    return message_set(d, "line %ld: %s is no number: '%.40s'", r->line,
                       csv_column_names[column], text);
}

static int read_time(double *seconds, const struct reader *r, const struct csv_line *line,
                     enum csv_column column, struct diagnostic *d) {
    const char *text = field_of(r, line, column);
    if (text[0] == '\0' || calendar_read(seconds, text) == 0)
        return 0;
    return message_set(d, "line %ld: %s is no time: '%.40s'", r->line,
                       csv_column_names[column], text);
}

static void set_text(json_t *object, const char *key, const char *text) {
    if (text[0] != '\0')
        json_object_set_new(object, key, json_text(text, strlen(text)));
}

/* The head of a run that the line is of. */
static json_t *make_document(const struct reader *r, const struct csv_line *line,
                             struct diagnostic *d) {
    struct exchange_about about = *r->about;
    double cores;
    const char *commit = field_of(r, line, CSV_COMMIT);
    if (read_time(&about.committed, r, line, CSV_COMMITTED, d) ||
        read_time(&about.taken, r, line, CSV_TAKEN, d) ||
        read_number(&cores, r, line, CSV_CORES, d))
        return NULL;
    about.commit = commit[0] != '\0' ? commit : about.commit;
    json_t *document = exchange_document("csv", &about);
    json_t *machine = json_object_get(document, "machine");
    json_t *build = json_object_get(document, "build");
    set_text(machine, "processor", field_of(r, line, CSV_MACHINE));
    if (isfinite(cores))
        json_object_set_new(machine, "cores", json_integer((json_int_t)cores));
    set_text(machine, "system", field_of(r, line, CSV_SYSTEM));
    set_text(build, "compiler", field_of(r, line, CSV_COMPILER));
    set_text(build, "flags", field_of(r, line, CSV_FLAGS));
    set_text(build, "halfstep", field_of(r, line, CSV_HALFSTEP));
    if (strcmp(field_of(r, line, CSV_CHANGED), "1") == 0)
        json_object_set_new(build, "changed", json_true());
    if (field_of(r, line, CSV_BASELINE)[0] != '\0') {
        json_object_set_new(document, "baseline", json_object());
        set_text(json_object_get(document, "baseline"), "commit",
                 field_of(r, line, CSV_BASELINE));
        json_object_set(document, "candidate", build);
    }
    return document;
}

/* The run's fields as one text, by which lines of the same run are known. */
static char *run_key(const struct reader *r, const struct csv_line *line) {
    size_t length = 1;
    for (int i = CSV_RUN_COLUMNS; i < CSV_COLUMNS; i++)
        length += strlen(field_of(r, line, (enum csv_column)i)) + 1;
    char *key = calloc(length, 1), *to = key;
    for (int i = CSV_RUN_COLUMNS; i < CSV_COLUMNS && key != NULL; i++) {
        const char *text = field_of(r, line, (enum csv_column)i);
        size_t its = strlen(text);
        memcpy(to, text, its);
        to += its;
        *to++ = '\n';
    }
    return key;
}

static int append_value(json_t *document, const struct reader *r,
                        const struct csv_line *line, struct diagnostic *d) {
    double value, low, high;
    const char *name = field_of(r, line, CSV_NAME),
               *quantity = field_of(r, line, CSV_QUANTITY);
    if (read_number(&value, r, line, CSV_VALUE, d) ||
        read_number(&low, r, line, CSV_LOW, d) ||
        read_number(&high, r, line, CSV_HIGH, d))
        return -1;
    if (name[0] == '\0' || !isfinite(value))
        return message_set(d, "line %ld: name or value is missing", r->line);
    exchange_entry(document, name, quantity[0] == '\0' ? "value" : quantity,
                   field_of(r, line, CSV_UNIT), value, low, high);
    return 0;
}

/* The document of the line's run, made when it is the first. */
static json_t *find_document(json_t *by_run, json_t *documents, const struct reader *r,
                             const struct csv_line *line, struct diagnostic *d) {
    char *key = run_key(r, line);
    json_t *document = key == NULL ? NULL : json_object_get(by_run, key);
    if (key != NULL && document == NULL) {
        document = make_document(r, line, d);
        if (document != NULL) {
            json_array_append_new(documents, document);
            json_object_set(by_run, key, document);
        }
    }
    free(key);
    return document;
}

int csv_import(json_t *documents, const char *text, size_t length,
               const struct exchange_about *about, struct diagnostic *d) {
    const char *at = text, *end = text + length;
    struct reader r = {.about = about, .line = 1};
    struct csv_line line;
    int came = 1, failed = read_head(&r, &at, end, d);
    json_t *by_run = json_object();
    while (!failed && came == 1) {
        r.line++;
        came = csv_read(&line, &at, end);
        if (came < 0)
            failed = message_set(d, "line %ld: a quote is not closed", r.line);
        if (came != 1)
            break;
        bool is_blank = line.count == 1 && line.field[0][0] == '\0';
        json_t *document =
            is_blank ? NULL : find_document(by_run, documents, &r, &line, d);
        failed = !is_blank && (document == NULL || append_value(document, &r, &line, d));
        csv_clear(&line);
    }
    json_decref(by_run);
    return failed;
}
