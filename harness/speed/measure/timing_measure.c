/* What one process finds about a model: cases and kernels in the same rounds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/speed/measure/timing_measurement.h"

/* Most blocks of this length fit between two interruptions, and a reading of the clock is
 * less than a hundredth of them. */
static const double block_ns = 30e3;

/* Longer ones take part in fewer rounds, but in so many at the least. */
static const double longest_block_ns = 100e3;
enum { fewest_rounds = 12, warm_up = 4 };

struct timing_effort timing_effort_full(void) {
    return (struct timing_effort){8, 96, 100000, 3, 12, 64, 4, 8};
}

struct timing_effort timing_effort_quick(void) {
    return (struct timing_effort){4, 24, 10000, 2, 6, 24, 4, 3};
}

/* Each process has its memory elsewhere: by so many times 16 bytes at most. */
enum { most_shifts = 256, shift_bytes = 16 };

static int allocate(struct timing_measurement *w, struct model *m, unsigned long seed) {
    const struct timing_plan *plan = w->plan;
    size_t cases = (size_t)plan->count,
           kernels = (size_t)plan->kernel_sets * TIMING_KERNELS;
    w->nx = m->nq + m->nv + m->nz;
    w->shift = malloc(shift_bytes * (1 + seed % most_shifts));
    w->start = calloc((size_t)w->nx + 1, sizeof *w->start);
    w->counts = calloc(cases + 1, sizeof *w->counts);
    w->cases = calloc(cases + 1, sizeof *w->cases);
    w->kernels = calloc(kernels + 1, sizeof *w->kernels);
    return contest_open(&w->contest, (int)(cases + kernels) + 1, w->rounds, seed) ||
           w->start == NULL || w->counts == NULL || w->cases == NULL ||
           w->kernels == NULL;
}

static void clear(struct timing_measurement *w) {
    for (int i = 0; i < w->plan->count && w->cases != NULL; i++)
        timing_case_close(&w->cases[i]);
    for (int i = 0; i < w->plan->kernel_sets * TIMING_KERNELS && w->kernels != NULL; i++)
        timing_kernel_close(&w->kernels[i]);
    bind_free(w->binding);
    free(w->start);
    free(w->counts);
    free(w->cases);
    free(w->kernels);
    contest_close(&w->contest);
    free(w->shift);
}

static int open_case(struct timing_measurement *w, int i, struct diagnostic *d) {
    const struct integrator_system *system = bind_system(w->binding);
    const struct timing_setting *setting = &w->plan->setting[i];
    w->counts[i] = timing_count(setting, system, w->begin, w->start, d);
    if (w->counts[i].status != FAST_OK ||
        timing_case_open(&w->cases[i], setting, system, w->begin, w->start, d))
        return -1;
    contest_add(&w->contest, timing_case_run, &w->cases[i], w->counts[i].steps);
    return 0;
}

/* N v is no kernel where N is the identity. */
static bool has_kernel(const struct timing_measurement *w, int kernel) {
    return kernel != TIMING_MAP || bind_system(w->binding)->map != NULL;
}

/* A kernel that does not exist takes no part: its work fails at once. */
static int fail(void *self, long times) {
    (void)self, (void)times;
    return -1;
}

static int open_kernels(struct timing_measurement *w, int set, struct diagnostic *d) {
    const struct timing_setting *setting = &w->plan->setting[w->plan->first_of_set[set]];
    for (int k = 0; k < TIMING_KERNELS; k++) {
        struct timing_kernel_work *work = &w->kernels[set * TIMING_KERNELS + k];
        if (has_kernel(w, k) &&
            timing_kernel_open(work, (enum timing_kernel)k, setting,
                               bind_system(w->binding), w->begin, w->start, d))
            return -1;
        contest_add(&w->contest, has_kernel(w, k) ? timing_kernel_run : fail, work, 1);
    }
    return 0;
}

static int open_all(struct timing_measurement *w, struct model *m, struct diagnostic *d) {
    if (bind_alloc(&w->binding, m, true) != PROBLEM_OK)
        return message_set(d, "%s: out of memory", m->name);
    if (initial_in_double(m, &w->begin, w->start, d))
        return -1;
    for (int i = 0; i < w->plan->count; i++)
        if (open_case(w, i, d))
            return -1;
    for (int set = 0; set < w->plan->kernel_sets; set++)
        if (open_kernels(w, set, d))
            return -1;
    contest_add(&w->contest, stopwatch_ruler, &w->ruler, STOPWATCH_RULER);
    return 0;
}

json_t *timing_measure(struct model *m, const struct timing_plan *plan,
                       const struct timing_effort *effort, unsigned long seed,
                       struct diagnostic *d) {
    struct timing_measurement w = {.plan = plan, .rounds = effort->rounds};
    struct rounds rounds = {stopwatch_of_machine(), effort->rounds, warm_up, block_ns,
                            longest_block_ns,       fewest_rounds};
    json_t *found = NULL;
    if (allocate(&w, m, seed)) {
        message_set(d, "out of memory");
    } else if (open_all(&w, m, d) == 0) {
        contest_run(&w.contest, &rounds);
        found = timing_describe(&w);
    }
    clear(&w);
    return found;
}
