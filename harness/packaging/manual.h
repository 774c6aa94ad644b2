/* The manual: a page for the program, one for each command, made from what --help has.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MANUAL_H
#define HARNESS_MANUAL_H

#include "harness/session/session.h"

/* Writes halfstep.1 and halfstep-COMMAND.1 of the commands, which end with NULL, into a folder,
 * which is made where there is none. Nonzero: *d says why not, an output_refusal
 * (harness/base/output.h). */
int manual_write(const struct command *const *commands, const char *folder,
                 struct diagnostic *d);

#endif
