/* What one process finds about a table of passes that take turns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/benchmarks/pass_pair.h"
#include "harness/speed/measure/rounds.h"
#include "harness/speed/timing/timing_results.h"

/* Most blocks of this length fit between two interruptions, and a reading of the clock is
 * less than a hundredth of them. */
static const double block_ns = 30e3;
enum { warm_up = 4 };

json_t *timing_found_measure(const struct timing_found *f, const char *library,
                             int rounds, unsigned long seed, double seconds,
                             struct diagnostic *d) {
    const struct bench_request how = {.rounds = rounds,
                                      .warm_up = warm_up,
                                      .block_ns = block_ns,
                                      .longest_block_ns = f->longest_block_ns,
                                      .seed = seed,
                                      .seconds = seconds};
    json_t *answer, *found = NULL;
    if (bench_turns(&answer, &how, library, f->workloads, d) == 0)
        found = f->describe(f, json_object_get(answer, "contestants"), rounds, d);
    json_decref(answer);
    return found;
}

static double least_block(const json_t *contestant, int rounds) {
    double least = NAN;
    for (int i = 0; i < rounds; i++)
        least = fmin(least, bench_block(contestant, i));
    return least;
}

json_t *timing_case(const json_t *contestant, int rounds) {
    const json_t *counters = json_object_get(contestant, "counters");
    const json_t *failed = json_object_get(contestant, "failed");
    const double steps = json_number_in(counters, "steps");
    if (json_is_null(contestant))
        return json_null();
    if (failed != NULL)
        return json_pack("{s:O}", "why", failed);
    json_t *one = json_copy((json_t *)counters);
    json_object_del(one, "end");
    json_object_set_new(one, "ns", json_number(json_number_in(contestant, "ns") / steps));
    json_object_set_new(one, "least",
                        json_number(least_block(contestant, rounds) / steps));
    return one;
}

json_t *timing_cases(const struct timing_found *f, const json_t *contestants, int count,
                     int rounds, struct diagnostic *d) {
    json_t *cases = json_array();
    for (size_t i = 0; i < (size_t)count; i++) {
        json_t *one = timing_case(json_array_get(contestants, i), rounds);
        const char *why = json_string_value(json_object_get(one, "why"));
        json_array_append_new(cases, one);
        if (why != NULL) {
            const json_t *workload = json_array_get(f->workloads, i);
            message_set(d, "%s: %s",
                        json_string_value(json_object_get(workload, "model")), why);
            json_decref(cases);
            return NULL;
        }
    }
    return cases;
}

/* ---- A step over its kernels */

/* The kernels of a set among what has taken turns. */
static const json_t *kernel_of(const struct timing_found *f, const json_t *contestants,
                               int set, int kernel) {
    return json_array_get(contestants,
                          (size_t)(f->plan.count + set * PAIR_KERNELS + kernel));
}

/* The sum of the kernels that a pass of setting i needs, in one round. */
static double floor_in_round(const struct timing_found *f, const json_t *contestants,
                             int i, int round) {
    const json_t *counters =
        json_object_get(json_array_get(contestants, (size_t)i), "counters");
    double sum = 0;
    for (int k = 0; k < PAIR_KERNELS; k++) {
        const double count = pair_kernel_count(counters, (enum pair_kernel)k);
        const json_t *kernel = kernel_of(f, contestants, f->plan.setting[i].kernels, k);
        if (count > 0 && !json_is_null(kernel))
            sum += count / PASS_KERNEL_CALLS * bench_block(kernel, round);
    }
    return sum;
}

/* The medians over the rounds of the floor of a step, and of a step over its floor. */
static void add_floor(json_t *one, const struct timing_found *f,
                      const json_t *contestants, int i, int rounds) {
    const json_t *its = json_array_get(contestants, (size_t)i);
    const double steps = json_number_in(one, "steps");
    double *sum = calloc(2 * (size_t)rounds + 1, sizeof *sum);
    if (sum == NULL)
        return;
    double *ratio = sum + rounds;
    for (int round = 0; round < rounds; round++) {
        const double floor = floor_in_round(f, contestants, i, round);
        sum[round] = floor / steps;
        ratio[round] = bench_block(its, round) / floor;
    }
    json_object_set_new(one, "floor", json_number(rounds_median(sum, rounds)));
    json_object_set_new(one, "ratio", json_number(rounds_median(ratio, rounds)));
    free(sum);
}

static json_t *list_kernels(const struct timing_found *f, const json_t *contestants) {
    json_t *sets = json_array();
    for (int set = 0; set < f->plan.kernel_sets; set++) {
        json_t *times = json_array();
        for (int k = 0; k < PAIR_KERNELS; k++)
            json_array_append_new(
                times,
                json_number(json_number_in(kernel_of(f, contestants, set, k), "ns") /
                            PASS_KERNEL_CALLS));
        json_array_append_new(sets, times);
    }
    return sets;
}

json_t *timing_plan_found(const struct timing_found *f, const json_t *contestants,
                          int rounds, struct diagnostic *d) {
    json_t *cases = timing_cases(f, contestants, f->plan.count, rounds, d);
    if (cases == NULL)
        return NULL;
    for (int i = 0; i < f->plan.count; i++)
        if (f->plan.setting[i].kernels >= 0)
            add_floor(json_array_get(cases, (size_t)i), f, contestants, i, rounds);
    return json_pack("{s:o, s:o}", "cases", cases, "kernels",
                     list_kernels(f, contestants));
}
