/* Results of a model's plan: time per step with the counters behind it, the original's time over
 * ours, a step over its kernels; each for the settings of one method and mode.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/base/json_number.h"
#include "harness/integrators/subject.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/benchmarks/pass_pair.h"
#include "harness/speed/timing/timing_plan.h"
#include "harness/speed/timing/timing_results.h"

/* A step should cost no more than so many times its kernels: from eight states on, and below,
 * where the kernels are a few nanoseconds each. */
static const double most_over_kernels = 1.25, most_over_small_kernels = 1.5;

/* What results are made of. */
struct group {
    const struct timing_plan *plan;
    enum integrator_method method;
    enum fast_mode mode;
};

static bool is_in(const struct group *g, int i) {
    const struct timing_setting *s = &g->plan->setting[i];
    return i < g->plan->count && s->method == g->method && s->mode == g->mode;
}

static struct result begin(const struct group *g, const char *quantity) {
    return timing_result(g->plan->batch.name, subject_method_name(g->method),
                         timing_mode_name(g->mode), quantity);
}

static const char *kind_of(const struct timing_setting *s) {
    return s->fixed ? "fixed" : "error-controlled";
}

#define SETTING "kind jacobian newton accuracy h length value low high "
#define COUNTERS                                                                         \
    "steps evaluations iterations solves jacobians factorizations factors maps "         \
    "products allocations"

static struct timing_point make_point(const char *members, const struct timing_plan *plan,
                                      int i, struct estimate e) {
    const struct timing_setting *s = &plan->setting[i];
    struct timing_point p = timing_point_begin(members, e);
    timing_point_count(&p, &plan->batch, i);
    p.kind = kind_of(s);
    p.jacobian = timing_jacobian_name(s);
    p.newton = timing_newton_name(s);
    p.accuracy = s->accuracy;
    p.h = s->h;
    p.length = s->length;
    return p;
}

/* ---- ns-per-step */

static enum original_counters compare(const struct timing_plan *plan, int i) {
    const struct timing_setting *s = &plan->setting[i];
    const struct batch *b = &plan->batch;
    return original_cost_compare(
        s->recorded, s->fixed, batch_count(b, i, "steps"),
        batch_count(b, i, "iterations"), batch_count(b, i, "evaluations"),
        batch_count(b, i, "jacobians"), batch_count(b, i, "factorizations"));
}

struct tally {
    int rows, recorded, differing;
    double allocations;
};

static struct timing_point make_ns_point(const struct timing_plan *plan, int i,
                                         struct tally *tally) {
    static const char members[] = SETTING "medians least " COUNTERS " counters";
    static const char *const text[] = {[ORIGINAL_EQUAL] = "equal",
                                       [ORIGINAL_ROUNDING] = "rounding",
                                       [ORIGINAL_DIFFERENT] = "differ"};
    const struct timing_setting *s = &plan->setting[i];
    const struct batch *b = &plan->batch;
    struct timing_point p = make_point(members, plan, i, batch_estimate(b, i, batch_ns));
    p.medians = timing_point_list(b, i, batch_ns);
    p.least = timing_point_list(b, i, batch_least);
    tally->rows++;
    tally->allocations += batch_count(b, i, "allocations");
    if (s->recorded != NULL && s->mode == FAST_FAITHFUL) {
        const enum original_counters counters = compare(plan, i);
        tally->recorded++;
        tally->differing += counters == ORIGINAL_DIFFERENT;
        p.counters = text[counters];
    }
    return p;
}

static void append_ns(const struct group *g, struct timing_results *results) {
    struct result r = begin(g, "ns-per-step");
    struct timing_points points = {.count = 0};
    struct tally tally = {0, 0, 0, 0};
    char counters[96] = "";
    for (int i = 0; i < g->plan->count; i++) {
        if (!is_in(g, i))
            continue;
        if (tally.rows == 0)
            timing_take(&r, batch_estimate(&g->plan->batch, i, batch_ns));
        timing_point_add(&points, make_ns_point(g->plan, i, &tally));
    }
    const bool is_sound =
        tally.differing == 0 && !(tally.allocations > 0) && isfinite(r.value);
    r.verdict = is_sound ? VERDICT_PASS : VERDICT_FAIL;
    if (tally.recorded > 0)
        snprintf(counters, sizeof counters,
                 "; counters differ from the original's in %d of %d", tally.differing,
                 tally.recorded);
    timing_append(results, &r, &points, "%g allocations in %d kinds of runs%s",
                  tally.allocations, tally.rows, counters);
}

/* ---- original-ratio */

static struct timing_point make_ratio_point(const struct timing_plan *plan, int i) {
    static const char members[] =
        "kind scheme accuracy original_ns original_iterations ns value low high";
    const struct timing_setting *s = &plan->setting[i];
    const struct original_cost *its = s->recorded;
    struct timing_point p = timing_point_begin(
        members, batch_estimate(&plan->batch, i, timing_recorded_ratio));
    p.kind = kind_of(s);
    p.scheme = original_scheme_name(its->scheme);
    p.accuracy = s->accuracy;
    p.original_ns = its->ns;
    p.original_iterations = its->iterations / (s->fixed ? 1 : its->steps);
    p.ns = its->ns / p.of.value;
    return p;
}

static void append_ratio(const struct group *g, struct timing_results *results) {
    struct result r = begin(g, "original-ratio");
    const struct timing_choice choice = {(int)g->method, g->mode, -1, g->plan};
    struct timing_points points = {.count = 0};
    int rows;
    const struct estimate e = timing_mean_ratio(1, g->plan, choice, &rows);
    for (int i = 0; i < g->plan->count; i++)
        if (is_in(g, i) && g->plan->setting[i].recorded != NULL)
            timing_point_add(&points, make_ratio_point(g->plan, i));
    timing_take(&r, e);
    r.verdict = isfinite(e.value) ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
    if (rows > 0)
        timing_append(results, &r, &points,
                      "the original's recorded time, on another machine, over ours: the "
                      "geometric mean of %d kinds of runs",
                      rows);
    timing_points_clear(&points);
}

/* ---- step-over-kernels */

/* Of the first process that has them, ns of a call; null for one that is not there. */
static json_t *list_kernels(const struct timing_plan *plan, int set) {
    const struct batch *b = &plan->batch;
    json_t *each = json_object();
    int p = 0;
    while (p + 1 < b->how.processes && b->process[p].count == 0)
        p++;
    for (int k = 0; k < PAIR_KERNELS; k++)
        json_object_set_new(
            each, pair_kernel_names[k],
            json_number(batch_pass_ns(b, p, plan->count + set * PAIR_KERNELS + k) /
                        PASS_KERNEL_CALLS));
    return each;
}

static struct timing_point make_floor_point(const struct timing_plan *plan, int i,
                                            struct estimate ratio) {
    static const char members[] = SETTING "ratios ns floor kernels " COUNTERS;
    const struct batch *b = &plan->batch;
    struct timing_point p = make_point(members, plan, i, ratio);
    p.ratios = timing_point_list(b, i, timing_over_floor);
    p.ns = batch_estimate(b, i, batch_ns).value;
    p.floor = batch_estimate(b, i, timing_floor_ns).value;
    p.kernels = list_kernels(plan, plan->setting[i].kernels);
    return p;
}

static void append_floor(const struct group *g, struct timing_results *results) {
    const struct timing_plan *plan = g->plan;
    struct result r = begin(g, "step-over-kernels");
    struct timing_points points = {.count = 0};
    int over = 0, rows = 0;
    r.expected =
        plan->states < timing_small_system ? most_over_small_kernels : most_over_kernels;
    r.verdict = VERDICT_PASS;
    for (int i = 0; i < plan->count; i++) {
        if (!is_in(g, i) || plan->setting[i].kernels < 0)
            continue;
        const struct estimate ratio = batch_estimate(&plan->batch, i, timing_over_floor);
        const enum verdict verdict = timing_judge(ratio, NAN, r.expected);
        if (rows++ == 0 || ratio.value > r.value)
            timing_take(&r, ratio);
        over += verdict != VERDICT_PASS;
        r.verdict = verdict_worse(r.verdict, verdict);
        timing_point_add(&points, make_floor_point(plan, i, ratio));
    }
    if (rows > 0) /* else nothing is known, and nothing is said */
        timing_append(results, &r, &points,
                      "%d states; kinds of runs: %d; more than %g times their kernels, "
                      "certainly or perhaps: %d; the value is the largest",
                      plan->states, rows, r.expected, over);
    timing_points_clear(&points);
}

static bool has_any(const struct group *g) {
    for (int i = 0; i < g->plan->count; i++)
        if (is_in(g, i))
            return batch_counters(&g->plan->batch, i) != NULL;
    return false;
}

void timing_plan_results(const struct timing_plan *plan, struct timing_results *results) {
    static const enum integrator_method methods[] = {FAST_VELOCITY_IMPLICIT_EULER,
                                                     FAST_IMPLICIT_EULER};
    for (int k = 0; k < 4; k++) {
        const struct group g = {plan, methods[k / 2], (enum fast_mode)(k % 2)};
        if (!has_any(&g))
            continue;
        append_ns(&g, results);
        append_ratio(&g, results);
        append_floor(&g, results);
    }
}
