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

struct cycles {
    double value, low, high; /* of a step */
};

static struct cycles stored_cycles(const struct side *s, const char *name) {
    const json_t *cycles = json_object_get(side_measurement(s, name), "cycles");
    return (struct cycles){json_number_in(cycles, "value"), json_number_in(cycles, "low"),
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

static struct cycles find_cycles(const struct compare_request *r, const struct side *s,
                                 const json_t *comparison, unsigned long seed) {
    double value[processes];
    if (s->stored != NULL)
        return stored_cycles(s, results_text(comparison, "name"));
    for (int i = 0; i < processes; i++)
        value[i] = measure_process(r, s, comparison, i, seed);
    struct estimate e = estimate_ratio(processes, value);
    return (struct cycles){e.value, e.low, e.high};
}

static json_t *tell_cycles(struct cycles c) {
    return json_pack("{s:o, s:o, s:o}", "value", json_number(c.value), "low",
                     json_number(c.low), "high", json_number(c.high));
}

static void add_cycles(json_t *comparison, struct cycles old, struct cycles new) {
    double change = new.value / old.value - 1;
    json_object_set_new(comparison, "old_cycles", tell_cycles(old));
    json_object_set_new(comparison, "new_cycles", tell_cycles(new));
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
        struct cycles old = find_cycles(r, &r->old, comparison, seed);
        struct cycles new = find_cycles(r, &r->new, comparison, seed);
        add_cycles(comparison, old, new);
        progress_show(&progress, (double)(i + 1) / (double)count, "timing");
    }
    progress_end(&progress);
    return EXIT_PASSED;
}
