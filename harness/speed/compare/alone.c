/* One workload of one build, measured by itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/speed/compare/compare.h"

const struct measurer measurer_of_machine = {bench_measure, bench_count,
                                             bench_instructions};

int measure_alone(struct measured_alone *found, const struct measurer *m,
                  const char *library, const json_t *workload, unsigned long seed,
                  double seconds, struct diagnostic *d) {
    const struct bench_contestant one = {library, workload, 0, 0};
    const struct bench_request request = {.contestants = 1,
                                          .contestant = &one,
                                          .rounds = PAIRS_ROUNDS,
                                          .warm_up = PAIRS_WARM_UP,
                                          .block_ns = pairs_block_ns,
                                          .seed = seed,
                                          .seconds = seconds};
    struct measured its;
    int failed = m->measure(&its, &request, d);
    const struct measurement *one_found = measured_at(&its, 0);
    if (!failed && one_found->failed[0] != '\0')
        failed = message_set(d, "%s", one_found->failed);
    *found = (struct measured_alone){one_found->ns, its.ruler_ns};
    measured_clear(&its);
    return failed;
}
