/* A process that was forked here, with whatever it has started, which is of its group.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_CHILD_H
#define HARNESS_PLUGIN_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

/* Whether it has ended; it still has to be waited for. */
bool child_has_ended(pid_t child);

/* Waits for its end, at most so long; whether it has come. */
bool child_ends_within(pid_t child, double seconds);

/* Waits for it. *status := what waitpid gives. It is killed if it does not end by itself within
 * the time, and in any case whatever it has started. Returns whether it has ended by itself. */
bool child_reap(pid_t child, double seconds, int *status);

#endif
