/* The general table as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/timing/timing_general.h"
#include "harness/speed/timing/timing_results.h"

/* As many quantiles of all blocks. */
enum { QUANTILES = 101 };

/* All blocks of all processes, of a step; returns how many, in *all, which is allocated. */
static size_t gather_blocks(const struct batch *t, int i, double **all) {
    const int rounds = t->how.rounds;
    size_t count = 0;
    *all = calloc((size_t)(t->how.processes * rounds) + 1, sizeof **all);
    for (int k = 0; k < t->how.processes * rounds && *all != NULL; k++) {
        const struct measurement *m = measured_at(&t->process[k / rounds], i);
        (*all)[count] = measurement_block(m, k % rounds) / batch_count(t, i, "steps");
        if (isfinite((*all)[count]))
            count++;
    }
    return count;
}

static json_t *list_quantiles(const struct batch *t, int i) {
    double *all;
    const size_t count = gather_blocks(t, i, &all);
    const int most = count < QUANTILES ? (int)count : QUANTILES;
    json_t *list = json_array();
    if (count > 0)
        gsl_sort(all, 1, count);
    for (int k = 0; k < most; k++)
        json_array_append_new(list,
                              json_number(gsl_stats_quantile_from_sorted_data(
                                  all, 1, count, most > 1 ? (double)k / (most - 1) : 0)));
    free(all);
    return list;
}

static json_t *copy_counters(const struct batch *t, int i) {
    json_t *copy = json_copy((json_t *)batch_counters(t, i));
    json_object_del(copy, "end");
    return copy;
}

static const char *usual_kind(const struct benchmark *b) {
    return strcmp(b->kind, "fixed") == 0 ? "fixed" : "error-controlled";
}

/* A step over its kernels, if the study of the kernels was about the same. */
static json_t *find_floor(const struct benchmark *b, const json_t *results) {
    size_t i, k;
    json_t *result, *point;
    json_array_foreach((json_t *)results, i, result) {
        if (strcmp(results_text(result, "quantity"), "step-over-kernels") != 0 ||
            strcmp(results_text(result, "model"), b->model) != 0 ||
            strcmp(results_text(result, "method"), b->method) != 0 ||
            strcmp(results_text(result, "mode"), b->mode) != 0)
            continue;
        json_array_foreach(json_object_get(result, "points"), k, point) {
            if (strcmp(results_text(point, "kind"), usual_kind(b)) == 0)
                return json_pack("{s:O, s:O, s:O}", "value",
                                 json_object_get(point, "value"), "low",
                                 json_object_get(point, "low"), "high",
                                 json_object_get(point, "high"));
        }
    }
    return json_null();
}

/* A floor is one of steps, not of kernels or joints. */
static json_t *describe_one(const struct timing_general *g, int i,
                            const json_t *results) {
    const struct benchmark *b = &g->chosen.benchmark[i];
    json_t *instructions = g->instructions[i];
    int its = i;
    const struct batch *t = timing_general_find(g, &its);
    json_t *ns = estimate_tell(timing_general_ns(g, i));
    json_object_set_new(ns, "processes", batch_numbers(t, its, batch_ns));
    json_object_set_new(ns, "blocks", list_quantiles(t, its));
    json_t *one = record_tell(&benchmark_record, b);
    json_t *more =
        json_pack("{s:s, s:o, s:O, s:o, s:o, s:o, s:n}", "unit", "step", "counters",
                  copy_counters(t, its), "instructions",
                  json_is_object(instructions) ? instructions : json_null(), "ns", ns,
                  "cycles", estimate_tell(timing_general_cycles(g, i)), "floor",
                  find_floor(b, results), "peer");
    json_object_update(one, more);
    json_decref(more);
    if (json_is_string(instructions))
        json_object_set(one, "instructions_missing", instructions);
    return one;
}

json_t *timing_general_document(const struct timing_general *g, const json_t *results) {
    json_t *list = json_array();
    for (int i = 0; i < g->chosen.count; i++)
        if (isfinite(timing_general_ns(g, i).value))
            json_array_append_new(list, describe_one(g, i, results));
    return list;
}

/* Benchmarks that could not be measured: they are named, not hidden. A method need not succeed with
 * the usual step on every model, so this is no failed verdict. */
void timing_general_results(const struct timing_general *g, json_t *results) {
    for (int i = 0; i < g->chosen.count; i++) {
        const struct benchmark *b = &g->chosen.benchmark[i];
        int its = i;
        const struct batch *t = timing_general_find(g, &its);
        const char *why = batch_failure(t, its);
        struct result r = timing_result(b->model, b->method, b->mode, "failure");
        r.tolerance = NAN;
        if (isfinite(batch_estimate(t, its, batch_pass_ns).value))
            json_decref(r.points);
        else
            json_object_set_new(
                timing_append(results, &r, "%s",
                              why != NULL ? why : "no process has measured it"),
                "kind", json_string(b->kind));
    }
}
