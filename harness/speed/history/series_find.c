/* Series are put together from the values in the tables.
 *
 * What makes a series: benchmark, quantity and unit, processor and number of its cores, family
 * of compilers, flags, and for ratios the commit compared with. Machines of other systems and
 * versions of a compiler are in one series, but split it.
 *
 * Commits stand by their time; those of the same second (a rebase gives whole branches one
 * time) by when they were measured first. The measurement with the median value stands for all
 * of a build: of an even number the lower one, so that it is one that was really made.
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
    SERIES,
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
    SPLIT
};

static const char points[] =
    "WITH point AS (SELECT benchmark.name AS name, quantity, unit,"
    " cpu || CASE WHEN cores IS NULL THEN '' ELSE ', ' || cores ||"
    " CASE cores WHEN 1 THEN ' core' ELSE ' cores' END END AS machine,"
    " CASE WHEN build.compiler LIKE '%clang%' THEN 'clang'"
    " WHEN build.compiler LIKE '%gcc%' OR build.compiler LIKE 'GNU %' THEN 'gcc'"
    " ELSE build.compiler END AS family, build.flags AS flags,"
    " ifnull(baseline.commit_id, '') AS base, build.commit_id AS commit_id,"
    " build.changed AS changed, build.committed AS committed, taken, value, low, high,"
    " machine.id AS machine_row, build.compiler AS compiler FROM value"
    " JOIN record ON record.id = value.record JOIN run ON run.id = record.run"
    " JOIN benchmark ON benchmark.id = record.benchmark"
    " JOIN machine ON machine.id = run.machine JOIN build ON build.id = run.build"
    " LEFT JOIN build AS baseline ON baseline.id = run.baseline AND quantity = 'ratio'"
    " WHERE ?1 IS NULL OR matches(?1, benchmark.name)"
    " OR matches(?1, benchmark.name || '/' || quantity)),"

    " numbered AS (SELECT *, dense_rank() OVER"
    " (ORDER BY name, quantity, unit, machine, family, flags, base) AS series FROM "
    "point),"

    " dated AS (SELECT *, CASE commit_id WHEN '' THEN taken ELSE"
    " min(taken) OVER (PARTITION BY series, commit_id) END AS first FROM numbered),"

    " ordered AS (SELECT *, row_number() OVER w AS place,"
    " (commit_id, changed, machine_row, compiler) IS (lag(commit_id) OVER w,"
    " lag(changed) OVER w, lag(machine_row) OVER w, lag(compiler) OVER w)"
    " AND commit_id != '' AS is_again FROM dated"
    " WINDOW w AS (PARTITION BY series ORDER BY ifnull(committed, taken), first,"
    " commit_id, changed, machine_row, compiler, taken)),"

    " built AS (SELECT *, sum(NOT is_again) OVER"
    " (PARTITION BY series ORDER BY place) AS build FROM ordered),"

    " ranked AS (SELECT *, count(*) OVER (PARTITION BY series, build) AS runs,"
    " row_number() OVER (PARTITION BY series, build ORDER BY value, place) AS rank"
    " FROM built)"

    " SELECT series, name, quantity, unit, machine, flags, base,"
    " commit_id, changed, committed, taken, value, low, high, compiler, runs,"
    " (machine_row, compiler) IS NOT (lag(machine_row, 1, machine_row) OVER w,"
    " lag(compiler, 1, compiler) OVER w) FROM ranked WHERE rank = (runs + 1) / 2"
    " WINDOW w AS (PARTITION BY series ORDER BY build) ORDER BY series, build";

static double number_at(sqlite3_stmt *rows, int column) {
    return sqlite3_column_type(rows, column) == SQLITE_NULL
               ? NAN
               : sqlite3_column_double(rows, column);
}

static char *text_at(sqlite3_stmt *rows, int column) {
    return strdup(history_text(rows, column));
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

static struct series *start_series(struct series_list *l, sqlite3_stmt *rows) {
    void *room = l->series;
    if (make_room(&room, l->count, sizeof *l->series))
        return NULL;
    l->series = room;
    struct series *s = &l->series[l->count++];
    *s = (struct series){.name = text_at(rows, NAME),
                         .quantity = text_at(rows, QUANTITY),
                         .unit = text_at(rows, UNIT),
                         .machine = text_at(rows, MACHINE),
                         .flags = text_at(rows, FLAGS),
                         .baseline = text_at(rows, BASELINE)};
    return s;
}

static int append_point(struct series *s, sqlite3_stmt *rows) {
    void *room = s->point;
    if (make_room(&room, s->count, sizeof *s->point))
        return -1;
    s->point = room;
    s->point[s->count++] =
        (struct series_point){.commit = text_at(rows, COMMIT),
                              .changed = sqlite3_column_int(rows, CHANGED) != 0,
                              .committed = number_at(rows, COMMITTED),
                              .taken = sqlite3_column_double(rows, TAKEN),
                              .value = sqlite3_column_double(rows, VALUE),
                              .low = number_at(rows, LOW),
                              .high = number_at(rows, HIGH),
                              .runs = (long)sqlite3_column_int64(rows, RUNS),
                              .split = sqlite3_column_int(rows, SPLIT) != 0,
                              .compiler = text_at(rows, COMPILER)};
    s->compiler = s->point[s->count - 1].compiler;
    return 0;
}

/* matches(pattern, text) for SQL, so that only what is asked for is put into order. */
static void matches(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    sqlite3_result_int(context,
                       glob_matches((const char *)sqlite3_value_text(values[0]),
                                    (const char *)sqlite3_value_text(values[1])));
}

static void read_series(struct series_list *l, struct history *h, const char *pattern) {
    struct series *s = NULL;
    long long number = 0;
    if (sqlite3_create_function(h->base, "matches", 2, SQLITE_UTF8, NULL, matches, NULL,
                                NULL) != SQLITE_OK)
        history_refuse(h);
    sqlite3_stmt *rows = history_ask(h, points, "t", pattern);
    while (history_next(h, rows)) {
        if (sqlite3_column_int64(rows, SERIES) != number)
            s = start_series(l, rows);
        number = sqlite3_column_int64(rows, SERIES);
        if (s == NULL || append_point(s, rows))
            history_fail(h, EXIT_MACHINE, "out of memory");
    }
}

static bool is_one_of(const char *text, const char *const *list) {
    for (int i = 0; list[i] != NULL; i++)
        if (strcmp(text, list[i]) == 0)
            return true;
    return false;
}

static enum series_kind find_kind(const struct series *s) {
    static const char *const counted[] = {"count", "bytes", NULL};
    static const char *const ruled[] = {"cycles", "floor", "ratio", "peer", NULL};
    bool whole = true;
    for (int i = 0; i < s->count; i++)
        whole = whole && s->point[i].value == floor(s->point[i].value);
    if (whole && is_one_of(s->unit, counted))
        return SERIES_EXACT;
    return is_one_of(s->quantity, ruled) ? SERIES_RULED : SERIES_RAW;
}

static void take_judgement(struct series *s, const char *commit, const char *judged) {
    for (int i = 0; i < s->changes; i++) {
        if (strcmp(s->change[i].commit, commit) != 0)
            continue;
        free(s->change[i].judged);
        s->change[i].judged = strdup(judged);
    }
}

/* The latest word on each change. */
static void read_judgements(struct series_list *l, struct history *h) {
    sqlite3_stmt *rows =
        history_ask(h,
                    "SELECT benchmark, quantity, commit_id, judged FROM judgement"
                    " WHERE judged IS NOT NULL ORDER BY taken",
                    "");
    while (history_next(h, rows))
        for (int i = 0; i < l->count; i++)
            if (strcmp(l->series[i].name, history_text(rows, 0)) == 0 &&
                strcmp(l->series[i].quantity, history_text(rows, 1)) == 0)
                take_judgement(&l->series[i], history_text(rows, 2),
                               history_text(rows, 3));
}

enum exit_status series_find(struct series_list *l, struct history *h,
                             const char *pattern, unsigned long seed,
                             struct diagnostic *d) {
    *l = (struct series_list){0, NULL};
    history_script(h, "BEGIN");
    read_series(l, h, pattern);
    for (int i = 0; i < l->count && h->status == EXIT_PASSED; i++) {
        l->series[i].kind = (int)find_kind(&l->series[i]);
        if (series_find_changes(&l->series[i], seed))
            history_fail(h, EXIT_MACHINE, "out of memory");
    }
    read_judgements(l, h);
    return history_end(h, d);
}

static void clear_one(struct series *s) {
    for (int i = 0; i < s->count; i++) {
        free(s->point[i].commit);
        free(s->point[i].compiler);
    }
    for (int i = 0; i < s->changes; i++)
        free(s->change[i].judged);
    char *const texts[] = {s->name,    s->quantity, s->unit,
                           s->machine, s->flags,    s->baseline};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    free(s->point);
    free(s->change);
}

void series_clear(struct series_list *l) {
    for (int i = 0; i < l->count; i++)
        clear_one(&l->series[i]);
    free(l->series);
    *l = (struct series_list){0, NULL};
}
