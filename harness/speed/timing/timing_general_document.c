/* The general table as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/results/results_count.h"
#include "harness/speed/timing/timing_general.h"
#include "harness/speed/timing/timing_results.h"

/* Quantiles of all blocks of all processes, of a step. */
static json_t *list_quantiles(const struct batch *t, int i) {
    json_t *all = json_array();
    for (int process = 0; process < t->how.processes; process++)
        json_array_extend(all, measured_at(&t->process[process], i)->blocks);
    json_t *list = estimate_quantiles(all, batch_count(t, i, "steps"));
    json_decref(all);
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
static json_t *find_floor(const json_t *told, const char *kind, const json_t *results) {
    size_t k;
    json_t *point;
    const json_t *result = timing_find_like(results, "step-over-kernels", told);
    json_array_foreach(json_object_get(result, "points"), k, point) {
        if (results_text_is(point, "kind", kind))
            return estimate_tell(estimate_read(point));
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
                  find_floor(one, usual_kind(b), results), "peer");
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
