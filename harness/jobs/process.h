/* The process of one job of a pool. It answers by a pipe: one byte that says whether a document
 * or a message follows, then that; the end of the pipe is the end of the job.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PROCESS_H
#define HARNESS_PROCESS_H

#include <sys/types.h>

#include "harness/jobs/work.h"

enum { process_answer_document = 'D', process_answer_message = 'M' };

/* Starts a process for the job, which answers by *pipe and keeps no other of the pool's files
 * open than `unneeded` (-1: none), which it closes. Negative: none can be had, errno says why,
 * and *pipe is as it was. */
pid_t process_start(const struct pool *p, int job, int unneeded, int *pipe);

/* In a new process: it begins a group of its own, so that what it starts ends with it, and it
 * ends with its parent, which may be killed outright (so on Linux; elsewhere by the pipe that
 * nobody reads any more). */
void process_begin_group(pid_t parent);

/* Kills the whole group; the process alone while it has not begun one. */
void process_kill(pid_t process);

/* Waits until it has ended: its status, as waitpid tells it, and the processor's seconds of it
 * and of those that it has waited for. */
int process_wait(pid_t process, double *processor_seconds);

#endif
