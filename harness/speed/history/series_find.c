/* Series are put together from the values in the tables.
 *
 * What makes a series: benchmark, quantity and unit, processor and number of its cores, family
 * of compilers, flags, and for ratios the commit compared with. Machines of other systems and
 * versions of a compiler are in one series, but split it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/glob.h"
#include "harness/base/message.h"
#include "harness/speed/history/history_sql.h"
#include "harness/speed/history/series.h"
#include "harness/speed/history/series_points.h"

enum column {
    NAME,
    QUANTITY,
    UNIT,
    MACHINE,
    FAMILY,
    FLAGS,
    BASELINE,
    KEYS,
    COMMIT = KEYS,
    CHANGED,
    COMMITTED,
    TAKEN,
    VALUE,
    LOW,
    HIGH,
    ROW,
    COMPILER
};

static const char rows_of_all[] =
    "SELECT benchmark.name, quantity, unit, cpu || CASE WHEN cores IS NULL THEN '' ELSE"
    " ', ' || cores || CASE cores WHEN 1 THEN ' core' ELSE ' cores' END END,"
    " CASE WHEN build.compiler LIKE '%clang%' THEN 'clang'"
    " WHEN build.compiler LIKE '%gcc%' OR build.compiler LIKE 'GNU %' THEN 'gcc' ELSE "
    "build.compiler END AS family,"
    " build.flags, ifnull(baseline.commit_id, '') AS base, build.commit_id,"
    " build.changed, build.committed, taken, value, low, high, machine.id,"
    " build.compiler FROM value JOIN record ON record.id = value.record"
    " JOIN run ON run.id = record.run JOIN benchmark ON benchmark.id = record.benchmark"
    " JOIN machine ON machine.id = run.machine JOIN build ON build.id = run.build"
    " LEFT JOIN build AS baseline ON baseline.id = run.baseline AND quantity = 'ratio'"
    " ORDER BY 1, 2, 3, 4, 5, 6, 7";

static double number_at(sqlite3_stmt *rows, int column) {
    return sqlite3_column_type(rows, column) == SQLITE_NULL
               ? NAN
               : sqlite3_column_double(rows, column);
}

static bool is_wanted(sqlite3_stmt *rows, const char *pattern) {
    if (pattern == NULL || glob_matches(pattern, history_text(rows, NAME)))
        return true;
    size_t length = strlen(history_text(rows, NAME));
    char *label = malloc(length + strlen(history_text(rows, QUANTITY)) + 2);
    if (label == NULL)
        return false;
    strcpy(label, history_text(rows, NAME));
    label[length] = '/';
    strcpy(label + length + 1, history_text(rows, QUANTITY));
    bool wanted = glob_matches(pattern, label);
    free(label);
    return wanted;
}

static bool belongs(char *const *keys, sqlite3_stmt *rows) {
    for (int i = 0; i < KEYS; i++)
        if (strcmp(keys[i], history_text(rows, i)) != 0)
            return false;
    return true;
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

static struct series *start_series(struct series_list *l, char **keys,
                                   sqlite3_stmt *rows) {
    void *room = l->series;
    if (make_room(&room, l->count, sizeof *l->series))
        return NULL;
    l->series = room;
    for (int i = 0; i < KEYS; i++) {
        free(keys[i]);
        keys[i] = strdup(history_text(rows, i));
    }
    struct series *s = &l->series[l->count++];
    *s = (struct series){.name = strdup(history_text(rows, NAME)),
                         .quantity = strdup(history_text(rows, QUANTITY)),
                         .unit = strdup(history_text(rows, UNIT)),
                         .machine = strdup(history_text(rows, MACHINE)),
                         .compiler = strdup(""),
                         .flags = strdup(history_text(rows, FLAGS)),
                         .baseline = strdup(history_text(rows, BASELINE))};
    return s;
}

static int append_point(struct series *s, sqlite3_stmt *rows) {
    void *room = s->point;
    if (make_room(&room, s->count, sizeof *s->point))
        return -1;
    s->point = room;
    s->point[s->count++] = (struct series_point){
        .commit = strdup(history_text(rows, COMMIT)),
        .changed = sqlite3_column_int(rows, CHANGED) != 0,
        .has_committed = sqlite3_column_type(rows, COMMITTED) != SQLITE_NULL,
        .committed = sqlite3_column_int64(rows, COMMITTED),
        .taken = sqlite3_column_double(rows, TAKEN),
        .value = sqlite3_column_double(rows, VALUE),
        .low = number_at(rows, LOW),
        .high = number_at(rows, HIGH),
        .runs = 1,
        .machine = sqlite3_column_int64(rows, ROW),
        .compiler = strdup(history_text(rows, COMPILER))};
    return 0;
}

static enum exit_status read_series(struct series_list *l, struct history *h,
                                    sqlite3_stmt *rows, const char *pattern,
                                    struct diagnostic *d) {
    char *keys[KEYS] = {NULL};
    struct series *s = NULL;
    bool there = true;
    enum exit_status status = EXIT_PASSED;
    while (status == EXIT_PASSED && there) {
        status = history_next(h, rows, &there, d);
        if (status != EXIT_PASSED || !there || !is_wanted(rows, pattern))
            continue;
        if (s == NULL || !belongs(keys, rows))
            s = start_series(l, keys, rows);
        if (s == NULL || append_point(s, rows)) {
            message_set(d, "out of memory");
            status = EXIT_MACHINE;
        }
    }
    for (int i = 0; i < KEYS; i++)
        free(keys[i]);
    return status;
}

/* The latest word on each change. */
static enum exit_status read_judgements(struct series_list *l, struct history *h,
                                        struct diagnostic *d) {
    sqlite3_stmt *rows = NULL;
    bool there = true;
    enum exit_status status =
        history_ask(h, &rows, d,
                    "SELECT benchmark, quantity, commit_id, judged FROM judgement"
                    " WHERE judged IS NOT NULL ORDER BY taken",
                    "");
    while (status == EXIT_PASSED && there) {
        status = history_next(h, rows, &there, d);
        for (int i = 0; status == EXIT_PASSED && there && i < l->count; i++)
            if (strcmp(l->series[i].name, history_text(rows, 0)) == 0 &&
                strcmp(l->series[i].quantity, history_text(rows, 1)) == 0)
                series_take_judgement(&l->series[i], history_text(rows, 2),
                                      history_text(rows, 3));
    }
    sqlite3_finalize(rows);
    return status;
}

enum exit_status series_find(struct series_list *l, struct history *h,
                             const char *pattern, unsigned long seed,
                             struct diagnostic *d) {
    sqlite3_stmt *rows = NULL;
    *l = (struct series_list){0, NULL};
    enum exit_status status = history_script(h, "BEGIN", d);
    if (status == EXIT_PASSED)
        status = history_ask(h, &rows, d, rows_of_all, "");
    if (status == EXIT_PASSED)
        status = read_series(l, h, rows, pattern, d);
    sqlite3_finalize(rows);
    for (int i = 0; i < l->count && status == EXIT_PASSED; i++) {
        series_arrange(&l->series[i]);
        if (series_find_changes(&l->series[i], seed)) {
            message_set(d, "out of memory");
            status = EXIT_MACHINE;
        }
    }
    if (status == EXIT_PASSED)
        status = read_judgements(l, h, d);
    return history_end(h, status, d);
}

static void clear_one(struct series *s) {
    for (int i = 0; i < s->count; i++)
        series_point_clear(&s->point[i]);
    for (int i = 0; i < s->changes; i++)
        free(s->change[i].judged);
    free(s->point);
    free(s->change);
    free(s->name);
    free(s->quantity);
    free(s->unit);
    free(s->machine);
    free(s->compiler);
    free(s->flags);
    free(s->baseline);
}

void series_clear(struct series_list *l) {
    for (int i = 0; i < l->count; i++)
        clear_one(&l->series[i]);
    free(l->series);
    *l = (struct series_list){0, NULL};
}
