/* Interruptions (SIGINT, SIGTERM, SIGHUP) held back while there is something to clean up.
 *
 * They are blocked, and asked for at safe places; when they are let through again they do
 * what they always do. Those that the program was started to ignore stay ignored.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_INTERRUPT_H
#define HARNESS_INTERRUPT_H

/* sigset_t needs POSIX: the including source defines _XOPEN_SOURCE 700 first. */

#include <signal.h>
#include <stdbool.h>

/* Holds them back; *before is for interrupt_release. */
void interrupt_hold(sigset_t *before);

/* Whether one has come since. */
bool interrupt_came(void);

/* Lets them through. */
void interrupt_release(const sigset_t *before);

#endif
