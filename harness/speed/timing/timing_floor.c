/* The time of a step over the sum of its kernels' times.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "harness/base/json_number.h"
#include "harness/integrators/subject.h"
#include "harness/speed/benchmarks/pass_pair.h"
#include "harness/speed/timing/timing_results.h"

/* A step should cost no more than so many times its kernels: from eight states on, and below,
 * where the kernels are a few nanoseconds each. */
static const double most_over_kernels = 1.25, most_over_small_kernels = 1.5;

static json_t *floor_point(const struct timing_found *f, int i, struct estimate ratio) {
    const struct timing_setting *s = &f->plan.setting[i];
    const int process = timing_first_process(f);
    json_t *point = timing_point(s), *each = json_object();
    timing_add_estimate(point, ratio);
    timing_add_values(point, f, i, "ratio", "ratios");
    json_object_set_new(point, "ns", json_number(timing_estimate(f, i, "ns").value));
    json_object_set_new(point, "floor",
                        json_number(timing_estimate(f, i, "floor").value));
    const json_t *times =
        json_array_get(json_object_get(process < 0 ? NULL : f->found[process], "kernels"),
                       (size_t)s->kernels);
    for (int k = 0; k < PAIR_KERNELS; k++)
        json_object_set(each, pair_kernel_names[k], json_array_get(times, (size_t)k));
    json_object_set_new(point, "kernels", each);
    timing_add_counts(point, f, i);
    return point;
}

/* Whether a step's cost over its kernels' is more than it should be: the interval says so. */
static enum verdict judge(struct estimate e, double most) {
    if (e.high <= most)
        return VERDICT_PASS;
    return e.low > most ? VERDICT_FAIL : VERDICT_NOT_ASYMPTOTIC;
}

void timing_append_floor(const struct timing_found *f, int group, json_t *results) {
    struct result r = timing_result(f, "step-over-kernels");
    const int n = f->model->nq + f->model->nv + f->model->nz;
    int over = 0, rows = 0;
    char reason[256];
    r.expected = n < timing_small_system ? most_over_small_kernels : most_over_kernels;
    r.verdict = VERDICT_PASS;
    for (int i = 0; i < f->plan.count; i++) {
        const struct timing_setting *s = &f->plan.setting[i];
        if (!timing_is_in_group(s, group) || s->kernels < 0)
            continue;
        struct estimate ratio = timing_estimate(f, i, "ratio");
        enum verdict verdict = judge(ratio, r.expected);
        if (rows++ == 0 || ratio.value > r.value)
            timing_take(&r, ratio);
        over += verdict != VERDICT_PASS;
        r.verdict = verdict_worse(r.verdict, verdict);
        json_array_append_new(r.points, floor_point(f, i, ratio));
    }
    if (rows == 0) { /* nothing is known, and nothing is said */
        json_decref(r.points);
        return;
    }
    snprintf(reason, sizeof reason,
             "%d states; the largest of %d kinds of runs, of which %d cost more than %g "
             "times their kernels or may do so",
             n, rows, over, r.expected);
    timing_append(results, f, subject_method_name((enum integrator_method)(group / 2)),
                  group, &r, reason);
}
