/* Default mode's steps beside loops that are written by hand for the same steps (by_hand.h),
 * with the same kernels, iterations, norms and estimates: with fixed steps, which iterate the
 * large step, too, and under error control at an accuracy at which steps are as long as they may
 * be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/timing/timing_plan.h"
#include "harness/speed/timing/timing_results.h"
#include "harness/speed/timing/timing_rows.h"

#define HAND_METHOD "velocity-implicit-euler"

/* The same J lasts for a pass. */
static const struct {
    const char *model;
    double step[2]; /* fixed, and under error control */
    int states;
} rows[] = {{"pendulum", {0x1p-7, 0x1p-8}, 2},
            {"double_pendulum", {0x1p-10, 0x1p-10}, 4},
            {"chain8_k1e5", {0x1p-10, 0x1p-13}, 16},
            {"planar_chain10", {0x1p-10, 0x1p-10}, 20}};
enum { ROWS = sizeof rows / sizeof *rows, KINDS = 2, STEPS = 64 };
static const double accuracy = 1e-2;

/* A step should cost no more than so many times the loop's. */
static const double most_over_hand = 1.25, most_over_hand_small = 1.5;

/* Kind k of row r is workload 2 (KINDS r + k), the loop by hand the next one. */
static bool is_controlled(int i) {
    return i / 2 % KINDS == 1;
}

static json_t *make_workload(int i) {
    const bool controlled = is_controlled(i);
    const double step = rows[i / 2 / KINDS].step[controlled];
    json_t *options = json_pack("{s:s}", "mode", "default");
    if (controlled)
        json_object_set_new(options, "max-step", json_sprintf("%.17g", step));
    return json_pack("{s:s, s:s, s:o, s:f, s:f, s:s}", "model", rows[i / 2 / KINDS].model,
                     "method", HAND_METHOD, "options", options,
                     controlled ? "accuracy" : "step", controlled ? accuracy : step,
                     "length", STEPS * step, "kernel",
                     i % 2 == 0 ? PASS_KEPT : PASS_BY_HAND);
}

json_t *timing_hand_workloads(const char *method) {
    const bool is_chosen = method == NULL || strcmp(method, HAND_METHOD) == 0;
    json_t *workloads = json_array();
    for (int i = 0; i < 2 * KINDS * ROWS; i++)
        json_array_append_new(workloads, is_chosen ? make_workload(i) : json_null());
    return workloads;
}

/* Of the kind whose workloads are i, ours, and i + 1. */
static double over_hand(const struct batch *b, int process, int i) {
    return batch_ratio(b, process, i, i + 1);
}

static struct timing_point make_point(const struct batch *b, int i) {
    static const char members[] =
        "kind h ns hand_ns evaluations hand_evaluations ratios value low high";
    struct timing_point p = timing_point_begin(members, batch_estimate(b, i, over_hand));
    timing_point_count(&p, b, i);
    p.kind = is_controlled(i) ? "error-controlled" : "fixed";
    p.h = rows[i / 2 / KINDS].step[is_controlled(i)];
    p.ns = batch_estimate(b, i, batch_ns).value;
    p.hand_ns = batch_estimate(b, i + 1, batch_ns).value;
    p.hand_evaluations = batch_each(b, i + 1, "evaluations");
    p.ratios = timing_point_list(b, i, over_hand);
    return p;
}

static void append(const struct batch *b, int row, struct timing_results *results) {
    struct result r =
        timing_result(rows[row].model, HAND_METHOD, "default", "step-over-hand");
    struct timing_points points = {.count = 0};
    r.expected =
        rows[row].states < timing_small_system ? most_over_hand_small : most_over_hand;
    r.verdict = VERDICT_PASS;
    for (int k = 0; k < KINDS; k++) {
        const int i = 2 * (KINDS * row + k);
        const struct estimate ratio = batch_estimate(b, i, over_hand);
        timing_point_add(&points, make_point(b, i));
        if (k == 0 || ratio.value > r.value || !isfinite(ratio.value))
            timing_take(&r, ratio);
        r.verdict = verdict_worse(r.verdict, timing_judge(ratio, NAN, r.expected));
    }
    timing_append(
        results, &r, &points,
        "%d states; default mode's step over a loop that is written by hand for "
        "it, the larger of both kinds of runs",
        rows[row].states);
}

void timing_hand_results(const struct batch *b, struct timing_results *results) {
    for (int i = 0; i < ROWS; i++)
        append(b, i, results);
}
