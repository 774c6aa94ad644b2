/* The table of commands.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/commands.h"

#include <stddef.h>

static const struct command *const table[] = {
    &command_report,
    &command_gate,
    &command_fingerprint,
    &study_commands[STUDY_ORDER],
    &study_commands[STUDY_GAP],
    &study_commands[STUDY_STATISTICS],
    &study_commands[STUDY_GEOMETRY],
    &study_commands[STUDY_CONDITIONS],
    &study_commands[STUDY_ORIGINALS],
    &study_commands[STUDY_STABILITY],
    &study_commands[STUDY_DRIFT],
    &study_commands[STUDY_BUDGET],
    &study_commands[STUDY_SETTLING],
    &study_commands[STUDY_RESTITUTION],
    &command_timing,
    &command_compare,
    &command_history,
    &command_solve,
    &command_sweep,
    &command_truth,
    &command_merge,
    &command_genericity,
    &command_engines,
    &command_list,
    &command_show,
    NULL,
};

const struct command *const *command_table(void) {
    return table;
}
