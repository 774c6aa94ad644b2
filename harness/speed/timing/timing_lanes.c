/* What is timed side by side: formulas of sums, products and roots, which are vectors in lanes,
 * and sines, which libm computes one by one where lanes are not compiled for vectors of eight.
 * The explicit methods, and the implicit pair.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/timing/timing_results.h"
#include "harness/speed/timing/timing_rows.h"

/* Passes in lanes stay below 100 us, so that other processes seldom get into one. The pair's first
 * steps, which form J, count more in them than in a run. */
#define EXPLICIT(model, steps)                                                           \
    {model, "semi-explicit-euler", steps}, {model, "semi-explicit-euler-2", steps},      \
        {model, "explicit-euler", steps}, {                                              \
        model, "runge-kutta-merson", steps                                               \
    }
#define PAIR(model, steps)                                                               \
    { model, "velocity-implicit-euler", steps }
static const struct {
    const char *model, *method;
    int steps;
} rows[] = {
    EXPLICIT("van_der_pol", 64), EXPLICIT("kepler", 64),     EXPLICIT("heavy_top", 64),
    EXPLICIT("pleiades", 8),     EXPLICIT("pendulum", 64),   PAIR("van_der_pol", 128),
    PAIR("kepler", 128),         PAIR("euler_top", 128),     PAIR("henon_heiles", 128),
    PAIR("pendulum", 64),        PAIR("double_pendulum", 32)};
enum { ROWS_OF_PAIR = 6, ROWS = sizeof rows / sizeof *rows };
enum { FIRST_OF_PAIR = ROWS - ROWS_OF_PAIR };
static const double step = 0x1p-12;
/* How many times less a step should take in lanes, in the mean over the models. */
static const double least_ratio = 3;

/* Workload 2 i is row i alone, 2 i + 1 in lanes; the model's rows stand together. */
static bool is_chosen(int i, const char *method) {
    return method == NULL || strcmp(rows[i].method, method) == 0;
}

static json_t *make_workload(int row, const char *kernel) {
    return json_pack("{s:s, s:s, s:f, s:f, s:s*}", "model", rows[row].model, "method",
                     rows[row].method, "step", step, "length", rows[row].steps * step,
                     "kernel", kernel);
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

static bool is_of_pair(int i) {
    return i >= FIRST_OF_PAIR;
}

/* Which rows of a family stand together: those of a model, of a method, or all. */
enum together { OF_MODEL, OF_METHOD, OF_ALL };

static bool are_together(int i, int k, enum together which) {
    if (is_of_pair(i) != is_of_pair(k))
        return false;
    return which == OF_ALL ||
           (which == OF_MODEL ? strcmp(rows[i].model, rows[k].model) == 0
                              : strcmp(rows[i].method, rows[k].method) == 0);
}

static double of_row(const struct batch *b, int process, int i) {
    return batch_ns(b, process, 2 * i) / batch_ns(b, process, 2 * i + 1);
}

/* The geometric mean, in a process, over the rows that are there and stand together with row i, as
 * `which` says: number ROWS which + i. */
static double mean_of(const struct batch *b, int process, int number) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < ROWS; i++) {
        const double ratio = of_row(b, process, i);
        const bool counts =
            are_together(i, number % ROWS, (enum together)(number / ROWS)) &&
            isfinite(ratio);
        count += counts;
        sum += counts ? log(ratio) : 0;
    }
    return count > 0 ? exp(sum / count) : NAN;
}

static struct timing_point make_point(const struct batch *b, int i) {
    static const char members[] = "part method alone_ns ns value low high";
    struct timing_point p = timing_point_begin(members, batch_estimate(b, i, of_row));
    p.part = rows[i].model;
    p.method = rows[i].method;
    p.alone_ns = batch_estimate(b, 2 * i, batch_ns).value;
    p.ns = batch_estimate(b, 2 * i + 1, batch_ns).value;
    return p;
}

/* Of row first's model, of its method, or of all of its family. */
static void append(const struct batch *b, int first, enum together which,
                   struct timing_results *results) {
    struct result r = timing_result(which == OF_MODEL ? rows[first].model : "all", NULL,
                                    "default", "lanes-ratio");
    struct timing_points points = {.count = 0};
    const struct estimate mean = batch_estimate(b, ROWS * (int)which + first, mean_of);
    for (int i = 0; i < ROWS; i++) {
        if (!are_together(i, first, which) || batch_counters(b, 2 * i) == NULL)
            continue;
        timing_point_add(&points, make_point(b, i));
        const bool is_same = r.method == NULL || strcmp(r.method, rows[i].method) == 0;
        r.method = is_same ? rows[i].method : "all";
    }
    if (r.method == NULL)
        r.method = is_of_pair(first) ? rows[first].method : "all";
    timing_take(&r, mean);
    r.expected = which == OF_MODEL ? NAN : least_ratio;
    if (isfinite(mean.value))
        r.verdict = timing_judge(mean, r.expected, NAN);
    timing_append(results, &r, &points,
                  "a step alone over a step in lanes, the geometric mean of the points");
}

static bool is_asked_for(const struct batch *b, int i) {
    return !json_is_null(json_array_get(b->workloads, (size_t)(2 * i)));
}

/* Of rows first .. end-1, a family, if one of them was asked for: of each model, and of all; of the
 * first method, which has a goal of its own, where there are others beside it. */
static void append_family(const struct batch *b, int first, int end,
                          struct timing_results *results) {
    bool any = false, others = false;
    for (int i = first; i < end; i++) {
        any = any || is_asked_for(b, i);
        others = others || (is_asked_for(b, i) && !are_together(i, first, OF_METHOD));
    }
    for (int i = first; i < end && any; i++)
        if (i == first || !are_together(i, i - 1, OF_MODEL))
            append(b, i, OF_MODEL, results);
    if (any)
        append(b, first, OF_ALL, results);
    if (others && is_asked_for(b, first))
        append(b, first, OF_METHOD, results);
}

void timing_lanes_results(const struct batch *b, struct timing_results *results) {
    append_family(b, 0, FIRST_OF_PAIR, results);
    append_family(b, FIRST_OF_PAIR, ROWS, results);
}
