/* Faults built into the integrator on purpose: the gate finds each one, and finds nothing in
 * the integrator as it is. faults.cmake says what is changed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/output.h"
#include "harness/tests/program.h"
#include "harness/tests/scratch.h"

/* One model with the identity for N and one without; both start without accidental zeros. */
#define MODELS "pendulum_generic heavy_top_generic"
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
};

/* Runs the gate and returns its results. */
static json_t *run_gate(const char *program, int status) {
    struct scratch s = scratch_make();
    char *path = output_join(s.path, "gate.json"), line[512];
    snprintf(line, sizeof line, "gate " MODELS " --json %s", path);
    struct program_outcome o = program_run_line(program, line);
    cr_expect(o.status == status, "%s: exit status %d\n%s%s", program, o.status, o.out,
              o.err);
    for (size_t i = 0; status != 0 && i < sizeof models / sizeof *models; i++)
        cr_expect(strstr(o.out, models[i]) != NULL, "%s is not named", models[i]);
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
