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

/* Of a step, one number a process. */
static json_t *list_processes(const struct timing_general *g, int i, double steps) {
    json_t *list = json_array();
    for (int p = 0; p < g->processes; p++) {
        const json_t *ns = json_object_get(timing_general_found(g, i, p), "ns");
        if (json_is_number(ns))
            json_array_append_new(list, json_number(json_number_value(ns) / steps));
    }
    return list;
}

/* All blocks of all processes, of a step; returns how many, in *all, which is allocated. */
static size_t gather_blocks(const struct timing_general *g, int i, double steps,
                            double **all) {
    size_t count = 0, room = 0;
    *all = NULL;
    for (int p = 0; p < g->processes; p++) {
        const json_t *blocks = json_object_get(timing_general_found(g, i, p), "blocks");
        room += json_array_size(blocks);
        double *grown = realloc(*all, (room + 1) * sizeof *grown);
        if (grown == NULL)
            return count;
        *all = grown;
        size_t k;
        json_t *block;
        json_array_foreach((json_t *)blocks, k, block) {
            if (json_is_number(block))
                grown[count++] = json_number_value(block) / steps;
        }
    }
    return count;
}

static json_t *list_quantiles(const struct timing_general *g, int i, double steps) {
    double *all;
    const size_t count = gather_blocks(g, i, steps, &all);
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

static json_t *copy_counters(const struct timing_general *g, int i) {
    for (int p = 0; p < g->processes; p++) {
        const json_t *counters =
            json_object_get(timing_general_found(g, i, p), "counters");
        if (counters == NULL)
            continue;
        json_t *copy = json_copy((json_t *)counters);
        json_object_del(copy, "end");
        return copy;
    }
    return json_object();
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

static json_t *describe_instructions(const struct timing_general *g, int i) {
    const json_t *found = g->instructions[i];
    return json_is_object(found) ? json_incref((json_t *)found) : json_null();
}

/* A floor is one of steps, not of kernels or joints. */
static json_t *describe_one(const struct timing_general *g, int i,
                            const json_t *results) {
    const struct benchmark *b = &g->chosen.benchmark[i];
    const double steps = timing_general_steps(g, i);
    json_t *ns = estimate_tell(timing_general_ns(g, i));
    json_object_set_new(ns, "processes", list_processes(g, i, steps));
    json_object_set_new(ns, "blocks", list_quantiles(g, i, steps));
    json_t *one = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:O, s:s, s:o, s:o, s:o, s:o, s:o, s:n}", "name",
        b->name, "model", b->model, "method", b->method, "mode", b->mode, "kind", b->kind,
        "workload", b->workload, "unit", "step", "counters", copy_counters(g, i),
        "instructions", describe_instructions(g, i), "ns", ns, "cycles",
        estimate_tell(timing_general_cycles(g, i)), "floor", find_floor(b, results),
        "peer");
    if (json_is_string(g->instructions[i]))
        json_object_set(one, "instructions_missing", g->instructions[i]);
    return one;
}

json_t *timing_general_document(const struct timing_general *g, const json_t *results) {
    json_t *list = json_array();
    for (int i = 0; i < g->chosen.count; i++)
        if (timing_general_failure(g, i) == NULL && timing_general_steps(g, i) > 0)
            json_array_append_new(list, describe_one(g, i, results));
    return list;
}
