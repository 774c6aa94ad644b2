/* Examples of commands, for help and the manual.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EXAMPLES_H
#define HARNESS_EXAMPLES_H

/* Command lines without the program's name, the first word being the command's; each ends in '\n'.
 * "": there is no command of this name. Static. */
const char *examples_of(const char *command);

#endif
