/* Shards of the gate as one gate.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/gate/profile.h"
#include "harness/commands/merge.h"
#include "harness/program/gate/gate_tell.h"

enum exit_status merge_gate(struct merge *m) {
    const char *name = arguments_value(&m->given, "profile");
    const struct results_plan plan = {
        .profile = name == NULL ? profile_usual() : profile_find(name, &m->session->why)};
    struct gate_run run = {.studies = m->outcome};
    if (plan.profile == NULL)
        return EXIT_USAGE;
    run.is_canonical = arguments_value(m->arguments, "canonical") != NULL;
    /* what it owns is given to the run */
    m->outcome = (struct study_outcome){.models = NULL};
    enum exit_status status =
        gate_run_joined(&run, m->session, &m->given, &m->expect, &plan, m->joined.jobs);
    if (status == EXIT_PASSED)
        status = gate_tell(m->session, m->arguments, &run);
    gate_run_clear(&run);
    return status;
}
