/* The general table for a person, and what is missing in it. Counters are
 * those of one step; data and code are what a pass touches.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/record/json_table.h"
#include "harness/base/screen/screen.h"
#include "harness/results/results_count.h"
#include "harness/speed/print/timing_print.h"

static const struct json_column columns[] = {
    JSON_TEXT("model", "model"),
    JSON_TEXT("method", "method"),
    JSON_TEXT("mode", "mode"),
    JSON_TEXT("kind", "kind"),
    JSON_NUMBER("ns/step", "ns.value", json_column_time),
    JSON_NUMBER("+- %", "ns", json_column_spread),
    JSON_NUMBER("cycles", "cycles.value", "%.0f"),
    JSON_NUMBER("evals", "counters.evaluations/counters.steps", "%.2f"),
    JSON_NUMBER("iters", "counters.iterations/counters.steps", "%.2f"),
    JSON_NUMBER("factor.", "counters.factorizations/counters.steps", "%.2f"),
    JSON_NUMBER("allocs", "counters.allocations", "%.0f"),
    JSON_NUMBER("instr.", "instructions.instructions/counters.steps", "%.0f"),
    JSON_NUMBER("data K", "instructions.data_bytes/1024", "%.1f"),
    JSON_NUMBER("code K", "instructions.code_bytes/1024", "%.1f"),
    JSON_NUMBER("/kernels", "floor.value", "%.2f"),
    JSON_END};

static int compare_times(const void *a, const void *b) {
    const double first = json_number_at(*(const json_t *const *)a, "ns.value"),
                 second = json_number_at(*(const json_t *const *)b, "ns.value");
    return first < second ? -1 : first > second;
}

/* The first reason: it is that of all, as a rule. */
static void print_why_not_counted(const json_t *measurements, FILE *out) {
    size_t i, missing = 0;
    json_t *one;
    const char *why = NULL;
    json_array_foreach((json_t *)measurements, i, one) {
        const json_t *text = json_object_get(one, "instructions_missing");
        missing += text != NULL;
        why = why == NULL ? json_string_value(text) : why;
    }
    if (why != NULL)
        fprintf(out, "instructions of %zu are not counted: %s\n", missing, why);
}

void timing_general_print(const json_t *measurements, FILE *out) {
    size_t count;
    const json_t **row = timing_sorted(measurements, NULL, compare_times, &count);
    struct table t = json_table_begin(columns);
    for (size_t i = 0; i < count; i++)
        json_table_add(&t, columns, row[i]);
    if (json_table_end(&t, columns,
                       "\nEvery method on its models; counters and instructions of one "
                       "step, data and code touched by a pass\n",
                       out) > 0)
        print_why_not_counted(measurements, out);
    free(row);
}

void timing_general_print_failures(const json_t *results, FILE *out) {
    size_t i;
    json_t *result;
    bool has_any = false;
    json_array_foreach((json_t *)results, i, result) {
        if (!results_text_is(result, "quantity", "failure"))
            continue;
        fprintf(out, "%s  ", has_any ? "" : "\nNot measured:\n");
        screen_print_format(2, 4, out, "%s/%s/%s/%s: %s", results_text(result, "model"),
                            results_text(result, "method"), results_text(result, "mode"),
                            results_text(result, "kind"), results_text(result, "reason"));
        has_any = true;
    }
}
