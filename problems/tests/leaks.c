/* A plain program, for leak checkers: Criterion's forked tests pass whatever they leak. All
 * of exercise.c, once undisturbed and once for each allocation that fails. Under the address
 * sanitizer what GMP, MPFR and FLINT keep is counted too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <flint/flint.h>
#include <stdio.h>

#include "problems/tests/exercise.h"

int main(void) {
    memory = (struct memory){0};
    bool good = exercise_run().complete && memory.live == 0;
    const long count = memory.count;
    for (long i = 1; i <= count && good; i++) {
        memory = (struct memory){.fail_at = i};
        good = exercise_run().consistent && memory.live == 0;
        if (!good)
            fprintf(stderr, "leaks: allocation %ld of %ld: %ld blocks left\n", i, count,
                    memory.live);
    }
    flint_cleanup(); /* and MPFR's caches */
    return good ? 0 : 1;
}
