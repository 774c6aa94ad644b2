/* Times against a stored measurement: those of one build alone, over the ruler of the same
 * processes, with the stored ones. The two were taken at different times, perhaps on different
 * machines; that is advice, not a verdict.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/stopwatch.h"
#include "harness/jobs/interrupt.h"
#include "harness/jobs/progress.h"
#include "harness/program/run/results.h"
#include "harness/results/results_count.h"
#include "harness/speed/compare/compare.h"
#include "harness/speed/measure/estimate.h"

enum { processes = 4 };

/* Cycles of a step. */
static struct estimate stored_cycles(const struct side *s, const char *name) {
    const json_t *cycles = json_object_get(side_measurement(s, name), "cycles");
    return (struct estimate){json_number_in(cycles, "value"),
                             json_number_in(cycles, "low"),
                             json_number_in(cycles, "high")};
}

/* One process of a build alone: cycles of a step, or NaN. */
static double measure_process(const struct compare_request *r, const struct side *s,
                              const json_t *comparison, int i, unsigned long seed) {
    const struct bench_contestant one = {s->build.library[i % BENCH_RING],
                                         json_object_get(comparison, "workload"), 0, 0};
    const struct bench_request request = {.contestants = 1,
                                          .contestant = &one,
                                          .rounds = PAIRS_ROUNDS,
                                          .warm_up = PAIRS_WARM_UP,
                                          .block_ns = PAIRS_BLOCK_NS,
                                          .seed = pairs_seed(seed, (unsigned long)i),
                                          .seconds = r->seconds};
    json_t *found = NULL;
    struct diagnostic why;
    if (r->measurer->measure(r->measurer->context, &found, &request, &why))
        return NAN;
    double ns =
        json_number_in(json_array_get(json_object_get(found, "contestants"), 0), "ns");
    double cycles = STOPWATCH_RULER_CYCLES * ns / json_number_in(found, "ruler_ns");
    json_decref(found);
    return cycles / compare_steps(comparison);
}

static struct estimate find_cycles(const struct compare_request *r, const struct side *s,
                                   const json_t *comparison, unsigned long seed) {
    double value[processes];
    if (s->stored != NULL)
        return stored_cycles(s, results_text(comparison, "name"));
    for (int i = 0; i < processes; i++)
        value[i] = measure_process(r, s, comparison, i, seed);
    return estimate_ratio(processes, value);
}

static void add_cycles(json_t *comparison, struct estimate old, struct estimate new) {
    double change = new.value / old.value - 1;
    json_object_set_new(comparison, "old_cycles", estimate_tell(old));
    json_object_set_new(comparison, "new_cycles", estimate_tell(new));
    json_object_set_new(comparison, "change", json_number(change));
    json_object_set_new(comparison, "verdict", json_string("not-measured"));
    json_object_set_new(
        comparison, "reason",
        isfinite(change)
            ? json_sprintf("a stored time cannot be paired; in ruler cycles %+.1f %%, "
                           "which is advice",
                           100 * change)
            : json_string("a stored time cannot be paired"));
}

enum exit_status compare_stored_times(json_t *comparisons, struct compare_request *r) {
    struct session *session = r->session;
    struct progress progress = progress_start(session->err, session->err_is_terminal);
    const size_t count = json_array_size(comparisons);
    for (size_t i = 0; i < count; i++) {
        json_t *comparison = json_array_get(comparisons, i);
        unsigned long seed = pairs_seed(r->seed, i);
        if (results_text(comparison, "verdict")[0] != '\0')
            continue;
        if (interrupt_came()) {
            progress_end(&progress);
            message_set(&session->why, "interrupted");
            return EXIT_MACHINE;
        }
        struct estimate old = find_cycles(r, &r->old, comparison, seed);
        struct estimate new = find_cycles(r, &r->new, comparison, seed);
        add_cycles(comparison, old, new);
        progress_show(&progress, (double)(i + 1) / (double)count, "timing");
    }
    progress_end(&progress);
    return EXIT_PASSED;
}
