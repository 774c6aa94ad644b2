/* Measuring the benchmarks of one model in a process, and counting the instructions of one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_general.h"

/* Long enough for the clock's reading not to matter, short enough to fall between two
 * interruptions. */
static const double block_ns = 15e3;

enum { warm_up = 4 };

json_t *timing_general_measure(const struct timing_general *g, int group, int process,
                               int rounds, unsigned long seed, double seconds,
                               struct diagnostic *d) {
    const struct timing_group *its = &g->group[group];
    const struct bench_request how = {.rounds = rounds,
                                      .warm_up = warm_up,
                                      .block_ns = block_ns,
                                      .seed = seed,
                                      .seconds = seconds};
    json_t *found, *workloads = json_array();
    for (int i = 0; i < its->count; i++)
        json_array_append(workloads, g->chosen.benchmark[its->first + i].workload);
    bench_turns(&found, &how, g->build.library[process % BENCH_RING], workloads, d);
    json_decref(workloads);
    return found;
}

json_t *timing_general_count(const struct timing_general *g, int benchmark,
                             struct diagnostic *d) {
    json_t *found = NULL;
    bench_instructions(&found, g->build.library[0],
                       g->chosen.benchmark[benchmark].workload, 0, d);
    return found;
}
