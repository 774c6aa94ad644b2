/* Which values of a history a snapshot shows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <string.h>

#include "harness/speed/exchange/exchange_formats.h"

long long exchange_count_commits(struct history *h, const char *commit) {
    const long long count = history_number(
        h,
        "SELECT count(DISTINCT commit_id) FROM build JOIN run ON run.build = build.id"
        " WHERE substr(commit_id, 1, length(?1)) = ?1 AND command != 'judgement'",
        "t", commit);
    if (count == 0)
        history_fail(h, EXIT_USAGE, "%s: nothing is known of commit '%s'", h->path,
                     commit);
    return count;
}

struct exchange_choice exchange_choose(struct history *h, const char *commit) {
    struct exchange_choice c = {.commit = NULL};
    const long long count = commit != NULL ? exchange_count_commits(h, commit) : 1;
    sqlite3_stmt *rows = history_ask(
        h,
        "SELECT run.id, machine, commit_id, changed FROM run JOIN build"
        " ON build.id = run.build WHERE command != 'judgement' AND"
        " substr(commit_id, 1, length(?1)) = ?1"
        " ORDER BY ?1 != '' AND commit_id = ?1 DESC, taken DESC, run.id DESC LIMIT 1",
        "t", commit == NULL ? "" : commit);
    while (history_next(h, rows))
        c = (struct exchange_choice){
            sqlite3_column_int64(rows, 0), sqlite3_column_int64(rows, 1),
            strdup(history_text(rows, 2)), sqlite3_column_int64(rows, 3)};
    if (c.commit == NULL)
        history_fail(h, EXIT_USAGE, "%s: there are no measurements in it", h->path);
    else if (count > 1 && strcmp(c.commit, commit) != 0)
        history_fail(h, EXIT_USAGE, "%s: %lld commits begin with '%s'", h->path, count,
                     commit);
    return c;
}

/* All records of one run have the same rank. */
static const char latest[] =
    "SELECT name, quantity, unit, value, low, high, baseline, record FROM ("
    "SELECT benchmark.name, quantity, unit, value, low, high,"
    " ifnull(baseline.commit_id, '') AS baseline, record.text AS record,"
    " record.id AS place, rank() OVER (PARTITION BY benchmark.id, quantity, unit,"
    " run.baseline ORDER BY taken DESC, run.id DESC) AS age"
    " FROM value JOIN record ON record.id = value.record"
    " JOIN run ON run.id = record.run JOIN benchmark ON benchmark.id = record.benchmark"
    " JOIN build ON build.id = run.build"
    " LEFT JOIN build AS baseline ON baseline.id = run.baseline"
    " WHERE run.machine = ?1 AND build.commit_id = ?2 AND build.changed = ?3"
    " AND (?2 != '' OR run.id = ?4)) WHERE age = 1 ORDER BY place, quantity";

json_t *exchange_values(struct history *h, const struct exchange_choice *c) {
    size_t i;
    json_t *value,
        *values = history_objects(
            h, history_ask(h, latest, "itii", c->machine, c->commit, c->changed, c->run));
    json_array_foreach(values, i, value) {
        const char *text = json_string_value(json_object_get(value, "record"));
        json_object_set_new(value, "record", json_loads(text, 0, NULL));
    }
    return values;
}
