/* Faults built into the stepper for contacts on purpose: the gate finds each one, and finds nothing
 * in the stepper as it is. faults.cmake says what is changed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "harness/tests/program.h"
#include "harness/tests/results_of.h"
#include "harness/tests/scratch.h"

static const struct {
    const char *program, *model,
        *quantity; /* quantity: one that must fail for the model */
} faults[] = {
    {HALFSTEP_CONTACT_RESTITUTION, "cradle_generic", "impact:Poisson-Simultaneous"},
    {HALFSTEP_CONTACT_RESTITUTION, "bouncing_ball", "order"},
    {HALFSTEP_CONTACT_FRICTION, "belt_stop", "order"},
    {HALFSTEP_CONTACT_LOAD, "bouncing_ball", "momentum:forces"},
    {HALFSTEP_CONTACT_MEAN, "bouncing_ball", "order"},
};
enum { FAULTS = sizeof faults / sizeof *faults };

/* The results of the gate on a model. */
static json_t *run_gate(const char *program, const char *model, int status) {
    struct scratch s = scratch_make();
    char *path = scratch_path(&s, "gate.json"), line[512];
    snprintf(line, sizeof line, "gate %s --method contact-stepper --json %s", model,
             path);
    struct program_outcome o = program_run_line(program, line);
    cr_expect(o.status == status, "%s: exit status %d\n%s%s", program, o.status, o.out,
              o.err);
    json_t *document = json_load_file(path, 0, NULL);
    cr_assert(document != NULL, "%s: %s", program, o.err);
    return document;
}

Test(contact_faults, the_stepper_as_it_is_passes) {
    json_decref(run_gate(HALFSTEP_PROGRAM, "bouncing_ball belt_stop cradle_generic", 0));
}

Test(contact_faults, each_fault_is_found) {
    for (int i = 0; i < FAULTS; i++) {
        json_t *document = run_gate(faults[i].program, faults[i].model, 1);
        json_t *result = find_result(json_object_get(document, "results"), "double",
                                     faults[i].quantity);
        cr_expect_str_eq(text_in(result, "verdict"), "fail", "%s: %s of %s",
                         faults[i].program, faults[i].quantity, faults[i].model);
    }
}
