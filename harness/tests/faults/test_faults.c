/* Faults built into the integrator on purpose: the gate finds each one, and finds nothing in
 * the integrator as it is; what changes decisions alone is found by the gate's replay and by
 * the original's recorded runs. faults.cmake says what is changed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/output.h"
#include "harness/tests/original.h"
#include "harness/tests/program.h"
#include "harness/tests/scratch.h"

/* The pair's first method, on one model with the identity for N and one without; both start without
 * accidental zeros. */
#define MODELS "pendulum_generic heavy_top_generic --method velocity-implicit-euler"
static const char *const models[] = {"pendulum_generic", "heavy_top_generic"};

struct fault {
    const char *program;
    const char *quantities[4]; /* one of which must fail for each model */
};

static const struct fault faults[] = {
    {HALFSTEP_WRONG_HALF_STEP, {"order", "step-roundoff", NULL}},
    {HALFSTEP_OLD_POSITION, {"step-roundoff", NULL}},
    {HALFSTEP_ESTIMATE_HALVED, {"step-estimate", NULL}},
    {HALFSTEP_COEFFICIENT_OFF, {"step-roundoff", NULL}},
    {HALFSTEP_DEFAULT_COEFFICIENT, {"step-roundoff", NULL}},
};

/* Runs the gate and returns its results. */
static json_t *run_gate(const char *program, int status) {
    struct scratch s = scratch_make();
    char *path = output_join(s.path, "gate.json"), line[512];
    snprintf(line, sizeof line, "gate " MODELS " --json %s", path);
    struct program_outcome o = program_run_line(program, line);
    cr_expect(o.status == status, "%s: exit status %d\n%s%s", program, o.status, o.out,
              o.err);
    cr_expect(status == 0 || strstr(o.out, "\nFAIL ") != NULL, "%s", o.out);
    bool is_named = status == 0;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        is_named |= strstr(o.out, models[i]) != NULL;
    cr_expect(is_named, "no model is named:\n%s", o.out);
    json_t *document = json_load_file(path, 0, NULL);
    cr_assert(document != NULL, "%s: %s", program, o.err);
    program_clear(&o);
    free(path);
    scratch_remove(&s);
    return document;
}

static const char *text_of(const json_t *result, const char *key) {
    const char *text = json_string_value(json_object_get(result, key));
    return text == NULL ? "" : text;
}

static int count_failures(const json_t *document, const char *model,
                          const char *quantity) {
    size_t i;
    json_t *result;
    int count = 0;
    json_array_foreach(json_object_get(document, "results"), i, result) {
        count += strcmp(text_of(result, "verdict"), "fail") == 0 &&
                 strcmp(text_of(result, "model"), model) == 0 &&
                 strcmp(text_of(result, "quantity"), quantity) == 0;
    }
    return count;
}

static void expect_found(const struct fault *f) {
    json_t *document = run_gate(f->program, 1);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        int found = 0;
        for (int k = 0; f->quantities[k] != NULL; k++)
            found += count_failures(document, models[i], f->quantities[k]);
        cr_expect(found > 0, "%s: nothing found in %s", f->program, models[i]);
    }
    json_decref(document);
}

Test(faults, the_integrator_as_it_is_passes) {
    json_decref(run_gate(HALFSTEP_PROGRAM, 0));
}

Test(faults, a_wrong_half_step_is_found) {
    expect_found(&faults[0]);
}

Test(faults, a_force_from_the_old_position_is_found) {
    expect_found(&faults[1]);
}

Test(faults, a_halved_estimate_is_found) {
    expect_found(&faults[2]);
}

Test(faults, a_coefficient_off_by_a_millionth_is_found) {
    expect_found(&faults[3]);
}

Test(faults, a_coefficient_off_in_default_mode_alone_is_found) {
    expect_found(&faults[4]);
}

/* ---- Faults of error control and of implicit Euler */

struct decision_fault {
    const char *program;
    bool by_gate; /* on the models above; the others need failures of the iteration */
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
        json_decref(document);
        program_clear(&o);
    }
    json_decref(records);
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

Test(faults, wrong_decisions_are_found_by_the_gate) {
    for (int i = 0; i < decision_fault_count; i++) {
        if (!decision_faults[i].by_gate)
            continue;
        json_t *document = run_gate(decision_faults[i].program, 1);
        int found = 0;
        for (size_t k = 0; k < sizeof models / sizeof *models; k++)
            found += count_failures(document, models[k], "replay");
        cr_expect(found > 0, "%s", decision_faults[i].program);
        json_decref(document);
    }
}
