/* The timing study: which models it has where none are named, and what its results are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/base/message.h"
#include "harness/results/machine.h"
#include "harness/speed/timing/study_timing.h"
#include "harness/speed/timing/timing_jobs.h"
#include "harness/speed/timing/timing_measurement.h"
#include "harness/speed/timing/timing_rows.h"

/* Of the document's members "measurements" and "goals" (speed/goals). */
enum { TIMING_FORMAT = 1 };

const struct timing_effort timing_full = {8, 96, 100000, 6, 12, 64, 4, 8},
                           timing_quick = {4, 24, 10000, 4, 6, 24, 4, 3};

int timing_usual_models(struct model_names *names) {
    *names = (struct model_names){0, NULL};
    static const char *const others[] = {TIMING_ROWS,     TIMING_CHAIN,   TIMING_LINKS,
                                         TIMING_CONTACTS, TIMING_SLIDERS, TIMING_BRICKS,
                                         TIMING_HAND};
    const size_t count = sizeof others / sizeof *others;
    names->name =
        calloc((size_t)original_cost_fixed_count + count + 1, sizeof *names->name);
    if (names->name == NULL)
        return -1;
    for (int i = 0; i < original_cost_fixed_count; i++) {
        const char *name = original_cost_fixed[i].model;
        if (names->count == 0 || strcmp(names->name[names->count - 1], name) != 0)
            names->name[names->count++] = name;
    }
    for (size_t i = 0; i < count; i++)
        names->name[names->count++] = others[i];
    return 0;
}

static void find_results(const struct timing_work *work, struct timing_results *results) {
    for (int i = 0; i < work->plans; i++)
        timing_plan_results(&work->plan[i], results);
    for (int k = 0; k < TIMING_TABLES; k++)
        if (work->table[k].name != NULL)
            timing_table_kinds[k].results(&work->table[k], results);
    timing_plan_means(work->plans, work->plan, results);
    for (int k = 0; k < TIMING_CHAINS; k++)
        timing_chain_results(&work->chain[k], results);
    for (int i = 0; i < work->precisions; i++)
        timing_precision_results(&work->precision[i], results);
    timing_general_results(&work->general, results);
    TIMING_FOREACH(&work->failures, failure) {
        timing_add(results, failure); /* which has no points */
    }
}

static json_t *make_more(const struct timing_work *work, const struct load *before) {
    const struct load after = load_now();
    return json_pack("{s:i, s:I, s:O, s:o}", "format", TIMING_FORMAT, "taken",
                     (json_int_t)time(NULL), "build", work->build.build, "load",
                     load_describe(before, &after));
}

enum exit_status study_timing(const struct timing_request *r,
                              struct timing_results *results, json_t **more,
                              struct timing_told *told) {
    struct timing_work work;
    const struct load before = load_now();
    *more = NULL;
    enum exit_status status = timing_choose(&work, r);
    if (status == EXIT_PASSED)
        status = timing_jobs_run(&work);
    told->has_measurements = true;
    if (status == EXIT_PASSED &&
        timing_measurements_append(&told->measurement, &told->measurements, &work.general,
                                   work.plans, work.plan))
        status = message_fail(EXIT_MACHINE, &r->session->why, "out of memory");
    if (status == EXIT_PASSED) {
        find_results(&work, results);
        *more = make_more(&work, &before);
        if (results->is_short)
            status = message_fail(EXIT_MACHINE, &r->session->why, "out of memory");
    }
    timing_work_clear(&work);
    return status;
}
