/* Measuring the benchmarks of one model in a process, and counting the instructions of one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/speed/timing/timing_general.h"

/* Long enough for the clock's reading not to matter, short enough to fall between two
 * interruptions. */
static const double block_ns = 15e3;

enum { warm_up = 4 };

json_t *timing_general_measure(const struct timing_general *g, int group, int process,
                               int rounds, unsigned long seed, double seconds,
                               struct diagnostic *d) {
    const struct timing_group *its = &g->group[group];
    struct bench_contestant *contestant =
        calloc((size_t)its->count + 1, sizeof *contestant);
    json_t *found = NULL;
    if (contestant == NULL) {
        message_set(d, "out of memory");
        return NULL;
    }
    for (int i = 0; i < its->count; i++)
        contestant[i] =
            (struct bench_contestant){.library = g->build.library[process % BENCH_RING],
                                      .wish = g->chosen.benchmark[its->first + i].wish,
                                      .like = i};
    const struct bench_request request = {.contestants = its->count,
                                          .contestant = contestant,
                                          .rounds = rounds,
                                          .warm_up = warm_up,
                                          .block_ns = block_ns,
                                          .seed = seed,
                                          .seconds = seconds};
    bench_measure(&found, &request, d);
    free(contestant);
    return found;
}

json_t *timing_general_count(const struct timing_general *g, int benchmark,
                             struct diagnostic *d) {
    json_t *found = NULL;
    bench_instructions(&found, g->build.library[0], g->chosen.benchmark[benchmark].wish,
                       0, d);
    return found;
}
