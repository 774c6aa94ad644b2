/* A question put to the program halfstep-benchmark, in a fresh process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCH_PROCESS_H
#define HARNESS_BENCH_PROCESS_H

#include <stdio.h>
#include <sys/types.h>

#include <jansson.h>

struct diagnostic; /* problems/base/status.h */

/* A process that is begun in a group of its own, with no interruption held back. */
struct bench_child {
    const char *program; /* a path, or a name that PATH has */
    char *const *arguments, *const *environment;
    int files;
    const int (*file)[2]; /* [files] what it has open, and as which number */
};

/* In a measurement's environment: the threads of the linear algebra that peers bring along wait
 * in loops, whose time a process is billed for. */
#define BENCH_ONE_THREAD "OPENBLAS_NUM_THREADS=1"

/* The environment of this process with BENCH_ONE_THREAD, and one variable more whose length is
 * drawn by the seed. The caller frees it, and its first entry. NULL: out of memory. */
char **bench_environment(unsigned long seed);

/* Temporary files in place of standard input, output and error: nobody waits for anybody. Closed
 * in any case. Nonzero: there are none, and *d says why. */
struct bench_files {
    FILE *file[3];
};
int bench_files_open(struct bench_files *f, struct diagnostic *d);
void bench_files_close(struct bench_files *f);

/* 0, or why not (errno). */
int bench_start(pid_t *process, const struct bench_child *child);

/* Waits; ends a process that takes too long, or when the work is interrupted, and then *d says
 * which and it returns nonzero. */
int bench_wait(pid_t process, double seconds, int *status, struct diagnostic *d);

/* *answer := what it answers, which the caller frees. The seed gives the size of its
 * environment, by which its stack is shifted. Ended after so many seconds, or when an
 * interruption has come (jobs/interrupt.h). Nonzero: *d says why. */
int bench_ask(json_t **answer, const char *question, const json_t *request,
              unsigned long seed, double seconds, struct diagnostic *d);

#endif
