/* The children of a process and theirs, as Linux tells of them in /proc; elsewhere none is
 * found.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_DESCENDANTS_H
#define HARNESS_PLUGIN_DESCENDANTS_H

#include <sys/types.h>

/* Bytes of memory that all of them have in use, with what they share counted for each. */
double descendants_memory(pid_t process);

/* From now on this process is the parent of those below it whose own parent has ended. */
void descendants_adopt(void);

/* Kills the children of this process, and those that they leave, until there are none; gives up
 * on what cannot be killed within so many seconds. */
void descendants_end(double seconds);

#endif
