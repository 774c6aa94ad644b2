/* What one process finds about a model: cases and kernels in the same rounds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/initial.h"
#include "harness/json_number.h"
#include "harness/message.h"
#include "harness/timing.h"

/* Most blocks of this length fit between two interruptions, and a reading of the clock is
 * less than a hundredth of them. */
static const double block_ns = 30e3;

/* Longer ones take part in fewer rounds, but in so many at the least. */
static const double longest_block_ns = 100e3;
enum { fewest_rounds = 12, warm_up = 4 };

struct timing_effort timing_effort_full(void) {
    return (struct timing_effort){8, 96, 100000, 3, 12};
}

struct timing_effort timing_effort_quick(void) {
    return (struct timing_effort){4, 24, 10000, 2, 6};
}

/* One model in one process. Contestants: the cases, the kernels set by set, the ruler. */
struct measurement {
    const struct timing_plan *plan;
    struct binding *binding;
    int nx, contestants, rounds;
    double begin, *start; /* [nx] */
    struct timing_counts *counts;
    struct timing_case *cases;
    struct timing_kernel_work *kernels; /* [kernel_sets * TIMING_KERNELS] */
    struct contestant *contestant;
    double *ns; /* [contestants * rounds] */
    unsigned long ruler;
};

static int allocate(struct measurement *w, struct model *m) {
    const struct timing_plan *plan = w->plan;
    size_t cases = (size_t)plan->count,
           kernels = (size_t)plan->kernel_sets * TIMING_KERNELS;
    w->nx = m->nq + m->nv + m->nz;
    w->contestants = (int)(cases + kernels) + 1;
    size_t contestants = (size_t)w->contestants;
    w->start = calloc((size_t)w->nx + 1, sizeof *w->start);
    w->counts = calloc(cases + 1, sizeof *w->counts);
    w->cases = calloc(cases + 1, sizeof *w->cases);
    w->kernels = calloc(kernels + 1, sizeof *w->kernels);
    w->contestant = calloc(contestants, sizeof *w->contestant);
    w->ns = calloc(contestants * (size_t)w->rounds, sizeof *w->ns);
    return w->start == NULL || w->counts == NULL || w->cases == NULL ||
           w->kernels == NULL || w->contestant == NULL || w->ns == NULL;
}

static void clear(struct measurement *w) {
    for (int i = 0; i < w->plan->count && w->cases != NULL; i++)
        timing_case_close(&w->cases[i]);
    for (int i = 0; i < w->plan->kernel_sets * TIMING_KERNELS && w->kernels != NULL; i++)
        timing_kernel_close(&w->kernels[i]);
    bind_free(w->binding);
    free(w->start);
    free(w->counts);
    free(w->cases);
    free(w->kernels);
    free(w->contestant);
    free(w->ns);
}

static struct contestant *kernel_contestant(const struct measurement *w, int set,
                                            int kernel) {
    return &w->contestant[w->plan->count + set * TIMING_KERNELS + kernel];
}

static int open_case(struct measurement *w, int i, struct diagnostic *d) {
    const struct fast_system *system = bind_system(w->binding);
    const struct timing_setting *setting = &w->plan->setting[i];
    w->counts[i] = timing_count(setting, system, w->begin, w->start, d);
    if (w->counts[i].status != FAST_OK ||
        timing_case_open(&w->cases[i], setting, system, w->begin, w->start, d))
        return -1;
    w->contestant[i].work = (struct stopwatch_work){timing_case_run, &w->cases[i]};
    w->contestant[i].units = w->counts[i].steps;
    return 0;
}

/* N v is no kernel where N is the identity. */
static bool has_kernel(const struct measurement *w, int kernel) {
    return kernel != TIMING_MAP || bind_system(w->binding)->map != NULL;
}

static int open_kernels(struct measurement *w, int set, struct diagnostic *d) {
    const struct timing_setting *setting = &w->plan->setting[w->plan->first_of_set[set]];
    for (int k = 0; k < TIMING_KERNELS; k++) {
        struct timing_kernel_work *work = &w->kernels[set * TIMING_KERNELS + k];
        struct contestant *c = kernel_contestant(w, set, k);
        if (has_kernel(w, k) &&
            timing_kernel_open(work, (enum timing_kernel)k, setting,
                               bind_system(w->binding), w->begin, w->start, d))
            return -1;
        c->work = (struct stopwatch_work){timing_kernel_run, work};
        c->units = 1;
    }
    return 0;
}

/* A kernel that does not exist takes no part: its work fails at once. */
static int fail(void *self, long times) {
    (void)self, (void)times;
    return -1;
}

static int open_all(struct measurement *w, struct model *m, struct diagnostic *d) {
    if (bind_alloc(&w->binding, m, true) != PROBLEM_OK)
        return message_set(d, "%s: out of memory", m->name);
    if (initial_in_double(m, &w->begin, w->start, d))
        return -1;
    for (int i = 0; i < w->plan->count; i++)
        if (open_case(w, i, d))
            return -1;
    for (int set = 0; set < w->plan->kernel_sets; set++) {
        if (open_kernels(w, set, d))
            return -1;
        for (int k = 0; k < TIMING_KERNELS; k++)
            if (!has_kernel(w, k))
                kernel_contestant(w, set, k)->work.run = fail;
    }
    struct contestant *last = &w->contestant[w->contestants - 1];
    last->work = (struct stopwatch_work){stopwatch_ruler, &w->ruler};
    last->units = STOPWATCH_RULER;
    for (int i = 0; i < w->contestants; i++)
        w->contestant[i].ns = w->ns + (size_t)i * (size_t)w->rounds;
    return 0;
}

/* ---- What is found */

/* The sum of the kernels that one step of case i needs, in one round. */
static double floor_in_round(const struct measurement *w, int i, int round) {
    const struct timing_counts *counts = &w->counts[i];
    double sum = 0;
    for (int k = 0; k < TIMING_KERNELS; k++) {
        double count = timing_kernel_count(counts, (enum timing_kernel)k);
        if (count > 0)
            sum +=
                count * kernel_contestant(w, w->plan->setting[i].kernels, k)->ns[round];
    }
    return sum / counts->steps;
}

/* The medians over the rounds of the floor and of step over floor. */
static void find_floor(const struct measurement *w, int i, double *floor, double *ratio) {
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
        sum[round] = w->contestant[i].ns[round] / sum[round];
    *ratio = rounds_median(sum, w->rounds);
    free(sum);
}

static double least(const double *ns, int rounds) {
    double smallest = NAN;
    for (int i = 0; i < rounds; i++)
        smallest = fmin(smallest, ns[i]);
    return smallest;
}

static json_t *describe_case(const struct measurement *w, int i) {
    const struct timing_counts *c = &w->counts[i];
    const double *ns = w->contestant[i].ns;
    double floor, ratio;
    find_floor(w, i, &floor, &ratio);
    return json_pack("{s:o, s:o, s:o, s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "ns",
                     json_number(rounds_median(ns, w->rounds)), "least",
                     json_number(least(ns, w->rounds)), "floor", json_number(floor),
                     "ratio", json_number(ratio), "steps", c->steps, "evaluations",
                     c->evaluations, "iterations", c->iterations, "solves", c->solves,
                     "jacobians", c->jacobians, "factorizations", c->factorizations,
                     "maps", c->maps, "allocations", c->allocations);
}

static json_t *describe(const struct measurement *w) {
    json_t *cases = json_array(), *kernels = json_array();
    for (int i = 0; i < w->plan->count; i++)
        json_array_append_new(cases, describe_case(w, i));
    for (int set = 0; set < w->plan->kernel_sets; set++) {
        json_t *times = json_array();
        for (int k = 0; k < TIMING_KERNELS; k++)
            json_array_append_new(
                times,
                json_number(rounds_median(kernel_contestant(w, set, k)->ns, w->rounds)));
        json_array_append_new(kernels, times);
    }
    return json_pack(
        "{s:o, s:o, s:o}", "cases", cases, "kernels", kernels, "ruler",
        json_number(rounds_median(w->contestant[w->contestants - 1].ns, w->rounds)));
}

json_t *timing_measure(struct model *m, const struct timing_plan *plan,
                       const struct timing_effort *effort, unsigned long seed,
                       struct diagnostic *d) {
    struct measurement w = {.plan = plan, .rounds = effort->rounds};
    struct rounds rounds = {stopwatch_of_machine(), effort->rounds, warm_up, block_ns,
                            longest_block_ns,       fewest_rounds};
    json_t *found = NULL;
    gsl_rng *generator = gsl_rng_alloc(gsl_rng_taus2);
    if (generator == NULL || allocate(&w, m)) {
        message_set(d, "out of memory");
    } else if (open_all(&w, m, d) == 0) {
        gsl_rng_set(generator, seed);
        rounds_run(&rounds, w.contestants, w.contestant, generator);
        found = describe(&w);
    }
    if (generator != NULL)
        gsl_rng_free(generator);
    clear(&w);
    return found;
}
