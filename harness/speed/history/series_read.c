/* The points of all series, from the values in the tables.
 *
 * What makes a series: benchmark, quantity and unit, processor and number of its cores, family
 * of compilers, flags, and for ratios the commit compared with. Machines of other systems and
 * versions of a compiler are in one series, but split it.
 *
 * Commits stand by their time; those of the same second (a rebase gives whole branches one
 * time) by when anything was measured of them first by such a machine, compiler and flags. The
 * measurement with the median value stands for all of a build: of an even number the lower one, so
 * that it is one that was really made.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/glob.h"
#include "harness/speed/history/history_sql.h"
#include "harness/speed/history/series.h"

enum column {
    NAME,
    QUANTITY,
    UNIT,
    MACHINE,
    FLAGS,
    BASELINE,
    COMMIT,
    CHANGED,
    COMMITTED,
    TAKEN,
    VALUE,
    LOW,
    HIGH,
    COMPILER,
    RUNS,
    IS_FIRST, /* of its series */
    SPLIT
};

/* There are few runs and many values: the runs are put into order, and each value then takes its
 * run's place. `kind` is the same number for the same machine, family of compilers and flags,
 * `build` for the same build (null where the commit is not known), `system` for the
 * same machine with its system, and compiler. Values of a build that follow each other in a series
 * have the same difference of their places among all and among the build's. */
static const char points[] =
    "WITH source AS (SELECT run.id AS run, taken, ifnull(build.committed, taken) AS time,"
    " cpu || CASE WHEN cores IS NULL THEN '' ELSE ', ' || cores ||"
    " CASE cores WHEN 1 THEN ' core' ELSE ' cores' END END AS machine,"
    " CASE WHEN build.compiler LIKE '%clang%' THEN 'clang'"
    " WHEN build.compiler LIKE '%gcc%' OR build.compiler LIKE 'GNU %' THEN 'gcc'"
    " ELSE build.compiler END AS family, build.flags AS flags,"
    " build.compiler AS compiler, machine.id AS machine_row,"
    " build.commit_id AS commit_id, build.changed AS changed,"
    " build.committed AS committed, ifnull(baseline.commit_id, '') AS baseline"
    " FROM run JOIN machine ON machine.id = run.machine"
    " JOIN build ON build.id = run.build"
    " LEFT JOIN build AS baseline ON baseline.id = run.baseline),"

    " dated AS (SELECT *, CASE commit_id WHEN '' THEN taken ELSE min(taken) OVER"
    " (PARTITION BY machine, family, flags, commit_id) END AS earliest FROM source),"

    " placed AS MATERIALIZED (SELECT *, row_number() OVER (ORDER BY time, earliest,"
    " commit_id, changed, machine_row, compiler, taken) AS turn,"
    " rank() OVER (ORDER BY machine, family, flags) AS kind,"
    " CASE commit_id WHEN '' THEN NULL ELSE"
    " rank() OVER (ORDER BY commit_id, changed, machine_row, compiler) END AS build,"
    " rank() OVER (ORDER BY machine_row, compiler) AS system FROM dated),"

    " followed AS (SELECT name, quantity, unit, value, low, high, record, placed.*,"
    " CASE quantity WHEN 'ratio' THEN baseline ELSE '' END AS base,"
    " ifnull(build, -record) AS own, rank() OVER (ORDER BY name, quantity, unit, kind,"
    " CASE quantity WHEN 'ratio' THEN baseline ELSE '' END) AS series FROM value"
    " JOIN record ON record.id = value.record JOIN placed ON placed.run = record.run"
    " JOIN benchmark ON benchmark.id = record.benchmark"
    " WHERE ?1 IS NULL OR matches(?1, name) OR matches(?1, name || '/' || quantity)),"

    " counted AS (SELECT *, row_number() OVER (PARTITION BY series ORDER BY turn, record)"
    " - row_number() OVER (PARTITION BY series, own ORDER BY turn, record) AS stretch"
    " FROM followed),"

    " ranked AS (SELECT *, row_number() OVER (PARTITION BY series, own, stretch"
    " ORDER BY value, turn) AS nth, count(*) OVER (PARTITION BY series, own, stretch)"
    " AS runs FROM counted)"

    " SELECT name, quantity, unit, machine, flags, base, commit_id, changed, committed,"
    " taken, value, low, high, compiler, runs, row_number() OVER points = 1,"
    " ifnull(system != lag(system) OVER points, 0) FROM ranked WHERE nth = (runs + 1) / 2"
    " WINDOW points AS (PARTITION BY series ORDER BY turn, record)"
    " ORDER BY series, turn, record";

static double number_at(sqlite3_stmt *rows, int column) {
    return sqlite3_column_type(rows, column) == SQLITE_NULL
               ? NAN
               : sqlite3_column_double(rows, column);
}

/* Nonzero: out of memory. */
static int take_text(char **text, sqlite3_stmt *rows, int column) {
    *text = strdup(history_text(rows, column));
    return *text == NULL;
}

/* Room is made for the next power of two. Nonzero: out of memory. */
static int make_room(void **array, int count, size_t size) {
    if ((count & (count - 1)) != 0)
        return 0;
    void *larger = realloc(*array, (count == 0 ? 1 : 2 * (size_t)count) * size);
    if (larger == NULL)
        return -1;
    *array = larger;
    return 0;
}

static int start_series(struct series_list *l, sqlite3_stmt *rows) {
    void *room = l->series;
    if (make_room(&room, l->count, sizeof *l->series))
        return -1;
    l->series = room;
    struct series *s = &l->series[l->count++];
    *s = (struct series){.count = 0};
    return take_text(&s->name, rows, NAME) | take_text(&s->quantity, rows, QUANTITY) |
           take_text(&s->unit, rows, UNIT) | take_text(&s->machine, rows, MACHINE) |
           take_text(&s->flags, rows, FLAGS) | take_text(&s->baseline, rows, BASELINE);
}

static int append_point(struct series *s, sqlite3_stmt *rows) {
    void *room = s->point;
    if (make_room(&room, s->count, sizeof *s->point))
        return -1;
    s->point = room;
    struct series_point *p = &s->point[s->count++];
    *p = (struct series_point){.changed = sqlite3_column_int(rows, CHANGED) != 0,
                               .committed = number_at(rows, COMMITTED),
                               .taken = sqlite3_column_double(rows, TAKEN),
                               .value = sqlite3_column_double(rows, VALUE),
                               .low = number_at(rows, LOW),
                               .high = number_at(rows, HIGH),
                               .runs = (long)sqlite3_column_int64(rows, RUNS),
                               .split = sqlite3_column_int(rows, SPLIT) != 0};
    return take_text(&p->commit, rows, COMMIT) | take_text(&p->compiler, rows, COMPILER);
}

/* matches(pattern, text) for SQL, so that only what is asked for is put into order. */
static void matches(sqlite3_context *context, int count, sqlite3_value **values) {
    const char *pattern = (const char *)sqlite3_value_text(values[0]);
    const char *text = (const char *)sqlite3_value_text(values[1]);
    (void)count;
    if (pattern == NULL || text == NULL)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_int(context, glob_matches(pattern, text));
}

void series_read(struct series_list *l, struct history *h, const char *pattern) {
    if (sqlite3_create_function(h->base, "matches", 2, SQLITE_UTF8, NULL, matches, NULL,
                                NULL) != SQLITE_OK)
        history_refuse(h);
    sqlite3_stmt *rows = history_ask(h, points, "t", pattern);
    while (history_next(h, rows))
        if ((sqlite3_column_int(rows, IS_FIRST) != 0 && start_series(l, rows)) ||
            append_point(&l->series[l->count - 1], rows))
            history_fail(h, EXIT_MACHINE, "out of memory");
    for (int i = 0; i < l->count; i++)
        if (l->series[i].count > 0)
            l->series[i].compiler = l->series[i].point[l->series[i].count - 1].compiler;
}
