/* What a gate has come to, told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GATE_TELL_H
#define HARNESS_GATE_TELL_H

#include "harness/program/gate/gate_run.h"

/* Prints the verdict and writes the files that the arguments name (gate_files.h); where one of
 * them is standard output, the verdict goes to standard error. EXIT_PASSED or EXIT_VERDICT;
 * EXIT_MACHINE when a file could not be written, and session->why says which. */
enum exit_status gate_tell(struct session *session, const struct arguments *arguments,
                           const struct gate_run *run);

#endif
