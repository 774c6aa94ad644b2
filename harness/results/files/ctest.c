/* Numbers for CTest (cmake-properties, MEASUREMENT; ctest, "Additional Test Measurements").
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/files/formats.h"

#include <math.h>
#include <string.h>

#include "harness/base/record/record.h"
#include "harness/base/text.h"
#include "harness/results/result.h"
#include "harness/results/results_count.h"

static bool is_measured(const struct result *result) {
    static const char *const quantities[] = {
        "order",         "error-constant:order", "error-order",
        "gap-order",     "estimate-order",       "error-constant",
        "gap-constant",  "estimate-constant",    "step-roundoff",
        "step-estimate", "evaluations-ratio",    "evaluations-ratio-mean",
        "fingerprint",   "fingerprint:order"};
    if (result->component[0] != '\0' || !isfinite(result->value))
        return false;
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++)
        if (strcmp(result->quantity, quantities[i]) == 0)
            return true;
    return false;
}

static void print_number(const char *name, double value, FILE *out) {
    fprintf(out,
            "<CTestMeasurement type=\"numeric/double\" name=\"%s\">%.17g"
            "</CTestMeasurement>\n",
            name, value);
}

static void print_result(const struct result *result, FILE *out) {
    static const char *const names[] = {"model", "quantity", "arithmetic", "method",
                                        "mode"};
    fputs("<CTestMeasurement type=\"numeric/double\" name=\"", out);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *name = record_text(record_field(&result_record, names[i]), result);
        if (i > 0 && name[0] != '\0')
            fputc('.', out);
        text_print_plain(name, out);
    }
    fprintf(out, "\">%.17g</CTestMeasurement>\n", result->value);
}

void ctest_print(const struct gate_outcome *o, FILE *out) {
    struct results_count count = results_count(o->results);
    RESULTS_FOREACH(o->results, result) {
        if (is_measured(result))
            print_result(result, out);
    }
    print_number("results", count.all, out);
    print_number("failed", count.failed, out);
    print_number("accepted", count.accepted, out);
    print_number("seconds", o->seconds, out);
    print_number("processor_seconds", o->processor_seconds, out);
}
