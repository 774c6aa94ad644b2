/* What is timed side by side: formulas of sums, products and roots, which are vectors in lanes, and a
 * sine, which libm computes one by one in either.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_rows.h"

#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"

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
    CASES = 2 * MODELS * METHODS
};
static const double step = 0x1p-12;
/* How many times less a step should take in lanes, in the mean over the models. */
static const double least_ratio = 3;

/* Case 2 i is row i alone, 2 i + 1 in lanes; the model's rows stand together. */
static const char *method_of(int i) {
    return methods[i % METHODS];
}

static bool is_chosen(int i, const char *method) {
    return method == NULL || strcmp(method_of(i), method) == 0;
}

bool timing_lanes_choose(const char *method) {
    for (int i = 0; i < METHODS; i++)
        if (is_chosen(i, method))
            return true;
    return false;
}

json_t *timing_lanes_workloads(const char *method) {
    json_t *workloads = json_array();
    for (int i = 0; i < CASES; i++) {
        json_t *one =
            json_pack("{s:s, s:s, s:f, s:f}", "model", models[i / 2 / METHODS].name,
                      "method", method_of(i / 2), "step", step, "length",
                      models[i / 2 / METHODS].steps * step);
        if (i % 2 == 1)
            json_object_set_new(one, "kernel", json_string("lanes"));
        json_array_append_new(workloads, is_chosen(i / 2, method) ? one : json_null());
        if (!is_chosen(i / 2, method))
            json_decref(one);
    }
    return workloads;
}

json_t *timing_lanes_found(const struct timing_found *f, const json_t *contestants,
                           int rounds, struct diagnostic *d) {
    json_t *cases = timing_cases(f, contestants, CASES, rounds, d);
    return cases == NULL ? NULL : json_pack("{s:o}", "cases", cases);
}

/* Of row i in a process. */
static double ratio_of(const struct timing_found *f, int process, int i) {
    return timing_number(f, process, 2 * i, "ns") /
           timing_number(f, process, 2 * i + 1, "ns");
}

/* The geometric mean over rows first .. end-1 that are there. */
static struct estimate mean_of(const struct timing_found *f, int first, int end) {
    double mean[64];
    int count = 0;
    for (int p = 0; p < f->processes && count < 64; p++) {
        double sum = 0;
        int rows = 0;
        for (int i = first; i < end && f->found[p] != NULL; i++) {
            const double ratio = ratio_of(f, p, i);
            rows += isfinite(ratio);
            sum += isfinite(ratio) ? log(ratio) : 0;
        }
        if (rows > 0)
            mean[count++] = exp(sum / rows);
    }
    return estimate_ratio(count, mean);
}

static json_t *point_of(const struct timing_found *f, int i) {
    json_t *point = json_pack("{s:s, s:s, s:o, s:o}", "part", models[i / METHODS].name,
                              "method", method_of(i), "alone_ns",
                              json_number(timing_estimate(f, 2 * i, "ns").value), "ns",
                              json_number(timing_estimate(f, 2 * i + 1, "ns").value));
    timing_add_estimate(point, mean_of(f, i, i + 1));
    return point;
}

/* The one method that is there, or "all". */
static const char *find_method(const struct timing_found *f) {
    const char *found = NULL;
    for (int i = 0; i < METHODS; i++)
        if (isfinite(timing_count_of(f, 2 * i, "steps")))
            found = found == NULL ? methods[i] : "all";
    return found == NULL ? "all" : found;
}

/* least: 0 for what is told only. */
static void append(const struct timing_found *f, const char *name, int first, int end,
                   double least, json_t *results) {
    struct result r = timing_result(f, "lanes-ratio");
    for (int i = first; i < end; i++)
        if (isfinite(timing_count_of(f, 2 * i, "steps")))
            json_array_append_new(r.points, point_of(f, i));
    const struct estimate mean = mean_of(f, first, end);
    timing_take(&r, mean);
    r.expected = least > 0 ? least : NAN;
    r.verdict = timing_judge(mean, least, NAN);
    timing_append(results, f, find_method(f), FAST_DEFAULT, &r,
                  "a step alone over a step in lanes, the geometric mean of the points");
    json_object_set_new(json_array_get(results, json_array_size(results) - 1), "model",
                        json_string(name));
}

enum exit_status timing_results_of_lanes(const struct catalogue *catalogue, int processes,
                                         json_t *const *found, json_t *results,
                                         struct diagnostic *d) {
    const struct model_settings none = {0, NULL, NULL};
    struct timing_found f = {.processes = processes, .found = (json_t **)found};
    enum exit_status status = EXIT_PASSED;
    for (int m = 0; m < MODELS && status == EXIT_PASSED; m++) {
        status = models_read(&f.model, catalogue, models[m].name, &none, d);
        f.name = (char *)models[m].name;
        if (status == EXIT_PASSED)
            append(&f, models[m].name, m * METHODS, (m + 1) * METHODS, 0, results);
        if (status == EXIT_PASSED && m == MODELS - 1)
            append(&f, "all", 0, MODELS * METHODS, least_ratio, results);
        if (status == EXIT_PASSED)
            model_free(f.model);
    }
    return status;
}
