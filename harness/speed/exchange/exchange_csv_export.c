/* All values of a history as a table.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>

#include "harness/base/csv.h"
#include "harness/base/message.h"
#include "harness/speed/exchange/exchange_csv.h"
#include "harness/speed/exchange/exchange_formats.h"

static const char all_values[] =
    "SELECT benchmark.name, quantity, unit, value, low, high, build.commit_id,"
    " build.changed, build.committed, taken, cpu, cores, kernel, build.compiler,"
    " build.flags, build.halfstep, ifnull(baseline.commit_id, '') FROM value"
    " JOIN record ON record.id = value.record JOIN run ON run.id = record.run"
    " JOIN benchmark ON benchmark.id = record.benchmark"
    " JOIN machine ON machine.id = run.machine JOIN build ON build.id = run.build"
    " LEFT JOIN build AS baseline ON baseline.id = run.baseline"
    " WHERE substr(build.commit_id, 1, length(?1)) = ?1"
    " ORDER BY run.id, place, quantity";

/* A real number in as many digits as read back exactly. */
static void print_column(sqlite3_stmt *rows, int column, FILE *out) {
    char number[32];
    int more = column + 1 < CSV_COLUMNS;
    if (sqlite3_column_type(rows, column) == SQLITE_FLOAT) {
        snprintf(number, sizeof number, "%.17g", sqlite3_column_double(rows, column));
        csv_print(number, more, out);
    } else {
        csv_print(history_text(rows, column), more, out);
    }
}

static enum exit_status print_values(struct history *h, const char *commit, FILE *out,
                                     struct diagnostic *d) {
    sqlite3_stmt *rows;
    bool there = true;
    enum exit_status status =
        history_ask(h, &rows, d, all_values, "t", commit == NULL ? "" : commit);
    for (int i = 0; i < CSV_COLUMNS; i++)
        csv_print(csv_column_names[i], i + 1 < CSV_COLUMNS, out);
    while (status == EXIT_PASSED && there) {
        status = history_next(h, rows, &there, d);
        for (int i = 0; i < CSV_COLUMNS && status == EXIT_PASSED && there; i++)
            print_column(rows, i, out);
    }
    sqlite3_finalize(rows);
    return status;
}

enum exit_status csv_export(char **text, struct history *h, const char *commit,
                            struct diagnostic *d) {
    size_t length;
    *text = NULL;
    FILE *out = open_memstream(text, &length);
    if (out == NULL) {
        message_set(d, "out of memory");
        return EXIT_MACHINE;
    }
    enum exit_status status = print_values(h, commit, out, d);
    if (fclose(out) != 0 && status == EXIT_PASSED) {
        message_set(d, "out of memory");
        status = EXIT_MACHINE;
    }
    return status;
}
