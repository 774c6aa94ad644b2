/* The commands of the program.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMMANDS_H
#define HARNESS_COMMANDS_H

#include "harness/results/study_kind.h"
#include "harness/session/session.h"

extern const struct command command_report, command_gate, command_fingerprint,
    command_timing, command_compare, command_history, command_solve, command_sweep,
    command_truth, command_merge, command_genericity, command_engines, command_list,
    command_show;

/* By enum study_kind; those of studies that have none have no name. */
extern const struct command study_commands[STUDY_KINDS];

/* All of them in the order of help; ends with NULL. */
const struct command *const *command_table(void);

#endif
