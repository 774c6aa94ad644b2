/* What is timed side by side: formulas of sums, products and roots, which are vectors in lanes, and a
 * sine, which libm computes one by one in either.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/timing/timing_results.h"
#include "harness/speed/timing/timing_rows.h"

/* Passes in lanes stay below 100 us, so that other processes seldom get into one. */
static const struct {
    const char *name;
    int steps;
} models[] = {{"van_der_pol", 64},
              {"kepler", 64},
              {"heavy_top", 64},
              {"pleiades", 8},
              {"pendulum", 64}};
static const char *const methods[] = {"semi-explicit-euler", "semi-explicit-euler-2",
                                      "explicit-euler", "runge-kutta-merson"};
enum {
    MODELS = sizeof models / sizeof *models,
    METHODS = sizeof methods / sizeof *methods,
    ROWS = MODELS * METHODS
};
static const double step = 0x1p-12;
/* How many times less a step should take in lanes, in the mean over the models. */
static const double least_ratio = 3;

/* Workload 2 i is row i alone, 2 i + 1 in lanes; the model's rows stand together. */
static bool is_chosen(int i, const char *method) {
    return method == NULL || strcmp(methods[i % METHODS], method) == 0;
}

bool timing_lanes_choose(const char *method) {
    bool chosen = false;
    for (int i = 0; i < METHODS; i++)
        chosen = chosen || is_chosen(i, method);
    return chosen;
}

static json_t *make_workload(int row, const char *kernel) {
    return json_pack("{s:s, s:s, s:f, s:f, s:s*}", "model", models[row / METHODS].name,
                     "method", methods[row % METHODS], "step", step, "length",
                     models[row / METHODS].steps * step, "kernel", kernel);
}

json_t *timing_lanes_workloads(const char *method) {
    json_t *workloads = json_array();
    for (int i = 0; i < 2 * ROWS; i++)
        json_array_append_new(workloads,
                              is_chosen(i / 2, method)
                                  ? make_workload(i / 2, i % 2 == 1 ? PASS_LANES : NULL)
                                  : json_null());
    return workloads;
}

/* The geometric mean over rows first .. end-1 that are there, in a process. */
static double mean_of(const struct batch *b, int process, int first, int end) {
    double sum = 0;
    int rows = 0;
    for (int i = first; i < end; i++) {
        const double ratio =
            batch_ns(b, process, 2 * i) / batch_ns(b, process, 2 * i + 1);
        rows += isfinite(ratio);
        sum += isfinite(ratio) ? log(ratio) : 0;
    }
    return rows > 0 ? exp(sum / rows) : NAN;
}

/* Of a row, of a model's rows, and of all. */
static double of_row(const struct batch *b, int process, int i) {
    return mean_of(b, process, i, i + 1);
}
static double of_model(const struct batch *b, int process, int i) {
    return mean_of(b, process, i, i + METHODS);
}
static double of_all(const struct batch *b, int process, int i) {
    return mean_of(b, process, i, i + ROWS);
}

static json_t *make_point(const struct batch *b, int i) {
    json_t *point = json_pack("{s:s, s:s, s:o, s:o}", "part", models[i / METHODS].name,
                              "method", methods[i % METHODS], "alone_ns",
                              json_number(batch_estimate(b, 2 * i, batch_ns).value), "ns",
                              json_number(batch_estimate(b, 2 * i + 1, batch_ns).value));
    timing_add_estimate(point, batch_estimate(b, i, of_row));
    return point;
}

/* Of rows first, ..., so many of them; least: NaN for what is told only. */
static void append(const struct batch *b, const char *name, int first, int rows,
                   batch_number *number, double least, json_t *results) {
    struct result r = timing_result(name, NULL, "default", "lanes-ratio");
    const struct estimate mean = batch_estimate(b, first, number);
    for (int i = first; i < first + rows; i++) {
        if (batch_counters(b, 2 * i) == NULL)
            continue;
        json_array_append_new(r.points, make_point(b, i));
        r.method = r.method == NULL || r.method == methods[i % METHODS]
                       ? methods[i % METHODS]
                       : "all";
    }
    if (r.method == NULL)
        r.method = "all";
    timing_take(&r, mean);
    r.expected = least;
    if (isfinite(mean.value))
        r.verdict = timing_judge(mean, least, NAN);
    timing_append(results, &r,
                  "a step alone over a step in lanes, the geometric mean of the points");
}

void timing_lanes_results(const struct batch *b, json_t *results) {
    for (int m = 0; m < MODELS; m++)
        append(b, models[m].name, m * METHODS, METHODS, of_model, NAN, results);
    append(b, "all", 0, ROWS, of_all, least_ratio, results);
}
