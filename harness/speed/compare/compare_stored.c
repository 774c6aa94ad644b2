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
                              const struct comparison *c, int i, unsigned long seed) {
    const struct bench_contestant one = {s->build.library[i % BENCH_RING], c->of.workload,
                                         0, 0};
    const struct bench_request request = {.contestants = 1,
                                          .contestant = &one,
                                          .rounds = PAIRS_ROUNDS,
                                          .warm_up = PAIRS_WARM_UP,
                                          .block_ns = PAIRS_BLOCK_NS,
                                          .seed = pairs_seed(seed, (unsigned long)i),
                                          .seconds = r->seconds};
    json_t *found = NULL;
    struct diagnostic why;
    if (r->measurer->measure(&found, &request, &why))
        return NAN;
    double ns =
        json_number_in(json_array_get(json_object_get(found, "contestants"), 0), "ns");
    double cycles = STOPWATCH_RULER_CYCLES * ns / json_number_in(found, "ruler_ns");
    json_decref(found);
    return cycles / compare_steps(c);
}

static struct estimate find_cycles(const struct compare_request *r, const struct side *s,
                                   const struct comparison *c, unsigned long seed) {
    double value[processes];
    if (s->stored != NULL)
        return stored_cycles(s, c->of.name);
    for (int i = 0; i < processes; i++)
        value[i] = measure_process(r, s, c, i, seed);
    return estimate_ratio(processes, value);
}

static void take_cycles(struct comparison *c, struct estimate old, struct estimate new) {
    c->is_stored = c->is_timed = true;
    c->old_cycles = estimate_tell(old);
    c->new_cycles = estimate_tell(new);
    c->change = new.value / old.value - 1;
    compare_settle(
        c, COMPARE_NOT_MEASURED,
        isfinite(c->change)
            ? json_sprintf("a stored time cannot be paired; in ruler cycles %+.1f %%, "
                           "which is advice",
                           100 * c->change)
            : json_string("a stored time cannot be paired"));
}

enum exit_status compare_stored_times(struct compared *found, struct compare_request *r) {
    struct session *session = r->session;
    struct progress progress = session_progress(session);
    enum exit_status status = EXIT_PASSED;
    for (int i = 0; i < found->count && status == EXIT_PASSED; i++) {
        struct comparison *c = &found->comparison[i];
        unsigned long seed = pairs_seed(r->seed, (unsigned long)i);
        if (c->verdict != COMPARE_UNSETTLED)
            continue;
        if (interrupt_came()) {
            message_set(&session->why, "interrupted");
            status = EXIT_MACHINE;
        } else {
            take_cycles(c, find_cycles(r, &r->old, c, seed),
                        find_cycles(r, &r->new, c, seed));
            progress_show(&progress, (double)(i + 1) / found->count, "timing");
        }
    }
    progress_end(&progress);
    return status;
}
