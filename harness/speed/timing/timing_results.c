/* What the sources that make results of timings share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_results.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

struct result timing_result(const char *model, const char *method, const char *mode,
                            const char *quantity) {
    struct result r = result_begin(NULL, "timing", "double", quantity);
    r.model = model;
    r.method = method;
    r.mode = mode;
    r.grade = "none";
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    r.points = json_array();
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

json_t *timing_append(json_t *results, struct result *r, const char *reason, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, reason);
    vsnprintf(text, sizeof text, reason, arguments);
    va_end(arguments);
    r->reason = text;
    record_add(results, &result_record, r);
    json_decref(r->points);
    r->points = NULL;
    r->reason = NULL;
    return json_array_get(results, json_array_size(results) - 1);
}

void timing_add_estimate(json_t *point, struct estimate e) {
    json_t *told = estimate_tell(e);
    json_object_update(point, told);
    json_decref(told);
}
