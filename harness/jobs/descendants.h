/* The children of a process and theirs, as Linux tells of them in /proc; elsewhere none is
 * found.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_DESCENDANTS_H
#define HARNESS_DESCENDANTS_H

#include <stdbool.h>

#include <sys/types.h>

/* Whether all of them have more bytes of memory in use: what some of them share, as after a fork,
 * counts once (Pss: each page by the number of processes that have it). */
bool descendants_use_more(pid_t process, double bytes);

/* Whether there are more of them than this number. */
bool descendants_are_more(pid_t process, int number);

/* Bytes of memory that the process itself has in use; 0 where that cannot be known. */
double descendants_memory(pid_t process);

/* Seconds in which the process and those below it were ready to run and others had the
 * processor, up to when each ran last, of its main thread; 0 where that cannot be known. */
double descendants_waited(pid_t process);

/* From now on this process is the parent of those below it whose own parent has ended. */
void descendants_adopt(void);

/* Kills the children of this process, and those that they leave, until there are none; gives up
 * on what cannot be killed within so many seconds. */
void descendants_end(double seconds);

#endif
