/* Formats of other programs: what comes in goes out again, and what goes out is accepted by
 * those who read it: by their own programs where these are installed, by schemas made of their
 * documentation everywhere.
 *
 * Broken on purpose and seen to fail: microseconds taken for nanoseconds, the lower value for
 * the upper one, aggregates counted as repetitions, quotes in CSV not doubled, a value of a
 * record lost when two have the same name.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "harness/base/input.h"
#include "harness/results/results_count.h"
#include "harness/speed/exchange/exchange.h"
#include "harness/tests/history/history_sample.h"
#include "harness/tests/results_of.h"
#include "harness/tests/schema.h"

static const struct exchange_about nothing = {.committed = NAN, .taken = 1770000000};

/* The documents of a file of TEST_DATA/history. */
static json_t *import(const char *format, const char *file) {
    char path[256], *text;
    size_t length;
    json_t *documents;
    struct diagnostic d = {""};
    snprintf(path, sizeof path, "%s/history/%s", TEST_DATA, file);
    cr_assert(input_read(&text, &length, path, HISTORY_LONGEST, &d) == 0, "%s", d.text);
    enum exit_status status =
        exchange_import(&documents, format, text, length, &nothing, &d);
    cr_assert(status == EXIT_PASSED, "%s: %s", file, d.text);
    return documents;
}

static void add(const char *path, json_t *documents) {
    struct history *h = sample_open(path);
    struct history_added added;
    struct diagnostic d = {""};
    cr_assert(history_add(h, documents, NULL, &added, &d) == EXIT_PASSED, "%s", d.text);
    cr_assert(added.known == 0);
    history_close(h);
    json_decref(documents);
}

static char *export(const char *path, const char *format, const char *commit) {
    struct history *h = sample_open(path);
    struct diagnostic d = {""};
    char *text;
    enum exit_status status = exchange_export(&text, format, h, commit, &d);
    cr_assert(status == EXIT_PASSED, "%s: %s", format, d.text);
    return text;
}

static json_t *export_json(const char *path, const char *format, const char *commit) {
    char *text = export(path, format, commit);
    json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    cr_assert(document != NULL, "%s", text);
    return document;
}

static void expect_of_schema(const json_t *document, const char *format) {
    char path[256], why[256];
    snprintf(path, sizeof path, "%s/history/%s.schema.json", TEST_DATA, format);
    json_error_t error;
    json_t *schema = json_load_file(path, 0, &error);
    cr_assert(schema != NULL, "%s: %s", path, error.text);
    cr_expect(schema_accepts(schema, document, why, sizeof why), "%s: %s", format, why);
}

static const json_t *find_entry(const json_t *documents, const char *name,
                                const char *quantity) {
    size_t i, k;
    json_t *document, *entry;
    json_array_foreach(documents, i, document) {
        json_array_foreach(json_object_get(document, "entries"), k, entry) {
            if (strcmp(json_string_value(json_object_get(entry, "name")), name) == 0 &&
                strcmp(json_string_value(json_object_get(entry, "quantity")), quantity) ==
                    0)
                return entry;
        }
    }
    cr_assert(false, "no %s of %s", quantity, name);
    return NULL;
}

Test(history_exchange, google_benchmarks_repetitions_become_their_median) {
    json_t *documents = import("google-benchmark", "google-benchmark.json");
    cr_assert(json_array_size(documents) == 1);
    const json_t *document = json_array_get(documents, 0);
    const json_t *time = find_entry(documents, "solve/16", "time");
    cr_expect(number_in(time, "value") == 1750 && number_in(time, "low") == 1500 &&
              number_in(time, "high") == 9000);
    cr_expect_str_eq(json_string_value(json_object_get(time, "unit")), "ns");
    cr_expect(number_in(find_entry(documents, "solve/16", "cpu-time"), "value") == 1375);
    cr_expect(number_in(find_entry(documents, "solve/16", "flops"), "value") == 4.25e9);
    cr_expect(number_in(find_entry(documents, "other", "time"), "value") == 2.5e6);
    cr_expect(number_in(find_entry(documents, "only_median", "time"), "value") == 31);
    cr_expect(number_in(document, "taken") == 1795165200);
    const json_t *machine = json_object_get(document, "machine");
    cr_expect_str_eq(json_string_value(json_object_get(machine, "processor")),
                     "builder-7");
    cr_expect(number_in(machine, "cores") == 8);
    cr_expect_str_eq(
        json_string_value(json_object_get(json_object_get(document, "build"), "commit")),
        "0123abcd");
}

Test(history_exchange, ranges_of_github_action_benchmark_become_intervals) {
    json_t *documents = import("github-action-benchmark", "github-action-benchmark.json");
    const json_t *time = find_entry(documents, "solve/16 time", "value");
    cr_expect(number_in(time, "low") == 5727.75 && number_in(time, "high") == 5752.75);
    cr_expect(number_in(find_entry(documents, "relative", "value"), "low") == 19);
    cr_expect(isnan(number_in(find_entry(documents, "no unit", "value"), "low")));
}

Test(history_exchange, the_stored_data_of_github_action_benchmark_is_a_history) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h"));
    add(path, import("github-action-benchmark", "github-action-benchmark-data.js"));
    cr_expect(sample_number(path, "SELECT count(*) FROM run") == 2);
    cr_expect(
        sample_number(path, "SELECT committed FROM series WHERE commit_id = 'aaaa'") ==
        1760000000);
    cr_expect(sample_number(path, "SELECT taken FROM series WHERE commit_id = 'bbbb' AND"
                                  " benchmark = 'l'") == 1760087000);
    cr_expect(sample_number(path, "SELECT value FROM series WHERE commit_id = 'bbbb' AND"
                                  " benchmark = 'k'") == 11.5);
}

Test(history_exchange, bencher_and_csv_are_read) {
    json_t *documents = import("bencher", "bencher.json");
    const json_t *time = find_entry(documents, "solve(16), \"quoted\"", "time");
    cr_expect(number_in(time, "value") == 1380.5 && number_in(time, "low") == 1374.25 &&
              number_in(time, "high") == 1386.75);
    cr_expect(isnan(number_in(find_entry(documents, "other", "file-size"), "low")));
    documents = import("csv", "elsewhere.csv");
    cr_expect(json_array_size(documents) == 2, "of two commits");
    cr_expect(number_in(find_entry(documents, "say \"so\"", "value"), "value") == 12.125);
    cr_expect(number_in(find_entry(documents, "k, with a comma", "value"), "value") ==
              10.5);
}

/* In, out, and in again elsewhere: the file is what it was. */
static const char *const round_trips[] = {"google-benchmark", "github-action-benchmark",
                                          "bencher"};

Test(history_exchange, a_round_trip_loses_nothing_that_the_format_can_hold) {
    for (size_t i = 0; i < sizeof round_trips / sizeof *round_trips; i++) {
        struct scratch s = scratch_make();
        char file[64], path[256];
        char *database = strdup(sample_place(&s, "h"));
        snprintf(file, sizeof file, "%s.json", round_trips[i]);
        snprintf(path, sizeof path, "%s/history/%s", TEST_DATA, file);
        add(database, import(round_trips[i], file));
        json_t *found = export_json(database, round_trips[i], NULL);
        json_t *given = json_load_file(path, 0, NULL);
        if (strcmp(round_trips[i], "bencher") == 0) /* it has no values to keep */
            json_object_del(given, "nothing measured");
        cr_expect(json_equal(found, given), "%s", round_trips[i]);
    }
}

/* A history of ours: measurements and a comparison. */
static char *make_history(const struct scratch *s) {
    char *path = strdup(sample_place(s, "h"));
    struct history *h = sample_open(path);
    for (int i = 0; i < 4; i++)
        sample_add(h, sample_timing(i, 1 + 0.001 * i));
    sample_add(h, sample_compare(3, 0.003));
    return path;
}

/* Values of a format, imported again, are the same values. */
static void expect_same_values(const struct scratch *s, const char *path,
                               const char *format) {
    struct diagnostic d = {""};
    json_t *documents;
    char *text = export(path, format, NULL), *other = strdup(sample_place(s, "other"));
    cr_assert(exchange_import(&documents, format, text, strlen(text), &nothing, &d) ==
                  EXIT_PASSED,
              "%s: %s", format, d.text);
    remove(other);
    add(other, documents);
    char *again = export(other, format, NULL);
    if (strcmp(format, "csv") == 0) {
        cr_expect_str_eq(again, text);
    } else {
        json_t *one = json_loads(text, 0, NULL), *two = json_loads(again, 0, NULL);
        cr_expect(json_equal(one, two), "%s", format);
    }
}

Test(history_exchange, our_own_values_come_back_from_every_format) {
    struct scratch s = scratch_make();
    char *path = make_history(&s);
    expect_same_values(&s, path, "google-benchmark");
    expect_same_values(&s, path, "github-action-benchmark");
    expect_same_values(&s, path, "bencher");
    expect_same_values(&s, path, "csv");
}

Test(history_exchange, exports_are_as_their_readers_documentation_says) {
    struct scratch s = scratch_make();
    char *path = make_history(&s);
    for (size_t i = 0; i < sizeof round_trips / sizeof *round_trips; i++) {
        json_t *document = export_json(path, round_trips[i], NULL);
        expect_of_schema(document, round_trips[i]);
    }
    json_t *bencher = export_json(path, "bencher", NULL);
    const json_t *pendulum =
        json_object_get(bencher, "pendulum/velocity-implicit-euler/default/fixed");
    const json_t *latency = json_object_get(pendulum, "latency");
    cr_expect_float_eq(number_in(latency, "value"), 270.5 * 1.003, 1e-9);
    cr_expect_float_eq(number_in(latency, "lower_value"), 270.5 * 1.003 * 0.99, 1e-9);
    cr_expect_float_eq(number_in(json_object_get(pendulum, "paired-ratio"), "value"),
                       1.003, 1e-12);
}

static const json_t *find_bench(const json_t *benches, const char *name) {
    size_t i;
    json_t *one;
    json_array_foreach((json_t *)benches, i, one) {
        if (results_text_is(one, "name", name))
            return one;
    }
    cr_assert(false, "%s", name);
    return NULL;
}

/* The floor lies between 1.07 and 1.21, the number of cycles nowhere; the ratio is to the commit
 * of the baseline. */
Test(history_exchange, our_own_values_go_to_github_action_benchmark_with_range_and_unit) {
    static const struct {
        const char *quantity, *unit, *range, *extra;
        double value;
    } expected[] = {
        {"floor", "", "\xc2\xb1 0.08", "", 1.13},
        {"cycles", "cycles", "", "", 270.5 * 1.003 * 4.16},
        {"evaluations", "count", "", "", 192},
        {"ratio", "", "\xc2\xb1 0.00271",
         "against 0000000000000000000000000000000000000000", 1.003},
    };
    struct scratch s = scratch_make();
    json_t *benches = export_json(make_history(&s), "github-action-benchmark", NULL);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char name[80];
        snprintf(name, sizeof name, "pendulum/velocity-implicit-euler/default/fixed/%s",
                 expected[i].quantity);
        const json_t *one = find_bench(benches, name);
        cr_expect_str_eq(text_in(one, "unit"), expected[i].unit);
        cr_expect_str_eq(results_text(one, "range"), expected[i].range);
        cr_expect_str_eq(results_text(one, "extra"), expected[i].extra);
        cr_expect_float_eq(number_in(one, "value"), expected[i].value, 1e-9);
    }
}

/* A measurement so many seconds after the first; the commit is not known where it is negative. */
static void measure(struct history *h, int commit, double later, double factor,
                    bool is_changed, bool is_whole) {
    json_t *document = sample_timing(commit, factor);
    json_object_set_new(document, "taken", json_real(1770000000 + later));
    if (commit < 0)
        json_object_del(json_object_get(document, "build"), "commit");
    if (is_changed)
        json_object_set_new(json_object_get(document, "build"), "changed", json_true());
    if (!is_whole)
        json_array_remove(json_object_get(document, "measurements"), 1);
    sample_add(h, document);
}

static void expect_latency(const char *path, size_t benchmarks, double factor) {
    json_t *bencher = export_json(path, "bencher", NULL);
    const json_t *pendulum =
        json_object_get(bencher, "pendulum/velocity-implicit-euler/default/fixed");
    const json_t *latency = json_object_get(pendulum, "latency");
    cr_expect(json_object_size(bencher) == benchmarks, "%zu", json_object_size(bencher));
    cr_expect_float_eq(number_in(latency, "value"), 270.5 * factor, 1e-9, "%g",
                       number_in(latency, "value") / 270.5);
}

/* By when they were taken, not by when they were added; of the same time, the one added last. */
Test(history_exchange, the_latest_measurements_of_the_latest_build_go_out) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h"));
    struct history *h = sample_open(path);
    measure(h, 2, 5, 1.3, false, true);
    measure(h, 2, 5, 1.4, false, true);
    measure(h, 2, 4, 1.2, false, true);
    measure(h, 1, 1, 1.1, false, true);
    measure(h, -1, 0, 1, false, true);
    expect_latency(path, 2, 1.4);
    measure(h, 2, 6, 1.5, true, false);
    measure(h, 2, 3, 1.6, false, true);
    expect_latency(path, 1, 1.5);
}

Test(history_exchange, a_process_of_ours_is_a_repetition_of_google_benchmark) {
    struct scratch s = scratch_make();
    char *path = make_history(&s);
    json_t *document = export_json(path, "google-benchmark", "00000000");
    const json_t *rows = json_object_get(document, "benchmarks");
    cr_assert(json_array_size(rows) == 2 * (3 + 2), "%zu", json_array_size(rows));
    const json_t *row = json_array_get(rows, 1);
    cr_expect(number_in(row, "real_time") == 270.5 / 3);
    cr_expect(number_in(row, "repetition_index") == 1);
    cr_expect(number_in(row, "evaluations") == 192);
    cr_expect(number_in(row, "iterations") == 64, "steps of a pass, not Newton's");
    cr_expect(number_in(row, "iterations_count") == 130);
    cr_expect(number_in(row, "instructions") == 123456);
    const json_t *median = json_array_get(rows, 3);
    cr_expect(number_in(median, "real_time") == 270.12345678901235);
}

Test(history_exchange, an_empty_or_unknown_part_of_a_history_is_said) {
    struct scratch s = scratch_make();
    struct history *h = sample_open(sample_place(&s, "h"));
    struct diagnostic d = {""};
    char *text;
    cr_expect(exchange_export(&text, "bencher", h, NULL, &d) == EXIT_USAGE);
    cr_expect(strstr(d.text, "no measurements") != NULL && text == NULL, "%s", d.text);
    cr_expect(exchange_export(&text, "csv", h, NULL, &d) == EXIT_PASSED);
    cr_expect(strncmp(text, "name,quantity,", 14) == 0 &&
              strchr(text, '\n') == text + strlen(text) - 1);
    free(text);
    sample_add(h, sample_timing(1, 1));
    cr_expect(exchange_export(&text, "bencher", h, "beef", &d) == EXIT_USAGE);
    cr_expect(strstr(d.text, "nothing is known of commit 'beef'") != NULL, "%s", d.text);
    cr_expect(exchange_export(&text, "bencherr", h, NULL, &d) == EXIT_USAGE);
    cr_expect(strstr(d.text, "'bencherr'; did you mean 'bencher'? there are") != NULL,
              "%s", d.text);
}

static const struct {
    const char *format, *text, *message;
} wrong[] = {
    {"google-benchmark", "{", "line 1"},
    {"google-benchmark", "{\"benchmarks\": []}", "context"},
    {"google-benchmark", "{\"context\": {}, \"benchmarks\": [{}]}", "benchmark 1"},
    {"github-action-benchmark", "[{\"name\": \"x\"}]", "entry 1"},
    {"github-action-benchmark", "{}", "entries"},
    {"bencher", "[]", "version 0"},
    {"bencher", "{\"x\": {\"y\": {}}}", "x, y"},
    {"bencher", "{\"x\": 1}", "x: "},
    {"csv", "", "empty"},
    {"csv", "a,b\n1,2\n", "\"name\""},
    {"csv", "name,value\nx,\n", "line 2"},
    {"csv", "name,value\nx,1e999\n", "line 2"},
    {"csv", "name,value\nx,12 ms\n", "line 2"},
    {"csv", "name,value,committed\nx,1,yesterday\n", "line 2"},
    {"csv", "name,value\nx,1\n\"y,2\n", "line 3"},
    {"csv", "name,value,cores\nx,1,1e300\n", "line 2: cores is no whole number"},
    {"csv", "name,value,cores\nx,1,2.5\n", "line 2: cores is no whole number"},
    {"csv", "name,value,changed\nx,1,true\n", "line 2: changed is neither 0 nor 1"},
    {"json-lines", "{}", "history add"},
    {"xml", "", "xml"},
};

Test(history_exchange, a_wrong_file_is_refused_with_its_place) {
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct diagnostic d = {""};
        json_t *documents;
        enum exit_status status =
            exchange_import(&documents, wrong[i].format, wrong[i].text,
                            strlen(wrong[i].text), &nothing, &d);
        cr_expect(status == EXIT_USAGE && documents == NULL, "%zu", i);
        cr_expect(strstr(d.text, wrong[i].message) != NULL, "%zu: %s", i, d.text);
    }
}

/* A run is known by its cells, also by those that are no UTF-8. */
Test(history_exchange, lines_of_one_run_are_one_document) {
    static const char text[] =
        "name,value,machine,changed\nx,1,fr\xfch,0\ny,2,fr\xfch,0\n"
        "x,3,fr\xfch,1\n";
    struct diagnostic d = {""};
    json_t *documents;
    cr_assert(exchange_import(&documents, "csv", text, sizeof text - 1, &nothing, &d) ==
                  EXIT_PASSED,
              "%s", d.text);
    cr_assert(json_array_size(documents) == 2, "%zu", json_array_size(documents));
    const json_t *first = json_array_get(documents, 0),
                 *other = json_array_get(documents, 1);
    cr_expect(json_array_size(json_object_get(first, "entries")) == 2);
    cr_expect_str_eq(text_in(json_object_get(first, "machine"), "processor"), "fr?h");
    cr_expect(json_object_get(json_object_get(first, "build"), "changed") == NULL);
    cr_expect(json_is_true(json_object_get(json_object_get(other, "build"), "changed")));
}

/* Whether a command of the shell succeeds. */
static int succeeds(const char *command) {
    int status = system(command);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Debian's libbenchmark-tools, or where HALFSTEP_COMPARE_PY says; it needs scipy. */
Test(history_exchange, compare_py_of_google_benchmark_reads_ours) {
    struct scratch s = scratch_make();
    char *path = make_history(&s), command[1024];
    const char *own = getenv("HALFSTEP_COMPARE_PY");
    if (own == NULL)
        own =
            "/usr/bin/python3 /usr/share/benchmark/compare.py"; /* that has Debian's scipy */
    snprintf(command, sizeof command, "%s --help >/dev/null 2>&1", own);
    if (!succeeds(command)) {
        free(path);
        cr_skip_test("no compare.py here: apt-get install libbenchmark-tools "
                     "python3-scipy");
    }
    for (int i = 0; i < 2; i++) {
        char *text = export(path, "google-benchmark", i == 0 ? "00000000" : NULL);
        scratch_write(&s, i == 0 ? "old.json" : "new.json", text);
    }
    snprintf(command, sizeof command,
             "cd %s && %s --no-color benchmarks old.json new.json >out 2>&1 && grep -q "
             "'fixed_pvalue' out && grep -q '+0.0030 .* 271' out",
             s.path, own);
    bool accepted = succeeds(command);
    char *out = scratch_read(sample_place(&s, "out"));
    cr_expect(accepted, "%.2000s", out);
}

Test(history_exchange, csv_is_read_by_python_and_sqlite) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h")), command[1024];
    add(path, import("csv", "elsewhere.csv"));
    char *text = export(path, "csv", NULL);
    scratch_write(&s, "all.csv", text);
    if (succeeds("command -v python3 >/dev/null")) {
        snprintf(
            command, sizeof command,
            "cd %s && python3 -c \"import csv; r = list(csv.DictReader(open("
            "'all.csv', newline=''))); assert [(x['name'], float(x['value']), "
            "x['commit']) for x in r] == [('k, with a comma', 10.5, 'aaaa'), ('k, "
            "with a comma', 11.25, 'bbbb'), ('say \\\"so\\\"', 12.125, 'bbbb')], r\"",
            s.path);
        cr_expect(succeeds(command), "%s", command);
    }
    if (succeeds("command -v sqlite3 >/dev/null")) {
        snprintf(command, sizeof command,
                 "cd %s && test \"$(sqlite3 :memory: -cmd '.mode csv' -cmd '.import "
                 "all.csv t' 'SELECT sum(value), count(*) FROM t')\" = 33.875,3",
                 s.path);
        cr_expect(succeeds(command), "%s", command);
    }
}
