/* Everything that the graph and its readers allocate, in one run, with a memory that can be
 * made to run out. GMP, MPFR and FLINT allocate behind this: where they get no memory they end
 * the program, which no caller can prevent.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_EXERCISE_H
#define PROBLEMS_TESTS_EXERCISE_H

#include <stdbool.h>

/* The memory: allocation `fail_at` (counted from 1) fails, and so do all after it if
 * fail_on; 0: none fails. `live` is how many blocks are allocated. */
struct memory {
    long count, fail_at, live;
    bool fail_on;
};
extern struct memory memory;

/* Builds, differentiates, flattens, evaluates in each reader and frees all of it. */
struct exercise {
    bool complete;   /* nothing failed */
    bool consistent; /* what failed said so, and left nothing half made */
};
struct exercise exercise_run(void);

#endif
