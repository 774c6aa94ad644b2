/* The numbers in tables of comma-separated values of timing, compare and history: those of
 * stored measurements, to the last digit.
 *
 * Seen to fail: numbers of 15 digits, half of an interval, the change of instructions over the
 * new count, a series whose high ends are its low ones.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/program/run/study_document.h"
#include "harness/speed/compare/compare.h"
#include "harness/tests/csv_table.h"
#include "harness/tests/history/history_sample.h"

/* A cell against a number; not a number: it is to be empty. */
static void expect_number(const struct csv_table *t, int row, const char *column,
                          double expected) {
    const double found = csv_table_number(t, row, column);
    cr_expect(found == expected || (isnan(found) && isnan(expected)),
              "row %d, %s: %.17g, not %.17g", row, column, found, expected);
}

static void expect_interval(const struct csv_table *t, int row, double value, double low,
                            double high) {
    expect_number(t, row, "value", value);
    expect_number(t, row, "low", low);
    expect_number(t, row, "high", high);
}

/* An array of results as the commands print it. */
static struct csv_table print_results(json_t *stored) {
    struct results results = {.count = 0};
    struct diagnostic d = {""};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    cr_assert(stored != NULL && results_read(&results, stored, &d) == 0, "%s", d.text);
    study_document_print_csv(&results, out);
    fclose(out);
    return csv_table_read(text);
}

Test(measured_csv, timing_has_value_interval_and_bound) {
    struct csv_table t = print_results(json_loads(
        "[{\"model\": \"pendulum\", \"method\": \"velocity-implicit-euler\", \"mode\": "
        "\"faithful\", \"arithmetic\": \"double\", \"study\": \"timing\", \"quantity\": "
        "\"ns-per-step\", \"verdict\": \"pass\", \"required\": false, \"grade\": "
        "\"none\", \"value\": 270.12345678901235, \"low\": 269.10000000000002, "
        "\"high\": 0.3e3, \"expected\": null, \"reason\": \"0 allocations\"},"
        " {\"model\": \"all\", \"method\": \"all\", \"mode\": \"faithful\", "
        "\"arithmetic\": \"double\", \"study\": \"timing\", \"quantity\": "
        "\"original-ratio-mean\", \"verdict\": \"fail\", \"required\": false, "
        "\"grade\": \"none\", \"value\": 14, \"low\": null, \"high\": null, "
        "\"expected\": 15, \"reason\": \"of 2 kinds, \\\"all\\\"\"}]",
        0, NULL));
    cr_assert(t.lines == 3);
    expect_interval(&t, 0, 270.12345678901235, 269.10000000000002, 300);
    expect_number(&t, 0, "expected", NAN);
    cr_expect_str_eq(csv_table_cell(&t, 0, "mode"), "faithful");
    expect_interval(&t, 1, 14, NAN, NAN);
    expect_number(&t, 1, "expected", 15);
    cr_expect_str_eq(csv_table_cell(&t, 1, "verdict"), "fail");
    cr_expect_str_eq(csv_table_cell(&t, 1, "reason"), "of 2 kinds, \"all\"");
}

/* A time that was measured in pairs: an eighth longer, within a sixteenth. */
Test(measured_csv, compare_has_the_change_of_a_time_with_its_interval) {
    const char *failure = "slower by 12.5 %";
    struct comparison comparison = {
        .of = {"pendulum/bdf/default/fixed", "pendulum", "bdf", "default", "fixed", NULL},
        .change = 0.125,
        .half = 0.0625,
        .instructions_change = -0.25,
        .verdict = RULE_SLOWER,
        .counters_verdict = "changed",
        .failure = &failure,
        .failures = 1,
        .reason = ""};
    const struct compared found = {.count = 1, .comparison = &comparison};
    struct results results = {.count = 0};
    cr_assert(compare_results(&results, &found) == 0);
    struct csv_table t = print_results(results_tell(&results));
    cr_assert(t.lines == 3);
    cr_expect_str_eq(csv_table_cell(&t, 0, "quantity"), "counted:fixed");
    cr_expect_str_eq(csv_table_cell(&t, 0, "verdict"), "pass");
    expect_interval(&t, 0, -0.25, NAN, NAN);
    cr_expect_str_eq(csv_table_cell(&t, 1, "quantity"), "time:fixed");
    cr_expect_str_eq(csv_table_cell(&t, 1, "verdict"), "fail");
    expect_interval(&t, 1, 0.125, 0.0625, 0.1875);
}

/* A stored measurement of one benchmark; the caller frees the path. */
static char *write_stored(const struct scratch *s, const char *name, int instructions,
                          double cycles) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"format\": 1, \"command\": \"timing\", \"measurements\": [{\"name\": "
             "\"pendulum/explicit-euler/default/fixed\", \"model\": \"pendulum\", "
             "\"method\": \"explicit-euler\", \"mode\": \"default\", \"kind\": "
             "\"fixed\", \"workload\": {\"model\": \"pendulum\"}, \"counters\": "
             "{\"steps\": 64}, \"instructions\": {\"instructions\": %d}, \"cycles\": "
             "{\"value\": %g}}]}",
             instructions, cycles);
    return scratch_write(s, name, text);
}

Test(measured_csv, compare_has_the_changes_between_two_stored_measurements) {
    struct scratch s = scratch_make();
    char line[512], *old = write_stored(&s, "old.json", 64000, 32);
    char *new = write_stored(&s, "new.json", 66000, 36);
    char *less = write_stored(&s, "less.json", 48000, 32);
    snprintf(line, sizeof line, "compare %s %s --csv", old, new);
    struct csv_table t = csv_table_run(HALFSTEP_PROGRAM, line, 1);
    cr_assert(t.lines == 3);
    expect_interval(&t, 0, 0.03125, NAN, NAN); /* 2000 of 64000 */
    cr_expect_str_eq(csv_table_cell(&t, 0, "verdict"), "fail");
    expect_interval(&t, 1, 0.125, NAN, NAN); /* 4 of 32 */
    cr_expect_str_eq(csv_table_cell(&t, 1, "verdict"), "not-asymptotic");
    snprintf(line, sizeof line, "compare %s %s --csv", old, less);
    t = csv_table_run(HALFSTEP_PROGRAM, line, 0);
    expect_number(&t, 0, "value", -0.25);
    expect_number(&t, 1, "value", 0);
}

/* Three runs, a day apart, with times in no order. */
Test(measured_csv, history_has_every_point_of_a_series) {
    static const double factor[] = {1, 1.25, 0.75};
    struct scratch s = scratch_make();
    char line[512];
    struct history *h = sample_open(sample_place(&s, "h.sqlite"));
    for (int i = 0; i < 3; i++)
        sample_add(h, sample_timing(i, factor[i]));
    history_close(h);
    snprintf(line, sizeof line, "history show rod*/time --csv --database %s/h.sqlite",
             s.path);
    struct csv_table t = csv_table_run(HALFSTEP_PROGRAM, line, 0);
    cr_assert(t.lines == 4);
    for (int i = 0; i < 3; i++) {
        const double ns = 57.5 * factor[i], committed = 1760000000 + i * 86400.0;
        expect_interval(&t, i, ns, ns * 0.99, ns * 1.01);
        expect_number(&t, i, "committed", committed);
        expect_number(&t, i, "taken", committed + 3600.25);
        expect_number(&t, i, "runs", 1);
        cr_expect_str_eq(csv_table_cell(&t, i, "quantity"), "time");
    }
}
