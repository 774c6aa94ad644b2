/* Which values of a history a snapshot shows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/exchange/exchange_formats.h"

static enum exit_status refuse_ambiguous(struct history *h, const char *commit,
                                         struct diagnostic *d) {
    long long count;
    enum exit_status status = history_number(
        h, &count, d,
        "SELECT count(DISTINCT commit_id) FROM build JOIN run ON run.build = build.id"
        " WHERE substr(commit_id, 1, length(?1)) = ?1 AND command != 'judgement'",
        "t", commit);
    if (status != EXIT_PASSED || count == 1)
        return status;
    if (count == 0)
        message_set(d, "%s: nothing is known of commit '%s'", h->path, commit);
    else
        message_set(d, "%s: %lld commits begin with '%s'", h->path, count, commit);
    return EXIT_USAGE;
}

enum exit_status exchange_choose(struct exchange_choice *c, struct history *h,
                                 const char *commit, struct diagnostic *d) {
    sqlite3_stmt *rows;
    bool there = false;
    c->commit = NULL;
    enum exit_status status =
        commit == NULL ? EXIT_PASSED : refuse_ambiguous(h, commit, d);
    if (status != EXIT_PASSED)
        return status;
    status = history_ask(
        h, &rows, d,
        "SELECT run.id, machine, commit_id, changed FROM run JOIN build"
        " ON build.id = run.build WHERE command != 'judgement' AND"
        " substr(commit_id, 1, length(?1)) = ?1 ORDER BY taken DESC, run.id DESC LIMIT 1",
        "t", commit == NULL ? "" : commit);
    if (status == EXIT_PASSED)
        status = history_next(h, rows, &there, d);
    if (status == EXIT_PASSED && !there) {
        message_set(d, "%s: there are no measurements in it", h->path);
        status = EXIT_USAGE;
    }
    if (status == EXIT_PASSED)
        *c = (struct exchange_choice){
            sqlite3_column_int64(rows, 0), sqlite3_column_int64(rows, 1),
            strdup(history_text(rows, 2)), sqlite3_column_int(rows, 3)};
    sqlite3_finalize(rows);
    return status;
}

static json_t *number_at(sqlite3_stmt *rows, int column) {
    return sqlite3_column_type(rows, column) == SQLITE_NULL
               ? json_null()
               : json_number(sqlite3_column_double(rows, column));
}

static json_t *text_at(sqlite3_stmt *rows, int column) {
    const char *text = history_text(rows, column);
    return json_text(text, strlen(text));
}

/* All records of one run have the same rank. */
static const char latest[] =
    "SELECT name, quantity, unit, value, low, high, base, text FROM ("
    "SELECT benchmark.name, quantity, unit, value, low, high,"
    " ifnull(baseline.commit_id, '') AS base, record.text, record.id AS place,"
    " rank() OVER (PARTITION BY benchmark.id, quantity, unit, run.baseline"
    " ORDER BY taken DESC, run.id DESC) AS age"
    " FROM value JOIN record ON record.id = value.record"
    " JOIN run ON run.id = record.run JOIN benchmark ON benchmark.id = record.benchmark"
    " JOIN build ON build.id = run.build"
    " LEFT JOIN build AS baseline ON baseline.id = run.baseline"
    " WHERE run.machine = ?1 AND build.commit_id = ?2 AND build.changed = ?3"
    " AND (?2 != '' OR run.id = ?4)) WHERE age = 1 ORDER BY place, quantity";

enum exit_status exchange_values(json_t **values, struct history *h,
                                 const struct exchange_choice *c, struct diagnostic *d) {
    sqlite3_stmt *rows;
    bool there = true;
    *values = json_array();
    enum exit_status status = history_ask(h, &rows, d, latest, "itii", c->machine,
                                          c->commit, (long long)c->changed, c->run);
    while (status == EXIT_PASSED && there) {
        status = history_next(h, rows, &there, d);
        if (status != EXIT_PASSED || !there)
            continue;
        json_t *record = json_loads(history_text(rows, 7), 0, NULL);
        json_array_append_new(
            *values,
            json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name",
                      text_at(rows, 0), "quantity", text_at(rows, 1), "unit",
                      text_at(rows, 2), "value", number_at(rows, 3), "low",
                      number_at(rows, 4), "high", number_at(rows, 5), "baseline",
                      text_at(rows, 6), "record", record ? record : json_null()));
    }
    sqlite3_finalize(rows);
    if (status != EXIT_PASSED) {
        json_decref(*values);
        *values = NULL;
    }
    return status;
}
