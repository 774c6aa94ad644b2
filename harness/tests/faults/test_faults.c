/* Faults built into the integrator on purpose: a study of the gate finds each one, and finds
 * nothing in the integrator as it is; what changes decisions alone is found by the replay and by
 * the original's recorded runs. faults.cmake says what is changed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "harness/tests/original.h"
#include "harness/tests/program.h"
#include "harness/tests/results_of.h"

/* The pair's first method, on one model with the identity for N and one without; both start without
 * accidental zeros. */
#define MODELS "pendulum_generic heavy_top_generic --method velocity-implicit-euler"
static const char *const models[] = {"pendulum_generic", "heavy_top_generic"};

/* What must fail for each model. */
struct fault {
    const char *program, *study, *quantity;
};

static const struct fault faults[] = {
    {HALFSTEP_WRONG_HALF_STEP, "gap", "step-roundoff"},
    {HALFSTEP_OLD_POSITION, "gap", "step-roundoff"},
    {HALFSTEP_ESTIMATE_HALVED, "gap", "step-estimate"},
    {HALFSTEP_COEFFICIENT_OFF, "gap", "step-roundoff"},
    {HALFSTEP_DEFAULT_COEFFICIENT, "gap", "step-roundoff"},
};

static json_t *run_study(const char *program, const char *study, int status) {
    char line[512];
    snprintf(line, sizeof line, "%s " MODELS " --json", study);
    return program_json(program, line, status);
}

static int count_failures(const json_t *document, const char *model,
                          const char *quantity) {
    size_t i;
    json_t *result;
    int count = 0;
    json_array_foreach(json_object_get(document, "results"), i, result) {
        count += strcmp(text_in(result, "verdict"), "fail") == 0 &&
                 strcmp(text_in(result, "model"), model) == 0 &&
                 strcmp(text_in(result, "quantity"), quantity) == 0;
    }
    return count;
}

Test(faults, the_integrator_as_it_is_passes) {
    static const char *const studies[] = {"gap", "order", "statistics"};
    for (size_t i = 0; i < sizeof studies / sizeof *studies; i++)
        run_study(HALFSTEP_PROGRAM, studies[i], 0);
}

Test(faults, each_fault_of_a_step_is_found) {
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const struct fault *f = &faults[i];
        json_t *document = run_study(f->program, f->study, 1);
        for (size_t k = 0; k < sizeof models / sizeof *models; k++)
            cr_expect(count_failures(document, models[k], f->quantity) > 0,
                      "%s: no %s fails in %s", f->program, f->quantity, models[k]);
    }
}

/* ---- Faults of error control and of implicit Euler */

struct decision_fault {
    const char *program;
    bool by_replay; /* on the models above; the others need failures of the iteration */
};

static const struct decision_fault decision_faults[] = {
    {HALFSTEP_GROWTH_HALVED, true},    {HALFSTEP_SAFETY_LOWER, true},
    {HALFSTEP_VELOCITY_IGNORED, true}, {HALFSTEP_FRESH_AGAIN, false},
    {HALFSTEP_OTHER_INCREMENT, false},
};
enum { decision_fault_count = sizeof decision_faults / sizeof *decision_faults };

/* A run under error control out of so many is repeated. */
enum { one_in = 3 };

/* How many of the recorded runs are counted otherwise by a program, until there are so many. */
static int count_different(const char *program, int enough, int *compared) {
    json_t *records = original_read(), *record;
    const json_t *usual = json_object_get(records, "config_defaults");
    const json_t *fields = json_object_get(records, "stats_fields");
    size_t i;
    int different = 0, controlled = 0;
    json_array_foreach(json_object_get(records, "cases"), i, record) {
        if (!original_is_controlled(record) || !original_is_robust(record) ||
            controlled++ % one_in != 0 || different >= enough)
            continue;
        char line[ORIGINAL_LINE_ROOM];
        original_line(record, usual, false, line);
        struct program_outcome o = program_run_line(program, line);
        json_t *document = json_loads(o.out, 0, NULL);
        cr_assert(document != NULL, "%s", o.err);
        different += !original_counts_agree(record, fields, document);
        ++*compared;
    }
    return different;
}

Test(faults, recorded_runs_are_counted_alike_by_the_integrator_as_it_is) {
    int compared = 0;
    cr_expect(count_different(HALFSTEP_PROGRAM, INT_MAX, &compared) == 0);
    cr_expect(compared > 30, "%d", compared);
}

Test(faults, wrong_decisions_are_found_by_the_recorded_runs) {
    for (int i = 0; i < decision_fault_count; i++) {
        int compared = 0;
        cr_expect(count_different(decision_faults[i].program, 1, &compared) == 1,
                  "%s: %d", decision_faults[i].program, compared);
    }
}

Test(faults, wrong_decisions_are_found_by_the_replay) {
    for (int i = 0; i < decision_fault_count; i++) {
        if (!decision_faults[i].by_replay)
            continue;
        json_t *document = run_study(decision_faults[i].program, "statistics", 1);
        int found = 0;
        for (size_t k = 0; k < sizeof models / sizeof *models; k++)
            found += count_failures(document, models[k], "replay");
        cr_expect(found > 0, "%s", decision_faults[i].program);
    }
}
