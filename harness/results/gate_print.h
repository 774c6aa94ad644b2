/* What the gate found, for a person, on a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GATE_PRINT_H
#define HARNESS_GATE_PRINT_H

#include "harness/results/gate_outcome.h"

/* A line for each study and method, what fails, what was accepted, the overall verdict in the
 * last line; `verbose`: each result before, with what was checked and on which grade of
 * truth. */
void gate_print(const struct gate_outcome *o, bool verbose, FILE *out);

#endif
