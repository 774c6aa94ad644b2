/* How a result of the study begins.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/study.h"
#include "harness/studies/control/study_control_watch.h"

const double control_accuracy[2] = {1e-4, 1e-6}, control_longest = 0.013;

struct result control_result(const struct study *s, const char *quantity) {
    struct result r = result_begin(s->model, "control", "double", quantity);
    r.grade = "none";
    r.required = false;
    return r;
}

struct result control_at_most(const struct study *s, const char *quantity, double value,
                              double most, bool judged) {
    struct result r = control_result(s, quantity);
    r.low = value;
    result_hold(&r, value, most);
    r.required = judged;
    if (!judged)
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
    return r;
}
