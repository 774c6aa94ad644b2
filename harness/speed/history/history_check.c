/* Whether a history is whole: the file, the references, and each document against what was
 * added. A document's digest is made of its records; its values are made of them again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/history/history_add.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"

static void report(json_t *problems, const struct diagnostic *d) {
    json_array_append_new(problems, json_text(d->text, strlen(d->text)));
}

/* Rows of a PRAGMA that tell of damage; "ok" tells of none. */
static enum exit_status check_by(struct history *h, json_t *problems, const char *sql,
                                 const char *what, struct diagnostic *d) {
    sqlite3_stmt *rows;
    bool there = true;
    struct diagnostic found;
    enum exit_status status = history_ask(h, &rows, d, sql, "");
    while (status == EXIT_PASSED && there) {
        status = history_next(h, rows, &there, d);
        if (!there || status != EXIT_PASSED || strcmp(history_text(rows, 0), "ok") == 0)
            continue;
        message_set(&found, "%s: %s", what, history_text(rows, 0));
        report(problems, &found);
    }
    sqlite3_finalize(rows);
    return status;
}

static void check_digest(json_t *problems, long long run, const char *digest,
                         const json_t *document) {
    char again[HISTORY_DIGEST_ROOM];
    struct diagnostic found;
    if (history_digest(again, document) != 0 || strcmp(again, digest) == 0)
        return;
    message_set(&found, "run %lld is not what was added", run);
    report(problems, &found);
}

/* A record's values as the table has them, in the order of quantities. */
static enum exit_status count_wrong_values(struct history *h, long long *wrong,
                                           long long record, const json_t *values,
                                           struct diagnostic *d) {
    size_t i;
    json_t *value;
    long long rows, same;
    enum exit_status status = history_number(
        h, &rows, d, "SELECT count(*) FROM value WHERE record = ?", "i", record);
    *wrong = status == EXIT_PASSED && rows != (long long)json_array_size(values);
    json_array_foreach(values, i, value) {
        if (status != EXIT_PASSED)
            break;
        status = history_number(
            h, &same, d,
            "SELECT count(*) FROM value WHERE record = ? AND quantity = ? AND unit = ?"
            " AND value = ? AND low IS ? AND high IS ?",
            "ijjjjj", record, json_object_get(value, "quantity"),
            json_object_get(value, "unit"), json_object_get(value, "value"),
            json_object_get(value, "low"), json_object_get(value, "high"));
        *wrong += status == EXIT_PASSED && same != 1;
    }
    return status;
}

static enum exit_status check_values(struct history *h, json_t *problems, long long run,
                                     const json_t *document, struct diagnostic *d) {
    const json_t *records = json_object_get(document, history_list(document));
    enum exit_status status = EXIT_PASSED;
    for (size_t i = 0; i < json_array_size(records) && status == EXIT_PASSED; i++) {
        struct diagnostic found;
        long long record, wrong = 0;
        json_t *values = history_values(document, json_array_get(records, i));
        status = history_number(h, &record, d,
                                "SELECT id FROM record WHERE run = ? AND place = ?", "ii",
                                run, (long long)i);
        if (status == EXIT_PASSED)
            status = count_wrong_values(h, &wrong, record, values, d);
        json_decref(values);
        if (status != EXIT_PASSED || wrong == 0)
            continue;
        message_set(&found,
                    "values of run %lld, record %zu are not those of its document", run,
                    i);
        report(problems, &found);
    }
    return status;
}

static enum exit_status check_run(struct history *h, json_t *problems, long long run,
                                  const char *digest, const char *head,
                                  struct diagnostic *d) {
    struct diagnostic found;
    json_t *document = history_document(h, run, head, &found);
    if (document == NULL) {
        report(problems, &found);
        return EXIT_PASSED;
    }
    check_digest(problems, run, digest, document);
    enum exit_status status = check_values(h, problems, run, document, d);
    json_decref(document);
    return status;
}

static enum exit_status check_runs(struct history *h, json_t *problems,
                                   struct diagnostic *d) {
    sqlite3_stmt *rows;
    bool there = true;
    enum exit_status status =
        history_ask(h, &rows, d, "SELECT id, digest, head FROM run ORDER BY id", "");
    while (status == EXIT_PASSED && there) {
        status = history_next(h, rows, &there, d);
        if (status == EXIT_PASSED && there)
            status = check_run(h, problems, sqlite3_column_int64(rows, 0),
                               history_text(rows, 1), history_text(rows, 2), d);
    }
    sqlite3_finalize(rows);
    return status;
}

enum exit_status history_check(struct history *h, json_t **problems,
                               struct diagnostic *d) {
    *problems = json_array();
    enum exit_status status =
        check_by(h, *problems, "PRAGMA integrity_check", "damaged", d);
    if (status == EXIT_PASSED && json_array_size(*problems) == 0)
        status = check_by(h, *problems, "PRAGMA foreign_key_check",
                          "refers to what is not there", d);
    if (status == EXIT_PASSED && json_array_size(*problems) == 0)
        status = check_runs(h, *problems, d);
    return status;
}
