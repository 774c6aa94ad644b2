/* What the processes below one have of memory: what they share counts once.
 *
 * Seen to fail: shared pages counted for each; no grandchildren; what is written after a fork
 * counted once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <criterion/criterion.h>

#include "harness/jobs/descendants.h"

enum { copies = 3, megabyte = 1000000, size = 60 * megabyte };

/* Every page, as no compiler may leave out. */
static void fill(char *memory, char value) {
    enum { page = 4096 };
    for (volatile char *at = memory; at < memory + size; at += page)
        *at = value;
}

/* Forks; those below tell that they are ready, and wait until they are killed. */
static void multiply(char *memory, bool writes, int ready) {
    for (int i = 0; i < copies; i++)
        if (fork() == 0) {
            if (writes)
                fill(memory, (char)(2 + i));
            if (write(ready, "y", 1) == 1)
                pause();
            _exit(0);
        }
    pause();
    _exit(0);
}

/* A child with memory of this size that forks children of its own. */
static pid_t begin(bool writes) {
    int ready[2];
    char byte;
    cr_assert(pipe(ready) == 0);
    const pid_t process = fork();
    cr_assert(process >= 0);
    if (process == 0) {
        setpgid(0, 0);
        char *memory = malloc(size);
        if (memory == NULL)
            _exit(1);
        fill(memory, 1);
        multiply(memory, writes, ready[1]);
    }
    setpgid(process, process);
    for (int i = 0; i < copies; i++)
        cr_assert(read(ready[0], &byte, 1) == 1);
    close(ready[0]);
    close(ready[1]);
    return process;
}

Test(descendants, what_they_share_counts_once) {
    for (int writes = 0; writes < 2; writes++) {
        const pid_t process = begin(writes);
        const int has = writes ? copies + 1 : 1;
        cr_expect(descendants_use_more(getpid(), (has - 0.1) * size), "%d", writes);
        cr_expect(!descendants_use_more(getpid(), (has + 0.5) * size), "%d", writes);
        kill(-process, SIGKILL);
        waitpid(process, NULL, 0);
    }
}
