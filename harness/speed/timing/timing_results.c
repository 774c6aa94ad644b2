/* Results of a model: time per step, with the counters behind it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/integrators/subject.h"
#include "harness/speed/timing/timing_results.h"

static const char *counters_text(enum original_counters counters) {
    return counters == ORIGINAL_EQUAL      ? "equal"
           : counters == ORIGINAL_ROUNDING ? "rounding"
                                           : "differ";
}

static enum original_counters compare(const struct timing_found *f, int i) {
    const struct timing_setting *s = &f->plan.setting[i];
    return original_cost_compare(
        s->recorded, s->fixed, timing_count_of(f, i, "steps"),
        timing_count_of(f, i, "iterations"), timing_count_of(f, i, "evaluations"),
        timing_count_of(f, i, "jacobians"), timing_count_of(f, i, "factorizations"));
}

struct tally {
    int rows, recorded, differing;
    double allocations;
};

static json_t *ns_point(const struct timing_found *f, int i, struct tally *tally) {
    const struct timing_setting *s = &f->plan.setting[i];
    json_t *point = timing_point(s);
    timing_add_estimate(point, timing_estimate(f, i, "ns"));
    timing_add_values(point, f, i, "ns", "medians");
    timing_add_values(point, f, i, "least", "least");
    timing_add_counts(point, f, i);
    tally->rows++;
    tally->allocations += timing_count_of(f, i, "allocations");
    if (s->recorded != NULL && s->mode == FAST_FAITHFUL) {
        enum original_counters counters = compare(f, i);
        tally->recorded++;
        tally->differing += counters == ORIGINAL_DIFFERENT;
        json_object_set_new(point, "counters", json_string(counters_text(counters)));
    }
    return point;
}

static void append_ns(const struct timing_found *f, int group, json_t *results) {
    struct result r = timing_result(f, "ns-per-step");
    struct tally tally = {0, 0, 0, 0};
    char reason[256];
    for (int i = 0; i < f->plan.count; i++) {
        if (!timing_is_in_group(&f->plan.setting[i], group))
            continue;
        if (tally.rows == 0)
            timing_take(&r, timing_estimate(f, i, "ns"));
        json_array_append_new(r.points, ns_point(f, i, &tally));
    }
    bool is_sound = tally.differing == 0 && !(tally.allocations > 0) && isfinite(r.value);
    r.verdict = is_sound ? VERDICT_PASS : VERDICT_FAIL;
    int length = snprintf(reason, sizeof reason, "%g allocations in %d kinds of runs",
                          tally.allocations, tally.rows);
    if (tally.recorded > 0)
        snprintf(reason + length, sizeof reason - (size_t)length,
                 "; counters differ from the original's in %d of %d", tally.differing,
                 tally.recorded);
    timing_append(results, f, subject_method_name((enum integrator_method)(group / 2)),
                  group, &r, reason);
}

static bool has_group(const struct timing_found *f, int group) {
    for (int i = 0; i < f->plan.count; i++)
        if (timing_is_in_group(&f->plan.setting[i], group))
            return true;
    return false;
}

void timing_results_of_model(const struct timing_found *f, json_t *results) {
    if (timing_first_process(f) < 0)
        return;
    for (int group = 0; group < TIMING_GROUPS; group++) {
        if (!has_group(f, group))
            continue;
        append_ns(f, group, results);
        timing_append_ratio(f, group, results);
        timing_append_floor(f, group, results);
    }
}
