/* Results of a model: time per step, ratio to the original, step over kernels.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/estimate.h"
#include "harness/json_number.h"
#include "harness/result.h"
#include "harness/study_timing.h"
#include "harness/subject.h"
#include "harness/timing_results.h"

/* A step should cost no more than so many times its kernels: from eight states on, and below,
 * where the kernels are a few nanoseconds each. */
static const double most_over_kernels = 1.25, most_over_small_kernels = 1.5;
enum { small_system = 8 };

/* ---- What the processes have found */

static const json_t *case_of(const struct timing_found *f, int process, int setting) {
    return json_array_get(json_object_get(f->found[process], "cases"), (size_t)setting);
}

double timing_number(const struct timing_found *f, int process, int setting,
                     const char *key) {
    const json_t *number = json_object_get(case_of(f, process, setting), key);
    return json_is_number(number) ? json_number_value(number) : NAN;
}

int timing_values(const struct timing_found *f, int setting, const char *key,
                  double *value) {
    int count = 0;
    for (int p = 0; p < f->processes; p++)
        if (f->found[p] != NULL)
            value[count++] = timing_number(f, p, setting, key);
    return count;
}

int timing_first_process(const struct timing_found *f) {
    for (int p = 0; p < f->processes; p++)
        if (f->found[p] != NULL)
            return p;
    return -1;
}

/* The counts do not depend on the process. */
static double count_of(const struct timing_found *f, int setting, const char *key) {
    int process = timing_first_process(f);
    return process < 0 ? NAN : timing_number(f, process, setting, key);
}

static struct estimate estimate_of(const struct timing_found *f, int setting,
                                   const char *key) {
    double *value = calloc((size_t)f->processes + 1, sizeof *value);
    struct estimate e = {NAN, NAN, NAN};
    if (value != NULL)
        e = estimate_ratio(timing_values(f, setting, key, value), value);
    free(value);
    return e;
}

bool timing_is_in_group(const struct timing_setting *s, int group) {
    return (int)s->method == group / 2 && (int)s->mode == group % 2;
}

const char *timing_mode_name(int group) {
    return group % 2 == FAST_FAITHFUL ? "faithful" : "default";
}

/* ---- Points */

static const char *jacobian_name(enum fast_jacobian jacobian) {
    return jacobian == FAST_EXACT     ? "exact"
           : jacobian == FAST_CENTRAL ? "central"
                                      : "forward";
}

static const char *newton_name(enum fast_newton newton) {
    return newton == FAST_FULL ? "full" : newton == FAST_FRESH ? "fresh" : "reuse";
}

static json_t *describe_setting(const struct timing_setting *s) {
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "kind",
                     s->fixed ? "fixed" : "error-controlled", "jacobian",
                     jacobian_name(s->jacobian), "newton", newton_name(s->newton),
                     "accuracy", json_number(s->accuracy), "h", json_number(s->h),
                     "length", json_number(s->length));
}

static void add_estimate(json_t *point, struct estimate e) {
    json_object_set_new(point, "value", json_number(e.value));
    json_object_set_new(point, "low", json_number(e.low));
    json_object_set_new(point, "high", json_number(e.high));
}

static void add_values(json_t *point, const struct timing_found *f, int setting,
                       const char *key, const char *as) {
    double *value = calloc((size_t)f->processes + 1, sizeof *value);
    if (value != NULL)
        json_object_set_new(point, as,
                            json_numbers(value, timing_values(f, setting, key, value)));
    free(value);
}

/* Counters for each step. */
static void add_counts(json_t *point, const struct timing_found *f, int setting) {
    static const char *const keys[] = {"evaluations", "iterations",     "solves",
                                       "jacobians",   "factorizations", "maps",
                                       "allocations"};
    double steps = count_of(f, setting, "steps");
    json_object_set_new(point, "steps", json_number(steps));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set_new(point, keys[i],
                            json_number(count_of(f, setting, keys[i]) / steps));
}

/* ---- ns-per-step */

static const char *counters_text(enum original_counters counters) {
    return counters == ORIGINAL_EQUAL      ? "equal"
           : counters == ORIGINAL_ROUNDING ? "rounding"
                                           : "differ";
}

static enum original_counters compare(const struct timing_found *f, int i) {
    const struct timing_setting *s = &f->plan.setting[i];
    return original_cost_compare(
        s->recorded, s->fixed, count_of(f, i, "steps"), count_of(f, i, "iterations"),
        count_of(f, i, "evaluations"), count_of(f, i, "jacobians"),
        count_of(f, i, "factorizations"));
}

struct tally {
    int rows, recorded, differing;
    double allocations;
};

static json_t *ns_point(const struct timing_found *f, int i, struct tally *tally) {
    const struct timing_setting *s = &f->plan.setting[i];
    json_t *point = describe_setting(s);
    add_estimate(point, estimate_of(f, i, "ns"));
    add_values(point, f, i, "ns", "medians");
    add_values(point, f, i, "least", "least");
    add_counts(point, f, i);
    tally->rows++;
    tally->allocations += count_of(f, i, "allocations");
    if (s->recorded != NULL && s->mode == FAST_FAITHFUL) {
        enum original_counters counters = compare(f, i);
        tally->recorded++;
        tally->differing += counters == ORIGINAL_DIFFERENT;
        json_object_set_new(point, "counters", json_string(counters_text(counters)));
    }
    return point;
}

void timing_append(json_t *results, const struct timing_found *f, const char *method,
                   int group, const struct result *r, const char *reason) {
    const struct study study = {.model = f->model, .method = method};
    if (result_append(results, &study, r, "%s", reason) != 0)
        return;
    json_t *last = json_array_get(results, json_array_size(results) - 1);
    json_object_set_new(last, "model", json_text(f->name, strlen(f->name)));
    json_object_set_new(last, "mode", json_string(timing_mode_name(group)));
}

struct result timing_result(const struct timing_found *f, const char *quantity) {
    struct result r = result_begin(f->model, "timing", "double", quantity);
    r.grade = "none";
    r.required = false;
    r.points = json_array();
    return r;
}

static void take(struct result *r, struct estimate e) {
    r->value = e.value;
    r->low = e.low;
    r->high = e.high;
}

static void append_ns(const struct timing_found *f, int group, json_t *results) {
    struct result r = timing_result(f, "ns-per-step");
    struct tally tally = {0, 0, 0, 0};
    char reason[256];
    for (int i = 0; i < f->plan.count; i++) {
        if (!timing_is_in_group(&f->plan.setting[i], group))
            continue;
        if (tally.rows == 0)
            take(&r, estimate_of(f, i, "ns"));
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
    timing_append(results, f, subject_method_name((enum fast_method)(group / 2)), group,
                  &r, reason);
}

/* ---- step-over-kernels */

static json_t *floor_point(const struct timing_found *f, int i, struct estimate ratio) {
    const struct timing_setting *s = &f->plan.setting[i];
    const int process = timing_first_process(f);
    json_t *point = describe_setting(s), *each = json_object();
    add_estimate(point, ratio);
    add_values(point, f, i, "ratio", "ratios");
    json_object_set_new(point, "ns", json_number(estimate_of(f, i, "ns").value));
    json_object_set_new(point, "floor", json_number(estimate_of(f, i, "floor").value));
    const json_t *times =
        json_array_get(json_object_get(process < 0 ? NULL : f->found[process], "kernels"),
                       (size_t)s->kernels);
    for (int k = 0; k < TIMING_KERNELS; k++)
        json_object_set(each, timing_kernel_name((enum timing_kernel)k),
                        json_array_get(times, (size_t)k));
    json_object_set_new(point, "kernels", each);
    add_counts(point, f, i);
    return point;
}

/* Whether a step's cost over its kernels' is more than it should be: the interval says so. */
static enum verdict judge(struct estimate e, double most) {
    if (e.high <= most)
        return VERDICT_PASS;
    return e.low > most ? VERDICT_FAIL : VERDICT_NOT_ASYMPTOTIC;
}

static void append_floor(const struct timing_found *f, int group, json_t *results) {
    struct result r = timing_result(f, "step-over-kernels");
    const int n = f->model->nq + f->model->nv + f->model->nz;
    int over = 0, rows = 0;
    char reason[256];
    r.expected = n < small_system ? most_over_small_kernels : most_over_kernels;
    r.verdict = VERDICT_PASS;
    for (int i = 0; i < f->plan.count; i++) {
        const struct timing_setting *s = &f->plan.setting[i];
        if (!timing_is_in_group(s, group) || s->kernels < 0)
            continue;
        struct estimate ratio = estimate_of(f, i, "ratio");
        enum verdict verdict = judge(ratio, r.expected);
        if (rows++ == 0 || ratio.value > r.value)
            take(&r, ratio);
        over += verdict != VERDICT_PASS;
        r.verdict = verdict_worse(r.verdict, verdict);
        json_array_append_new(r.points, floor_point(f, i, ratio));
    }
    snprintf(reason, sizeof reason,
             "%d states; the largest of %d kinds of runs, of which %d cost more than %g "
             "times their kernels or may do so",
             n, rows, over, r.expected);
    timing_append(results, f, subject_method_name((enum fast_method)(group / 2)), group,
                  &r, reason);
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
        append_floor(f, group, results);
    }
}
