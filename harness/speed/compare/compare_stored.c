/* Times against a stored measurement: those of one build alone, over the ruler of the same
 * processes, with the stored ones. The two were taken at different times, perhaps on different
 * machines; that is advice, not a verdict.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>

#include "harness/base/message.h"
#include "harness/base/stopwatch.h"
#include "harness/jobs/interrupt.h"
#include "harness/jobs/progress.h"
#include "harness/speed/compare/compare.h"
#include "harness/speed/measure/estimate.h"

enum { processes = 4 };

/* One process of a build alone: cycles of a step, or NaN. */
static double measure_process(const struct compare_request *r, const struct side *s,
                              const struct comparison *c, int i, unsigned long seed) {
    struct measured_alone alone;
    struct diagnostic why;
    if (measure_alone(&alone, r->measurer, s->build.library[i % BENCH_RING],
                      c->of.workload, pairs_seed(seed, (unsigned long)i), r->seconds,
                      &why))
        return NAN;
    return stopwatch_ruler_cycles * alone.ns / alone.ruler_ns / compare_steps(c);
}

static struct estimate find_cycles(const struct compare_request *r, const struct side *s,
                                   const struct comparison *c, unsigned long seed) {
    double value[processes];
    if (s->stored != NULL)
        return estimate_read(json_object_get(side_measurement(s, c->of.name), "cycles"));
    for (int i = 0; i < processes; i++)
        value[i] = measure_process(r, s, c, i, seed);
    return estimate_ratio(processes, value);
}

static void take_cycles(struct comparison *c, struct estimate old, struct estimate new) {
    c->is_stored = c->is_timed = true;
    c->old_cycles = old;
    c->new_cycles = new;
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
