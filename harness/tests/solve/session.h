/* A command line carried out in the test's own process, with our own integrators: much faster
 * than the program.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_SESSION_H
#define HARNESS_TESTS_SESSION_H

#include <jansson.h>

#include "harness/commands/commands.h"

/* The document that "solve MODEL ... --json" prints, and its exit status. The line is cut to
 * words. Ends the test when nothing legible is printed. */
json_t *session_json(char *line, enum exit_status *status);

#endif
