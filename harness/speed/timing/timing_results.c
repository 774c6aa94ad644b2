/* What the sources that make results of timings share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_results.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "problems/base/status.h"

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
    char text[sizeof(struct diagnostic) + 256];
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

void timing_add_each(json_t *point, const struct batch *b, int i,
                     const char *const *keys) {
    for (; *keys != NULL; keys++)
        json_object_set_new(point, *keys, json_number(batch_each(b, i, *keys)));
}

json_t *timing_find_like(const json_t *results, const char *quantity,
                         const json_t *like) {
    static const char *const same[] = {"model", "method", "mode"};
    size_t i;
    json_t *result;
    json_array_foreach((json_t *)results, i, result) {
        bool is_like = results_text_is(result, "quantity", quantity);
        for (int k = 0; k < 3; k++)
            is_like =
                is_like && results_text_is(result, same[k], results_text(like, same[k]));
        if (is_like)
            return result;
    }
    return NULL;
}
