/* The program that makes pages of what the harness wrote (reports).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SESSION_PAGES_H
#define HARNESS_SESSION_PAGES_H

#include "harness/session/session.h"

/* Runs session->pages with arguments that end with NULL, and waits for it. `refusal` is what it
 * means that it finds its input wrong: where that is EXIT_USAGE, it has said so itself. Else
 * session->why says why, and the status is EXIT_MACHINE. An interruption ends it with all that it
 * has started: at once, or some seconds later if it came before. */
enum exit_status pages_run(struct session *session, char *const *arguments,
                           enum exit_status refusal);

#endif
