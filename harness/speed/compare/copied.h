/* Copies of a build's libraries: the same code in other files, which a process maps beside the
 * first. What differs between the two is not the program.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_COPIED_H
#define HARNESS_COMPARE_COPIED_H

#include "harness/speed/benchmarks/bench.h"

struct copied {
    char *folder; /* a temporary one; NULL: there is no copy */
    char *library[BENCH_RING];
};

/* Copies into a folder of its own in TMPDIR or /tmp. Removed and freed by copied_clear.
 * Nonzero: *d says why, and nothing is left. */
int copied_make(struct copied *c, const struct bench_build *build, struct diagnostic *d);
void copied_clear(struct copied *c);

#endif
