/* What is measured of chains and stacks.
 *
 *     springs    velocity-implicit Euler, the Jacobian by differences and from exact derivatives
 *     rods       Runge-Kutta-Merson with joints, projected when it is needed and after every step
 *     stacks     the stepper with contacts in default mode, at rest
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_chain.h"

#include <math.h>
#include <string.h>

#include "harness/base/message.h"
#include "problems/model.h"

static const double block_ns = 100e3;

/* Dense matrices are factored in the cube of their size. */
static const double worst_power = 3, longest_pass_ns = 0.5e9;

/* The springs' fastest oscillation, 2 sqrt(k/m), turns by 0.3 in a step: none is damped away and
 * Newton's iteration works alike at every length. Waves run through the longest chain of rods at
 * 2 sqrt(T / (m l)) < 800 rad/s, T the tension that carries all of it: they turn by 0.2. */
#define STEP_OF_SPRINGS (1.0 / 128)
#define STEP_OF_RODS (1.0 / 4096)
#define STEP_OF_STACKS 1e-3

#define JACOBIANS                                                                        \
    {                                                                                    \
        {"jacobian", "forward"}, {                                                       \
            "jacobian", "exact"                                                          \
        }                                                                                \
    }
#define PROJECTIONS                                                                      \
    {                                                                                    \
        {"projection", "lazy"}, {                                                        \
            "projection", "every-step"                                                   \
        }                                                                                \
    }
#define ITS_OWN                                                                          \
    {                                                                                    \
        { NULL, NULL }                                                                   \
    }

/* Lengths are rounded. Rods, whose points have four times as many states,
 * begin and end a decade earlier; stacks have up to a thousand bodies, and so have rods for all
 * methods, up to 316 in a quick study. */
#define FROM_100                                                                         \
    { 100, 316, 1000, 3162, 10000, 31623, 100000 }
#define FROM_10                                                                          \
    { 10, 32, 100, 316, 1000, 3162, 10000 }
#define TO_1000                                                                          \
    { 10, 32, 100, 316, 1000 }

const struct timing_chain_kind timing_chain_kinds[TIMING_CHAINS] = {
    {TIMING_CHAIN, "velocity-implicit-euler", JACOBIANS, 2, STEP_OF_SPRINGS, 8, false,
     FROM_100, 1, 2e-6},
    {TIMING_LINKS, TIMING_LINKS_METHOD, PROJECTIONS, 2, STEP_OF_RODS, 16, true, FROM_10,
     10, 2e-4},
    {TIMING_SLIDERS, "contact-stepper", ITS_OWN, 1, STEP_OF_STACKS, 64, false, TO_1000,
     10, 1e-5},
    {TIMING_BRICKS, "contact-stepper", ITS_OWN, 1, STEP_OF_STACKS, 64, false, TO_1000, 10,
     1e-3},
    {TIMING_CHAIN, NULL, ITS_OWN, 0, STEP_OF_SPRINGS, 8, false, FROM_10, 10, 1e-3},
    {TIMING_LINKS, NULL, ITS_OWN, 0, STEP_OF_RODS, 8, true, TO_1000, 31, 1e-2},
};

/* ---- Which methods */

static bool is_fixed(const struct benchmark *b) {
    return strcmp(b->kind, "fixed") == 0;
}

/* Whether the method has fixed steps there. */
static bool has_fixed(const struct benchmarks *b, const char *method) {
    for (int i = 0; i < b->count; i++)
        if (strcmp(b->benchmark[i].method, method) == 0 && is_fixed(&b->benchmark[i]))
            return true;
    return false;
}

/* The default mode, by fixed steps; where there are none, under error control. */
static bool takes_part(const struct benchmarks *b, const struct benchmark *one) {
    return strcmp(one->mode, "default") == 0 &&
           (is_fixed(one) ||
            (strcmp(one->kind, "controlled") == 0 && !has_fixed(b, one->method)));
}

static int choose_all(struct timing_chain *c, const struct timing_chain_request *r,
                      struct diagnostic *d) {
    const struct timing_chain_kind *kind = c->kind;
    const char *model = kind->model;
    char number[32], bend[32];
    snprintf(number, sizeof number, "%d", kind->masses[0]);
    snprintf(bend, sizeof bend, "1/%d", kind->masses[0]);
    struct setting setting[] = {{"n", number}, {"bend", bend}};
    const struct model_settings settings = {1 + kind->has_bend, setting, NULL};
    const struct model_names names = {1, &model};
    const struct benchmarks_request workload = {.catalogue = r->catalogue,
                                                .models = &names,
                                                .settings = &settings,
                                                .method = r->method,
                                                .extent = BENCHMARKS_STANDARD};
    return benchmarks_choose(&c->variants, &workload, d) ||
           benchmarks_keep(&c->variants, takes_part, d);
}

static int add_variant(struct timing_chain *c, int variant, struct diagnostic *d) {
    const struct timing_chain_kind *kind = c->kind;
    json_t *options = json_object();
    if (kind->variant[variant].option != NULL)
        json_object_set_new(options, kind->variant[variant].option,
                            json_string(kind->variant[variant].value));
    const struct benchmark one = {
        .model = kind->model,
        .method = kind->method,
        .kind = "fixed",
        .workload = json_pack("{s:s, s:s, s:o, s:b}", "model", kind->model, "method",
                              kind->method, "options", options, "memory", 1)};
    const int failed = benchmarks_append(&c->variants, &one, d);
    json_decref(one.workload);
    return failed;
}

static int choose(struct timing_chain *c, const struct timing_chain_request *r,
                  struct diagnostic *d) {
    int failed = c->kind->method == NULL && choose_all(c, r, d);
    for (int i = 0; i < c->kind->variants && !failed; i++)
        failed = add_variant(c, i, d);
    return failed;
}

/* ---- One length */

static json_t *make_workload(const struct timing_chain_kind *kind,
                             const struct benchmark *b, int masses) {
    json_t *workload = json_copy(b->workload);
    json_t *set = json_pack("{s:o}", "n", json_sprintf("%d", masses));
    if (kind->has_bend)
        json_object_set_new(set, "bend", json_sprintf("1/%d", masses));
    json_object_set_new(workload, "set", set);
    if (is_fixed(b))
        json_object_set_new(workload, "step", json_real(kind->step));
    json_object_set_new(workload, "length", json_real(kind->steps * kind->step));
    return workload;
}

static json_t *list_workloads(const struct timing_chain *c, int masses) {
    json_t *list = json_array();
    for (int i = 0; i < c->variants.count; i++)
        json_array_append_new(list,
                              make_workload(c->kind, &c->variants.benchmark[i], masses));
    return list;
}

/* What the methods of a kind without one take grows by the lengths' ratio; kinds with a method
 * are stopped by the time of a process alone. */
static int lay(struct timing_chain *c, int size, const struct timing_chain_request *r) {
    const int *masses = c->kind->masses;
    struct batch *t = &c->at[size];
    const struct batch_setup how = {.processes = r->processes,
                                    .rounds = r->rounds,
                                    .warm_up = 1,
                                    .block_ns = block_ns,
                                    .seconds = c->kind->seconds_of_mass * r->rounds *
                                               masses[size]};
    const int failed =
        batch_make(t, c->kind->model, &how, list_workloads(c, masses[size]));
    if (size == 0)
        return failed;
    t->before = &c->at[size - 1];
    t->longest_ns =
        c->kind->method != NULL
            ? INFINITY
            : longest_pass_ns / pow((double)masses[size] / masses[size - 1], worst_power);
    t->wants_success = true;
    return failed;
}

/* The last length beside one that is shorter, in blocks of about a pass of the last: a short
 * chain is in the caches then for most of its block, as it is where it is measured by itself. A
 * pass takes about this part of what is expected of a round. */
static const double pass_of_round = 0.125;

static int lay_decade(struct timing_chain *c, const struct timing_chain_request *r) {
    const int last = c->sizes - 1, *masses = c->kind->masses;
    if (c->kind->method == NULL || last < TIMING_DECADE)
        return 0;
    const double seconds = c->kind->seconds_of_mass * masses[last];
    const struct batch_setup how = {.processes = r->processes,
                                    .rounds = r->rounds,
                                    .warm_up = 1,
                                    .block_ns = pass_of_round * seconds * 1e9,
                                    .seconds = 2 * seconds * r->rounds};
    json_t *workloads = list_workloads(c, masses[last]);
    json_t *shorter = list_workloads(c, masses[last - TIMING_DECADE]);
    json_array_extend(workloads, shorter);
    json_decref(shorter);
    const int failed = batch_make(&c->decade, c->kind->model, &how, workloads);
    c->decade.before = &c->at[last];
    c->decade.longest_ns = INFINITY;
    c->decade.wants_success = true;
    return failed;
}

int timing_chain_make(struct timing_chain *c, const struct timing_chain_kind *kind,
                      const struct timing_chain_request *r, struct diagnostic *d) {
    int failed = 0;
    *c = (struct timing_chain){.kind = kind};
    if (choose(c, r, d))
        return -1;
    for (int i = 0; i < TIMING_LENGTHS && !failed; i++)
        if (kind->masses[i] > 0 && kind->masses[i] <= r->largest / kind->shorter)
            failed = lay(c, c->sizes++, r);
    failed = failed || lay_decade(c, r);
    return failed ? message_set(d, "out of memory") : 0;
}

void timing_chain_clear(struct timing_chain *c) {
    for (int i = 0; i < c->sizes; i++)
        batch_clear(&c->at[i]);
    batch_clear(&c->decade);
    benchmarks_clear(&c->variants);
    *c = (struct timing_chain){.sizes = 0};
}
