/* What one process has measured, as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/speed/measure/timing_measurement.h"

/* The kernels' place among the contestants. */
static struct contestant *timing_kernel_contestant(const struct timing_measurement *w,
                                                   int set, int kernel) {
    return &w->contest.contestant[w->plan->count + set * TIMING_KERNELS + kernel];
}

/* The sum of the kernels that one step of case i needs, in one round. */
static double floor_in_round(const struct timing_measurement *w, int i, int round) {
    const struct timing_counts *counts = &w->counts[i];
    double sum = 0;
    for (int k = 0; k < TIMING_KERNELS; k++) {
        double count = timing_kernel_count(counts, (enum timing_kernel)k);
        if (count > 0)
            sum += count *
                   timing_kernel_contestant(w, w->plan->setting[i].kernels, k)->ns[round];
    }
    return sum / counts->steps;
}

/* The medians over the rounds of the floor and of step over floor. */
static void find_floor(const struct timing_measurement *w, int i, double *floor,
                       double *ratio) {
    double *sum = calloc((size_t)w->rounds + 1, sizeof *sum);
    *floor = *ratio = NAN;
    if (sum == NULL || w->plan->setting[i].kernels < 0) {
        free(sum);
        return;
    }
    for (int round = 0; round < w->rounds; round++)
        sum[round] = floor_in_round(w, i, round);
    *floor = rounds_median(sum, w->rounds);
    for (int round = 0; round < w->rounds; round++)
        sum[round] = w->contest.contestant[i].ns[round] / sum[round];
    *ratio = rounds_median(sum, w->rounds);
    free(sum);
}

static json_t *describe_case(const struct timing_measurement *w, int i) {
    const struct timing_counts *c = &w->counts[i];
    const double *ns = w->contest.contestant[i].ns;
    double floor, ratio;
    find_floor(w, i, &floor, &ratio);
    return json_pack("{s:o, s:o, s:o, s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}",
                     "ns", json_number(rounds_median(ns, w->rounds)), "least",
                     json_number(rounds_least(ns, w->rounds)), "floor",
                     json_number(floor), "ratio", json_number(ratio), "steps", c->steps,
                     "evaluations", c->evaluations, "iterations", c->iterations, "solves",
                     c->solves, "factors", c->factors, "jacobians", c->jacobians,
                     "factorizations", c->factorizations, "maps", c->maps, "allocations",
                     c->allocations);
}

json_t *timing_describe(const struct timing_measurement *w) {
    json_t *cases = json_array(), *kernels = json_array();
    for (int i = 0; i < w->plan->count; i++)
        json_array_append_new(cases, describe_case(w, i));
    for (int set = 0; set < w->plan->kernel_sets; set++) {
        json_t *times = json_array();
        for (int k = 0; k < TIMING_KERNELS; k++)
            json_array_append_new(
                times, json_number(rounds_median(timing_kernel_contestant(w, set, k)->ns,
                                                 w->rounds)));
        json_array_append_new(kernels, times);
    }
    return json_pack("{s:o, s:o, s:o}", "cases", cases, "kernels", kernels, "ruler",
                     json_number(rounds_median(
                         w->contest.contestant[w->contest.count - 1].ns, w->rounds)));
}
