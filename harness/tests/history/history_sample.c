/* Documents for tests of the history.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/history/history_sample.h"

#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdio.h>

#include "harness/speed/history/history_sql.h"

static const char measurement[] =
    "{\"name\": \"%s\", \"workload\": {\"model\": \"pendulum\", \"set\": {\"m\": "
    "\"1.37\"}},"
    "\"unit\": \"step\", \"counters\": {\"steps\": 64, \"evaluations\": %d, "
    "\"iterations\": 130,"
    " \"allocations\": 0, \"allocated_bytes\": 0}, \"instructions\": {\"instructions\":"
    " 123456, \"reads\": 4321, \"writes\": 1234, \"data_bytes\": 4096, \"code_bytes\":"
    " 8192, \"tool\": \"callgrind 3.19.0\"}, \"ns\": {\"value\": %.17g, \"low\": %.17g,"
    " \"high\": %.17g, \"processes\": [%.17g, %.17g, 270.12345678901235], \"blocks\":"
    " [1e-300, 0.1, 269.5, 270.0, 5e300]}, \"cycles\": {\"value\": %.17g, \"low\": null,"
    " \"high\": null}, \"floor\": {\"value\": 1.13, \"low\": 1.07, \"high\": 1.21},"
    " \"peer\": null, \"of tomorrow\": [true, null, \"\\u00e9 \\\"quoted\\\"\\n\"]}";

static json_t *make_measurement(const char *name, int evaluations, double ns) {
    char text[2048];
    snprintf(text, sizeof text, measurement, name, evaluations, ns, ns * 0.99, ns * 1.01,
             ns, ns / 3, ns * 4.16);
    json_t *made = json_loads(text, 0, NULL);
    cr_assert(made != NULL, "%s", text);
    return made;
}

enum { first_commit = 1760000000, day = 86400, hour = 3600 };

static json_t *make_build(int i) {
    char commit[48];
    snprintf(commit, sizeof commit, "%08x%032x", (unsigned)i * 2654435761u, (unsigned)i);
    return json_pack("{s:s, s:s, s:b, s:i, s:s, s:s}", "halfstep", "0.1.0", "commit",
                     commit, "changed", 0, "committed", first_commit + i * day,
                     "compiler", "gcc 12.2.0", "flags", "-O2");
}

static json_t *make_head(const char *command, int i) {
    return json_pack("{s:s, s:i, s:s, s:i, s:{s:s, s:i, s:s}, s:f, s:{s:f}}", "halfstep",
                     "0.1.0", "format", 1, "command", command, "seed", 71 + i, "machine",
                     "processor", "Xeon", "cores", 2, "system", "Linux 6.1 x86_64",
                     "taken", first_commit + i * (double)day + hour + 0.25, "load",
                     "before", 1.37);
}

json_t *sample_timing(int i, double factor) {
    json_t *document = make_head("timing", i);
    json_object_set_new(document, "build", make_build(i));
    json_object_set_new(
        document, "measurements",
        json_pack("[o, o]",
                  make_measurement("pendulum/velocity-implicit-euler/default/fixed", 192,
                                   270.5 * factor),
                  make_measurement("rod/semi-explicit-euler.gaming/default/fixed", 66,
                                   57.5 * factor)));
    return document;
}

json_t *sample_compare(int i, double change) {
    json_t *document = make_head("compare", i);
    json_object_set_new(document, "baseline", make_build(0));
    json_object_set_new(document, "candidate", make_build(i));
    json_object_set_new(document, "comparisons",
                        json_pack("[{s:s, s:f, s:f, s:[f, f], s:s}]", "name",
                                  "pendulum/velocity-implicit-euler/default/fixed",
                                  "change", change, "half", 0.0027, "log_ratios", 0.0101,
                                  0.0098, "verdict", "slower"));
    json_object_set_new(document, "self",
                        json_pack("{s:i, s:i, s:i, s:i}", "comparisons", 103, "alarms", 1,
                                  "slower", 1, "faster", 0));
    return document;
}

const char *sample_place(const struct scratch *s, const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", s->path, name);
    return path;
}

struct history *sample_open(const char *path) {
    struct history *h;
    struct diagnostic d = {""};
    const double wait = 5;
    enum exit_status status = history_open(&h, path, HISTORY_WRITE, wait, &d);
    cr_assert(status == EXIT_PASSED, "%d: %s", status, d.text);
    return h;
}

void sample_add(struct history *h, json_t *document) {
    struct history_added added;
    struct diagnostic d = {""};
    json_t *documents = json_pack("[o]", document);
    enum exit_status status = history_add(h, documents, NULL, &added, &d);
    cr_assert(status == EXIT_PASSED && added.added == 1, "%d: %s", status, d.text);
}

static sqlite3 *open_plainly(const char *path) {
    sqlite3 *base;
    cr_assert(sqlite3_open(path, &base) == SQLITE_OK, "%s", path);
    return base;
}

double sample_number(const char *path, const char *sql) {
    sqlite3 *base = open_plainly(path);
    sqlite3_stmt *rows;
    cr_assert(sqlite3_prepare_v2(base, sql, -1, &rows, NULL) == SQLITE_OK, "%s: %s", sql,
              sqlite3_errmsg(base));
    cr_assert(sqlite3_step(rows) == SQLITE_ROW, "%s: %s", sql, sqlite3_errmsg(base));
    double number = sqlite3_column_double(rows, 0);
    sqlite3_finalize(rows);
    sqlite3_close(base);
    return number;
}

void sample_sql(const char *path, const char *sql) {
    sqlite3 *base = open_plainly(path);
    char *why = NULL;
    cr_assert(sqlite3_exec(base, sql, NULL, NULL, &why) == SQLITE_OK, "%.200s: %s", sql,
              why);
    sqlite3_close(base);
}

enum exit_status history_documents(struct history *h, json_t **documents,
                                   struct diagnostic *d) {
    json_t *document;
    *documents = json_array();
    history_script(h, "BEGIN");
    sqlite3_stmt *rows = history_ask(h, "SELECT id, head FROM run ORDER BY id", "");
    while ((document = history_next_document(h, rows)) != NULL)
        json_array_append_new(*documents, document);
    const enum exit_status status = history_end(h, d);
    if (status != EXIT_PASSED) {
        json_decref(*documents);
        *documents = NULL;
    }
    return status;
}
