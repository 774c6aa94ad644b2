/* One length of a chain, or one height of a stack, in one process.
 *
 *     springs    velocity-implicit Euler, the Jacobian by differences and from exact derivatives
 *     rods       Runge-Kutta-Merson with joints, projected when it is needed and after every step
 *     stacks     the stepper with contacts in default mode, at rest
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/json_number.h"
#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/timing/timing_chain.h"

static const double block_ns = 100e3;

/* The springs' fastest oscillation, 2 sqrt(k/m), turns by 0.3 in a step: none is damped away and
 * Newton's iteration works alike at every length. Waves run through the longest chain of rods at
 * 2 sqrt(T / (m l)) < 800 rad/s, T the tension that carries all of it: they turn by 0.2. */
#define STEP_OF_SPRINGS (1.0 / 128)
#define STEP_OF_RODS (1.0 / 4096)
#define STEP_OF_STACKS 1e-3

/* Lengths are half a decade apart, rounded. Rods, whose points have four times as many states,
 * begin and end a decade earlier; stacks have up to a thousand bodies, and up to 316 in a quick
 * study, as have chains for all methods. */
const struct timing_chain_kind timing_chain_kinds[TIMING_CHAINS] = {
    {TIMING_CHAIN,
     "velocity-implicit-euler",
     {{"forward", "jacobian", "forward"}, {"exact", "jacobian", "exact"}},
     STEP_OF_SPRINGS,
     8,
     false,
     {100, 316, 1000, 3162, 10000, 31623, 100000},
     1,
     2e-6},
    {TIMING_LINKS,
     TIMING_LINKS_METHOD,
     {{"lazy", "projection", "lazy"}, {"every-step", "projection", "every-step"}},
     STEP_OF_RODS,
     16,
     true,
     {10, 32, 100, 316, 1000, 3162, 10000},
     10,
     2e-4},
    {TIMING_SLIDERS,
     "contact-stepper",
     {{"default", NULL, NULL}},
     STEP_OF_STACKS,
     64,
     false,
     {10, 32, 100, 316, 1000},
     31,
     1e-5},
    {TIMING_BRICKS,
     "contact-stepper",
     {{"default", NULL, NULL}},
     STEP_OF_STACKS,
     64,
     false,
     {10, 32, 100, 316, 1000},
     31,
     1e-3},
    {TIMING_CHAIN,
     NULL,
     {{NULL, NULL, NULL}},
     STEP_OF_SPRINGS,
     8,
     false,
     {10, 32, 100, 316, 1000, 3162, 10000},
     10,
     1e-3},
    {TIMING_LINKS,
     NULL,
     {{NULL, NULL, NULL}},
     STEP_OF_RODS,
     8,
     true,
     {10, 32, 100, 316, 1000},
     31,
     1e-2},
};

static json_t *make_workload(const struct timing_length *l, int variant) {
    const struct timing_chain_kind *kind = l->kind;
    json_t *set = json_pack("{s:o}", "n", json_sprintf("%d", l->masses));
    json_t *options = json_object();
    if (kind->has_bend)
        json_object_set_new(set, "bend", json_sprintf("1/%d", l->masses));
    if (kind->variant[variant].option != NULL)
        json_object_set_new(options, kind->variant[variant].option,
                            json_string(kind->variant[variant].value));
    return json_pack("{s:s, s:o, s:s, s:o, s:f, s:f, s:b}", "model", kind->model, "set",
                     set, "method", kind->method, "options", options, "step", kind->step,
                     "length", kind->steps * kind->step, "memory", 1);
}

static void list_own(const struct timing_length *l, json_t *variants, json_t *workloads) {
    for (int i = 0; i < TIMING_CHAIN_VARIANTS && l->kind->variant[i].name != NULL; i++) {
        json_array_append_new(variants,
                              json_pack("{s:s}", "variant", l->kind->variant[i].name));
        json_array_append_new(workloads, make_workload(l, i));
    }
}

static void describe(json_t *variant, const json_t *found) {
    static const char *const keys[][2] = {{"steps", "steps"},
                                          {"evaluations", "evaluations"},
                                          {"iterations", "iterations"},
                                          {"jacobians", "jacobians"},
                                          {"allocations", "allocations"},
                                          {"factorizations", "factorizations"},
                                          {"memory", "bytes"}};
    const json_t *counters = json_object_get(found, "counters");
    const json_t *why = json_object_get(found, "failed");
    const double ns = json_number_value(json_object_get(found, "ns"));
    const double steps = json_number_value(json_object_get(counters, "steps"));
    if (json_is_null(found)) /* it has said why */
        return;
    if (why != NULL || !(steps > 0)) {
        json_object_set_new(variant, "left_out",
                            why != NULL ? json_incref((json_t *)why)
                                        : json_string("it makes no steps"));
        return;
    }
    json_object_set_new(variant, "ns", json_number(ns / steps));
    json_object_set_new(variant, "pass_ns", json_number(ns));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_object_get(counters, keys[i][0]) != NULL)
            json_object_set(variant, keys[i][1], json_object_get(counters, keys[i][0]));
}

json_t *timing_chain_measure(const struct timing_length *l, struct diagnostic *d) {
    const struct bench_request how = {.rounds = l->rounds,
                                      .warm_up = 1,
                                      .block_ns = block_ns,
                                      .seed = l->seed,
                                      .seconds = l->seconds};
    json_t *found = NULL, *variant, *variants = json_array(), *workloads = json_array();
    size_t i;
    int failed = 0;
    if (l->kind->method != NULL)
        list_own(l, variants, workloads);
    else
        failed = timing_growth_list(l, variants, workloads, d);
    failed = failed || bench_turns(&found, &how, l->library, workloads, d);
    json_array_foreach(variants, i, variant) {
        describe(variant, json_array_get(json_object_get(found, "contestants"), i));
    }
    json_decref(found);
    json_decref(workloads);
    if (!failed)
        return json_pack("{s:i, s:o}", "masses", l->masses, "variants", variants);
    json_decref(variants);
    return NULL;
}
