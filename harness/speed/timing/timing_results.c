/* What the sources that make results of timings share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_results.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/result_fields.h"
#include "harness/results/result_list.h"
#include "problems/base/status.h"

#define COST(name, member, kind, ...)                                                    \
    RECORD_NAMED(name, struct precision_cost, member, kind, __VA_ARGS__)

static const struct record_field cost_fields[] = {
    COST("error", error, NUMBER, "at the end of the run, relative"),
    COST("reached", is_reached, FLAG, "whether a run has so small an error"),
    COST("at_most", is_at_most, FLAG, "whether the coarsest has it already"),
    COST("ns", ns.value, NUMBER, "of the run"),
    COST("low", ns.low, NUMBER, "of its interval"),
    COST("high", ns.high, NUMBER, "of its interval"),
    COST("evaluations", evaluations, NUMBER, "in the run"),
    {.key = NULL},
};
static const struct record cost_record = {"cost", "What a run of a relative error costs.",
                                          sizeof(struct precision_cost), cost_fields};

#define BESIDES(member, kind, ...)                                                       \
    RECORD_FIELD(struct timing_found, member, kind, __VA_ARGS__)
#define OF_CURVE .with = offsetof(struct timing_found, is_curve)

static const struct record_field fields[] = {
    RESULT_FIELDS(struct timing_found, of.),
    BESIDES(kind, TEXT, "of the runs: fixed or controlled", .may_lack = true),
    BESIDES(length, NUMBER, "of a run", OF_CURVE),
    BESIDES(order, NUMBER, "of the errors over the rungs", OF_CURVE),
    RECORD_NAMED("at", struct timing_found, cost, LIST, "costs at equal errors",
                 .of = &cost_record, .count = offsetof(struct timing_found, costs),
                 OF_CURVE),
    {.key = NULL},
};
const struct record timing_found_record = {"found", "A result of the timing study.",
                                           sizeof(struct timing_found), fields};

struct result timing_result(const char *model, const char *method, const char *mode,
                            const char *quantity) {
    struct result r = result_begin(NULL, "timing", "double", quantity);
    r.model = model;
    r.method = method;
    r.mode = mode;
    r.grade = "none";
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    return r;
}

void timing_take(struct result *r, struct estimate e) {
    r->value = e.value;
    r->low = e.low;
    r->high = e.high;
}

enum verdict timing_judge(struct estimate e, double least, double most) {
    if (e.low > most || e.high < least)
        return VERDICT_FAIL;
    return (isnan(most) || e.high <= most) && (isnan(least) || e.low >= least)
               ? VERDICT_PASS
               : VERDICT_NOT_ASYMPTOTIC;
}

void timing_add(struct timing_results *results, const struct timing_found *f) {
    struct timing_points points = f->points;
    results->is_short |= points.is_short;
    if (record_append(&timing_found_record, &results->found, &results->count, f)) {
        results->is_short = true;
        timing_points_clear(&points);
    }
}

void timing_append(struct timing_results *results, struct result *r,
                   struct timing_points *points, const char *reason, ...) {
    char text[sizeof(struct diagnostic) + 256];
    va_list arguments;
    va_start(arguments, reason);
    vsnprintf(text, sizeof text, reason, arguments);
    va_end(arguments);
    r->reason = text;
    timing_add(results, &(struct timing_found){.of = *r, .points = *points});
    *points = (struct timing_points){.count = 0};
    r->reason = NULL;
}

static json_t *tell(const struct timing_found *f) {
    json_t *object = record_tell(&timing_found_record, f), *points = json_array();
    int failed = points == NULL;
    for (int i = 0; i < f->points.count && !failed; i++)
        failed = json_array_append_new(points, timing_point_tell(&f->points.point[i]));
    if (json_object_set_new(object, "points", points) || failed) {
        json_decref(object);
        return NULL;
    }
    return object;
}

json_t *timing_results_tell(const struct timing_results *results) {
    json_t *array = json_array();
    int failed = array == NULL;
    TIMING_FOREACH(results, f) {
        failed = failed || json_array_append_new(array, tell(f)) != 0;
    }
    if (failed)
        json_decref(array);
    return failed ? NULL : array;
}

int timing_results_give(struct results *list, const struct timing_results *results) {
    int failed = 0;
    TIMING_FOREACH(results, f) {
        failed = failed || results_add(list, &f->of, "%s", f->of.reason) != 0;
    }
    return failed;
}

void timing_results_clear(struct timing_results *results) {
    for (int i = 0; i < results->count; i++) {
        timing_points_clear(&results->found[i].points);
        record_clear(&timing_found_record, &results->found[i]);
    }
    free(results->found);
    *results = (struct timing_results){.count = 0};
}

const struct timing_found *timing_find_like(const struct timing_results *results,
                                            const char *quantity,
                                            const struct timing_found *like) {
    TIMING_FOREACH(results, f) {
        if (strcmp(f->of.quantity, quantity) == 0 &&
            strcmp(f->of.model, like->of.model) == 0 &&
            strcmp(f->of.method, like->of.method) == 0 &&
            strcmp(f->of.mode, like->of.mode) == 0)
            return f;
    }
    return NULL;
}
