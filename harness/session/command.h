/* The commands of the program: one is chosen and run, and help is printed of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMMAND_H
#define HARNESS_COMMAND_H

#include <stddef.h>
#include <stdio.h>

#include "harness/session/option.h"
#include "harness/session/session.h"

/* Runs what argv[1..argc-1] says, by one of session->commands. */
enum exit_status command_run(struct session *session, int argc, char **argv);

/* What help says: of all commands, which end with NULL, or of one. */
void command_print_overview(const struct command *const *commands, int columns,
                            FILE *out);
/* Lines have at most so many columns, if that is 40 at least and below the usual width. */
void command_print_help(const struct command *command, int columns, FILE *out);

/* How much of an example has room on a line: all, or what stands before an option, so that a
 * backslash has room behind it, too; what follows begins with a blank. */
size_t command_example_part(const char *example, size_t length, size_t room);
/* What every command has besides its own options. */
extern const struct option_definition command_options_of_all[];

/* Lines of it: what words stand for, and what exit statuses mean. */
extern const char command_about_models[], command_exit_statuses[];

#endif
