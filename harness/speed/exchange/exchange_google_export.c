/* Google Benchmark's JSON, written: exchange_google.c says what it holds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "harness/speed/history/calendar.h"
#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/exchange/exchange_formats.h"

/* Members of a row that a counter's name must not be: "iterations" of Newton's method are not
 * those of the benchmark. */
static void add_counter(json_t *row, const char *name, json_t *value) {
    char other[64];
    snprintf(other, sizeof other, "%.50s_count", name);
    bool is_taken = json_object_get(row, name) != NULL;
    json_object_set(row, is_taken ? other : name, value);
}

static void add_counters(json_t *row, const json_t *counts) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)counts, name, value) {
        if (json_is_number(value))
            add_counter(row, name, value);
    }
}

static json_t *make_row(const char *name, const char *type, double ns, size_t all) {
    return json_pack("{s:s, s:s, s:s, s:i, s:i, s:o, s:o, s:s}", "name", name, "run_name",
                     name, "run_type", type, "repetitions", (int)all, "threads", 1,
                     "real_time", json_number(ns), "cpu_time", json_number(ns),
                     "time_unit", "ns");
}

/* Steps of a pass are the iterations of a block. */
static json_t *steps_of(const json_t *measurement) {
    json_t *steps = json_object_get(json_object_get(measurement, "counters"), "steps");
    return json_is_integer(steps) ? json_incref(steps) : json_integer(1);
}

static void add_repetition(json_t *rows, const json_t *measurement, double ns, size_t i,
                           size_t all) {
    const json_t *cycles = json_object_get(measurement, "cycles");
    json_t *row = make_row(results_text(measurement, "name"), "iteration", ns, all);
    json_object_set_new(row, "repetition_index", json_integer((json_int_t)i));
    json_object_set_new(row, "iterations", steps_of(measurement));
    add_counters(row, json_object_get(measurement, "counters"));
    add_counters(row, json_object_get(measurement, "instructions"));
    if (json_is_number(json_object_get(cycles, "value")))
        json_object_set(row, "cycles", json_object_get(cycles, "value"));
    json_array_append_new(rows, row);
}

static void add_aggregate(json_t *rows, const char *name, const char *aggregate,
                          const char *unit, double value, size_t all) {
    json_t *row = make_row(name, "aggregate", value, all);
    json_object_set_new(row, "name", json_sprintf("%s_%s", name, aggregate));
    json_object_set_new(row, "aggregate_name", json_string(aggregate));
    json_object_set_new(row, "aggregate_unit", json_string(unit));
    json_object_set_new(row, "iterations", json_integer((json_int_t)all));
    json_array_append_new(rows, row);
}

static void add_aggregates(json_t *rows, const char *name, const json_t *processes) {
    size_t i, count = json_array_size(processes);
    json_t *process;
    double *x = malloc(sizeof *x * count);
    if (x == NULL)
        return;
    json_array_foreach(processes, i, process) x[i] = json_number_value(process);
    double scatter = gsl_stats_sd(x, 1, count) / gsl_stats_mean(x, 1, count);
    add_aggregate(rows, name, "median", "time", gsl_stats_median(x, 1, count), count);
    if (isfinite(scatter))
        add_aggregate(rows, name, "cv", "percentage", scatter, count);
    free(x);
}

static void add_measurement(json_t *rows, const json_t *measurement) {
    const json_t *ns = json_object_get(measurement, "ns");
    const json_t *processes = json_object_get(ns, "processes");
    size_t i, count = json_array_size(processes);
    json_t *process;
    const json_t *value = json_object_get(ns, "value");
    if (count == 0 && json_is_number(value))
        add_repetition(rows, measurement, json_number_value(value), 0, 1);
    json_array_foreach(processes, i, process)
        add_repetition(rows, measurement, json_number_value(process), i, count);
    if (count > 1)
        add_aggregates(rows, results_text(measurement, "name"), processes);
}

/* A time from elsewhere. */
static void add_entry(json_t *rows, const json_t *entry) {
    const json_t *value = json_object_get(entry, "value");
    if (results_text_is(entry, "unit", "ns") && json_is_number(value) &&
        !results_text_is(entry, "quantity", "cpu-time"))
        add_repetition(rows, entry, json_number_value(value), 0, 1);
}

/* A member that is there and not null. */
static json_t *known(const json_t *object, const char *key) {
    json_t *value = json_object_get(object, key);
    return json_is_null(value) ? NULL : json_incref(value);
}

static json_t *date_of(const json_t *object, const char *key) {
    char date[CALENDAR_ROOM];
    calendar_print(date, json_number_value(json_object_get(object, key)));
    return json_string(date);
}

static json_t *make_context(const json_t *document) {
    json_t *machine = json_object_get(document, "machine");
    json_t *build = json_object_get(document, "build");
    json_t *cores = json_object_get(machine, "cores");
    const bool is_dated = json_is_integer(json_object_get(build, "committed"));
    return json_pack(
        "{s:o, s:s, s:s, s:o, s:i, s:b, s:[], s:[], s:s, s:o*, s:o*, s:o*, s:o*}", "date",
        date_of(document, "taken"), "host_name", results_text(machine, "processor"),
        "executable", "halfstep-benchmark", "num_cpus",
        json_is_integer(cores) ? json_incref(cores) : json_integer(1), "mhz_per_cpu", 0,
        "cpu_scaling_enabled", 0, "caches", "load_avg", "library_build_type", "release",
        "commit", known(build, "commit"), "compiler", known(build, "compiler"), "flags",
        known(build, "flags"), "committed",
        is_dated ? date_of(build, "committed") : NULL);
}

static json_t *write_document(json_t *document) {
    json_t *rows, *record, *context = json_object_get(document, "context");
    size_t i;
    if (json_is_array(json_object_get(document, "rows")))
        return json_pack("{s:O, s:O}", "context", context, "benchmarks",
                         json_object_get(document, "rows"));
    rows = json_array();
    json_array_foreach(json_object_get(document, "measurements"), i, record)
        add_measurement(rows, record);
    json_array_foreach(json_object_get(document, "entries"), i, record)
        add_entry(rows, record);
    return json_pack("{s:o, s:o}", "context", make_context(document), "benchmarks", rows);
}

json_t *google_export(struct history *h, const struct exchange_choice *c) {
    json_t *written = NULL;
    const long long run = history_number(
        h,
        "SELECT run.id FROM run JOIN build ON build.id = run.build"
        " WHERE command IN ('timing', 'import') AND commit_id = ?1 AND changed = ?2"
        " AND machine = ?3 AND (?1 != '' OR run.id = ?4)"
        " ORDER BY taken DESC, run.id DESC LIMIT 1",
        "tiii", c->commit, c->changed, c->machine, c->run);
    if (run < 0)
        history_fail(h, EXIT_USAGE, "%s: there are no times of that commit", h->path);
    sqlite3_stmt *rows =
        history_ask(h, "SELECT id, head FROM run WHERE id = ?", "i", run);
    for (json_t *found; (found = history_next_document(h, rows)) != NULL;) {
        written = write_document(found);
        json_decref(found);
    }
    return written;
}
