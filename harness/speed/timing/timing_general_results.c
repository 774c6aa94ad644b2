/* Benchmarks that could not be measured, as results: they are named, not hidden. A method need
 * not succeed with the usual step on every model, so this is no failed verdict.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/timing/timing_general.h"

static json_t *describe(const struct benchmark *b, const char *why) {
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:n, s:n, s:n, s:n, s:n, s:s, "
                     "s:s, s:b, s:o, s:[]}",
                     "model", b->model, "method", b->method, "mode", b->mode, "kind",
                     b->kind, "arithmetic", "double", "study", "timing", "quantity",
                     "failure", "value", "low", "high", "expected", "tolerance",
                     "verdict", "not-asymptotic", "grade", "none", "required", 0,
                     "reason", json_text(why, strlen(why)), "points");
}

void timing_general_results(const struct timing_general *g, json_t *results) {
    for (int i = 0; i < g->chosen.count; i++) {
        const char *why = timing_general_failure(g, i);
        if (why != NULL)
            json_array_append_new(results, describe(&g->chosen.benchmark[i], why));
    }
}

void timing_general_print_failures(const json_t *results, FILE *out) {
    size_t i;
    json_t *result;
    bool has_any = false;
    json_array_foreach((json_t *)results, i, result) {
        if (strcmp(results_text(result, "quantity"), "failure") != 0)
            continue;
        fprintf(out, "%s  %s/%s/%s/%s: %s\n", has_any ? "" : "\nNot measured:\n",
                results_text(result, "model"), results_text(result, "method"),
                results_text(result, "mode"), results_text(result, "kind"),
                results_text(result, "reason"));
        has_any = true;
    }
}
