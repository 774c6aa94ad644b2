/* Whether a history is whole: the file, the references, and each document against what was
 * added. A document's digest is made of its records; its values are made of them again, in a
 * temporary table, which goes before the file's where the name is `value`.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/speed/history/history.h"
#include "harness/speed/history/history_sql.h"

static const char made_again[] =
    "CREATE TEMP TABLE value (record INTEGER NOT NULL, quantity TEXT NOT NULL,"
    " unit TEXT NOT NULL, value REAL NOT NULL, low REAL, high REAL,"
    " PRIMARY KEY (record, quantity)) WITHOUT ROWID";

/* The places of a run's records whose values differ. */
static const char differing[] =
    "WITH had AS (SELECT v.* FROM main.value v JOIN record ON id = record WHERE run = ?1)"
    " SELECT DISTINCT place FROM (SELECT * FROM (SELECT * FROM had EXCEPT"
    " SELECT * FROM temp.value) UNION SELECT * FROM (SELECT * FROM temp.value EXCEPT"
    " SELECT * FROM had)) AS v JOIN record ON record.id = v.record ORDER BY place";

/* Rows of a PRAGMA that tell of damage; "ok" tells of none. */
static void check_by(struct history *h, json_t *problems, const char *sql,
                     const char *what) {
    sqlite3_stmt *rows = history_ask(h, sql, "");
    while (history_next(h, rows))
        if (strcmp(history_text(rows, 0), "ok") != 0)
            json_array_append_new(problems,
                                  json_sprintf("%s: %s", what, history_text(rows, 0)));
}

static void check_values(struct history *h, json_t *problems, long long run,
                         const json_t *document) {
    const json_t *records = json_object_get(document, history_list(document));
    sqlite3_stmt *rows =
        history_ask(h, "SELECT id FROM record WHERE run = ? ORDER BY place", "i", run);
    for (size_t i = 0; history_next(h, rows); i++)
        history_insert_values(h, sqlite3_column_int64(rows, 0), document,
                              json_array_get(records, i));
    rows = history_ask(h, differing, "i", run);
    while (history_next(h, rows))
        json_array_append_new(problems,
                              json_sprintf("values of run %lld, record %s are not those "
                                           "of its document",
                                           run, history_text(rows, 0)));
    history_script(h, "DELETE FROM temp.value");
}

/* A document that cannot be read is a problem, and no failure of the check. */
static void check_run(struct history *h, json_t *problems, long long run,
                      const char *digest, const char *head) {
    char again[HISTORY_DIGEST_ROOM];
    json_t *document = history_document(h, run, head);
    if (document == NULL && h->status == EXIT_USAGE) {
        json_array_append_new(problems, json_text_of(h->why.text));
        h->status = EXIT_PASSED;
    }
    if (document == NULL)
        return;
    if (history_digest(again, document) == 0 && strcmp(again, digest) != 0)
        json_array_append_new(problems,
                              json_sprintf("run %lld is not what was added", run));
    check_values(h, problems, run, document);
    json_decref(document);
}

enum exit_status history_check(struct history *h, json_t **problems,
                               struct diagnostic *d) {
    *problems = json_array();
    history_script(h, "BEGIN");
    check_by(h, *problems, "PRAGMA integrity_check", "damaged");
    if (json_array_size(*problems) == 0)
        check_by(h, *problems, "PRAGMA foreign_key_check", "refers to what is not there");
    if (json_array_size(*problems) == 0) {
        history_script(h, made_again);
        sqlite3_stmt *rows =
            history_ask(h, "SELECT id, digest, head FROM run ORDER BY id", "");
        while (history_next(h, rows))
            check_run(h, *problems, sqlite3_column_int64(rows, 0), history_text(rows, 1),
                      history_text(rows, 2));
        history_script(h, "DROP TABLE temp.value");
    }
    return history_end(h, d);
}
