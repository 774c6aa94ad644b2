/* What a file of version 1 holds, as documents: each comparison of it, the counters and hashes
 * of code of each build, and each change that was found or judged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/speed/history/history_schema.h"

static const char comparisons[] =
    "SELECT 'compare' AS command, started AS taken, seed, kind, rule, compare.id AS row,"
    " cpu AS 'machine.processor', cores AS 'machine.cores', tsc_hz AS 'machine.tsc_hz',"
    " machine.kernel AS 'machine.system', libc AS 'machine.libc', load1 AS 'load.before',"
    " steal AS 'load.steal', o.commit_id AS 'baseline.commit',"
    " o.committed AS 'baseline.committed', o.compiler AS 'baseline.compiler',"
    " o.flags AS 'baseline.flags', n.commit_id AS 'candidate.commit',"
    " n.committed AS 'candidate.committed', n.compiler AS 'candidate.compiler',"
    " n.flags AS 'candidate.flags', kernel.name AS 'record.name',"
    " unit AS 'record.unit', ratio AS 'record.ratio', ratio - 1 AS 'record.change',"
    " half AS 'record.half', scale AS 'record.scale', mde AS 'record.detectable',"
    " processes AS 'record.processes', blocks AS 'record.blocks',"
    " CASE verdict WHEN 'equal' THEN 'same' WHEN 'unclear' THEN 'cannot-tell'"
    " ELSE verdict END AS 'record.verdict'"
    " FROM compare JOIN machine ON machine.id = machine"
    " JOIN kernel ON kernel.id = compare.kernel JOIN build o ON o.id = old"
    " JOIN build n ON n.id = new WHERE ?1 = 0 ORDER BY compare.id";

static const char samples[] = "SELECT process, pad_old, pad_new, log_ratio, ns_old,"
                              " ns_new, ruler FROM sample WHERE compare = ?1"
                              " ORDER BY process";

static const char builds[] =
    "SELECT 'timing' AS command, committed AS taken, id AS row,"
    " commit_id AS 'build.commit', committed AS 'build.committed',"
    " compiler AS 'build.compiler', flags AS 'build.flags' FROM build WHERE ?1 = 0 AND"
    " id IN (SELECT build FROM counter UNION SELECT build FROM code) ORDER BY id";

static const char kernels[] =
    "SELECT name, unit, hash AS code, kernel.id AS row FROM kernel"
    " LEFT JOIN code ON code.kernel = kernel.id AND code.build = ?1 WHERE hash IS NOT"
    " NULL OR kernel.id IN (SELECT kernel FROM counter WHERE build = ?1)"
    " ORDER BY kernel.id";

static const char counters[] = "SELECT name, value, tool FROM counter"
                               " WHERE build = ?1 AND kernel = ?2 ORDER BY name, tool";

static const char changes[] =
    "SELECT 'judgement' AS command, committed AS taken, cpu AS 'machine.processor',"
    " cores AS 'machine.cores', tsc_hz AS 'machine.tsc_hz',"
    " machine.kernel AS 'machine.system', libc AS 'machine.libc',"
    " commit_id AS 'build.commit', committed AS 'build.committed',"
    " compiler AS 'build.compiler', flags AS 'build.flags', kernel.name AS 'record.name',"
    " series AS 'record.quantity', size AS 'record.size', p AS 'record.p',"
    " method AS 'record.method', judged AS 'record.judged' FROM change"
    " JOIN kernel ON kernel.id = change.kernel JOIN build ON build.id = change.build"
    " LEFT JOIN machine ON machine.id = change.machine WHERE ?1 = 0 ORDER BY "
    "change.rowid";

static json_t *column_value(sqlite3_stmt *rows, int column) {
    switch (sqlite3_column_type(rows, column)) {
    case SQLITE_INTEGER: return json_integer(sqlite3_column_int64(rows, column));
    case SQLITE_FLOAT: return json_number(sqlite3_column_double(rows, column));
    case SQLITE_TEXT: {
        const char *text = history_text(rows, column);
        return json_text(text, strlen(text));
    }
    default: return json_null();
    }
}

/* A row as an object; the column "a.b" becomes the member b of the member a. */
static json_t *row_object(sqlite3_stmt *rows) {
    json_t *object = json_object();
    for (int i = 0; i < sqlite3_column_count(rows); i++) {
        const char *name = sqlite3_column_name(rows, i), *dot = strchr(name, '.');
        json_t *into = object;
        char first[32] = "";
        if (dot != NULL && (size_t)(dot - name) < sizeof first) {
            strncat(first, name, (size_t)(dot - name));
            if (json_object_get(object, first) == NULL)
                json_object_set_new(object, first, json_object());
            into = json_object_get(object, first);
            name = dot + 1;
        }
        json_object_set_new(into, name, column_value(rows, i));
    }
    return object;
}

/* All rows of a query as objects; NULL on failure. */
static json_t *read_objects(struct history *h, const char *sql, json_int_t first,
                            json_int_t second, struct diagnostic *d) {
    sqlite3_stmt *rows;
    bool there = true;
    json_t *all = json_array();
    enum exit_status status =
        history_ask(h, &rows, d, sql, strstr(sql, "?2") == NULL ? "i" : "ii",
                    (long long)first, (long long)second);
    while (status == EXIT_PASSED && there) {
        status = history_next(h, rows, &there, d);
        if (status == EXIT_PASSED && there)
            json_array_append_new(all, row_object(rows));
    }
    sqlite3_finalize(rows);
    if (status != EXIT_PASSED)
        json_decref(all);
    return status == EXIT_PASSED ? all : NULL;
}

static json_int_t row_of(const json_t *object) {
    return json_integer_value(json_object_get(object, "row"));
}

/* The member "record" becomes the only item of the array `list`. */
static void make_list(json_t *document, const char *list) {
    json_object_set_new(document, list,
                        json_pack("[O]", json_object_get(document, "record")));
    json_object_del(document, "record");
}

static int add_comparisons(struct history *h, json_t *all, struct diagnostic *d) {
    size_t i, k;
    json_t *document, *sample, *found = read_objects(h, comparisons, 0, 0, d);
    json_array_foreach(found, i, document) {
        json_t *its = read_objects(h, samples, row_of(document), 0, d);
        json_t *record = json_object_get(document, "record"), *ratios = json_array();
        json_array_foreach(its, k, sample)
            json_array_append(ratios, json_object_get(sample, "log_ratio"));
        json_object_set_new(record, "log_ratios", ratios);
        if (its == NULL) {
            json_decref(found);
            return -1;
        }
        json_object_set_new(record, "samples", its);
        make_list(document, "comparisons");
    }
    int failed = found == NULL || json_array_extend(all, found);
    json_decref(found);
    return failed;
}

static int add_counters(struct history *h, json_t *measurement, json_int_t build,
                        struct diagnostic *d) {
    size_t i;
    json_t *counter, *its = read_objects(h, counters, build, row_of(measurement), d);
    json_t *values = json_object();
    json_array_foreach(its, i, counter) {
        const char *name = json_string_value(json_object_get(counter, "name"));
        json_object_set(values, name, json_object_get(counter, "value"));
    }
    json_object_set_new(measurement, "counters", values);
    json_object_del(measurement, "row");
    return its == NULL || json_object_set_new(measurement, "counted", its);
}

static int add_builds(struct history *h, json_t *all, struct diagnostic *d) {
    size_t i, k;
    int failed = 0;
    json_t *document, *measurement, *found = read_objects(h, builds, 0, 0, d);
    json_array_foreach(found, i, document) {
        json_t *its = read_objects(h, kernels, row_of(document), 0, d);
        failed |= its == NULL;
        json_array_foreach(its, k, measurement) failed |=
            add_counters(h, measurement, row_of(document), d);
        json_object_set_new(document, "measurements", its);
    }
    failed |= found == NULL || json_array_extend(all, found);
    json_decref(found);
    return failed;
}

static int add_changes(struct history *h, json_t *all, struct diagnostic *d) {
    size_t i;
    json_t *document, *found = read_objects(h, changes, 0, 0, d);
    json_array_foreach(found, i, document) make_list(document, "judgements");
    int failed = found == NULL || json_array_extend(all, found);
    json_decref(found);
    return failed;
}

enum exit_status history_documents_1(struct history *h, json_t **documents,
                                     struct diagnostic *d) {
    size_t i;
    json_t *document;
    *documents = json_array();
    if (add_builds(h, *documents, d) || add_comparisons(h, *documents, d) ||
        add_changes(h, *documents, d)) {
        json_decref(*documents);
        *documents = NULL;
        return EXIT_MACHINE;
    }
    json_array_foreach(*documents, i, document) {
        json_object_set_new(document, "halfstep", json_null());
        json_object_set_new(document, "format", json_integer(1));
    }
    return EXIT_PASSED;
}
