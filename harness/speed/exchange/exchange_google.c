/* Google Benchmark's JSON (docs/user_guide.md and docs/tools.md of release 1.7): "context", and
 * "benchmarks" with an object for each repetition and each aggregate, all of one run under one
 * "run_name". Times are of one iteration in "time_unit".
 *
 * What is read is kept as it is beside its values, so that it is written again as it was. A
 * measurement of ours is written as one repetition for each process, with the medians as an
 * aggregate: the test of compare.py is then one over processes. One thread works, so that its
 * processor time is its real time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "harness/speed/history/calendar.h"
#include "harness/base/message.h"
#include "harness/base/text.h"
#include "harness/results/results_count.h"
#include "harness/speed/exchange/exchange_formats.h"

/* Members that are no counters of the user's. */
static const char *const format_members[] = {"family_index",
                                             "per_family_instance_index",
                                             "repetitions",
                                             "repetition_index",
                                             "threads",
                                             "iterations",
                                             "real_time",
                                             "cpu_time",
                                             "cpu_coefficient",
                                             "real_coefficient",
                                             "rms",
                                             "name",
                                             "error_occurred",
                                             NULL};

/* Nanoseconds of a unit; NAN: it is none. */
static double unit_of(const char *name) {
    static const struct unit {
        const char *name;
        double ns;
    } units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i].name, name) == 0)
            return units[i].ns;
    return NAN;
}

static const char *run_name_of(const json_t *row) {
    const char *name = results_text(row, "run_name");
    return name[0] != '\0' ? name : results_text(row, "name");
}

/* "" for a repetition. */
static const char *aggregate_of(const json_t *row) {
    return results_text_is(row, "run_type", "aggregate")
               ? results_text(row, "aggregate_name")
               : "";
}

/* Which rows count: repetitions, where there are none the median, else the mean. */
static const char *choose_aggregate(const json_t *rows) {
    size_t i;
    json_t *row;
    const char *chosen = "mean";
    json_array_foreach(rows, i, row) {
        if (aggregate_of(row)[0] == '\0')
            return "";
        if (strcmp(aggregate_of(row), "median") == 0)
            chosen = "median";
    }
    return chosen;
}

/* The median of a member over the rows that count, times `scale` of each row's unit if it is a
 * time; low, high: the least and the largest of several. */
static double find_median(const json_t *rows, const char *member, bool is_time,
                          double range[2]) {
    size_t i, count = 0;
    json_t *row;
    const char *chosen = choose_aggregate(rows);
    double median = NAN, *x = malloc(sizeof *x * (json_array_size(rows) + 1));
    range[0] = range[1] = NAN;
    json_array_foreach(rows, i, row) {
        const json_t *value = json_object_get(row, member);
        double unit = is_time ? unit_of(results_text(row, "time_unit")) : 1;
        if (x != NULL && json_is_number(value) && isfinite(unit) &&
            strcmp(aggregate_of(row), chosen) == 0)
            x[count++] = json_number_value(value) * unit;
    }
    if (count > 0) {
        gsl_sort(x, 1, count);
        median = gsl_stats_median_from_sorted_data(x, 1, count);
    }
    if (count > 1) {
        range[0] = x[0];
        range[1] = x[count - 1];
    }
    free(x);
    return median;
}

/* The entries of all rows of one run name. */
static void append_run(json_t *document, const char *name, const json_t *rows) {
    double range[2], value = find_median(rows, "real_time", true, range);
    const char *member;
    json_t *number;
    exchange_entry(document, name, "time", "ns", value, range[0], range[1]);
    value = find_median(rows, "cpu_time", true, range);
    if (isfinite(value))
        exchange_entry(document, name, "cpu-time", "ns", value, range[0], range[1]);
    json_object_foreach(json_array_get(rows, 0), member, number) {
        if (text_is_one_of(member, format_members) || !json_is_number(number))
            continue;
        value = find_median(rows, member, false, range);
        exchange_entry(document, name, member, "", value, range[0], range[1]);
    }
}

static void append_runs(json_t *document, const json_t *benchmarks) {
    json_t *row, *rows, *by_name = json_object();
    const char *name;
    size_t i;
    json_array_foreach(benchmarks, i, row) {
        name = run_name_of(row);
        if (json_object_get(by_name, name) == NULL)
            json_object_set_new(by_name, name, json_array());
        json_array_append(json_object_get(by_name, name), row);
    }
    json_object_foreach(by_name, name, rows) append_run(document, name, rows);
    json_decref(by_name);
}

static void take_text(const char **text, const json_t *context, const char *key) {
    if (*text == NULL && results_text(context, key)[0] != '\0')
        *text = results_text(context, key);
}

/* What the context says for which nothing else is said. */
static void take_context(struct exchange_about *about, const json_t *context) {
    calendar_read(&about->taken, results_text(context, "date"));
    if (!isfinite(about->committed))
        calendar_read(&about->committed, results_text(context, "committed"));
    take_text(&about->machine, context, "host_name");
    take_text(&about->commit, context, "commit");
    take_text(&about->compiler, context, "compiler");
    take_text(&about->flags, context, "flags");
}

int google_import(json_t *documents, const char *text, size_t length,
                  const struct exchange_about *about, struct diagnostic *d) {
    struct exchange_about its = *about;
    size_t i;
    json_t *row, *source = exchange_read(text, length, d);
    json_t *benchmarks = json_object_get(source, "benchmarks");
    json_t *context = json_object_get(source, "context");
    int failed = source == NULL;
    if (!failed && (!json_is_array(benchmarks) || !json_is_object(context)))
        failed = message_set(d, "is no file of Google Benchmark: \"context\" or "
                                "\"benchmarks\" is missing");
    json_array_foreach(benchmarks, i, row) {
        if (!failed && results_text(row, "name")[0] == '\0')
            failed = message_set(d, "benchmark %zu has no \"name\"", i + 1);
    }
    if (!failed) {
        take_context(&its, context);
        json_t *document = exchange_document("google-benchmark", &its);
        const json_t *cores = json_object_get(context, "num_cpus");
        if (json_is_integer(cores))
            json_object_set(json_object_get(document, "machine"), "cores",
                            (json_t *)cores);
        json_object_set(document, "context", context);
        json_object_set(document, "rows", benchmarks);
        append_runs(document, benchmarks);
        json_array_append_new(documents, document);
    }
    json_decref(source);
    return failed;
}
