/* What is allocated and freed, counted, for programs that are linked with
 * --wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_COUNTED_BLOCKS_H
#define FAST_TESTS_COUNTED_BLOCKS_H

extern int allocations, failing; /* the allocation that fails, counted from 1 */
extern long blocks;              /* allocated and not freed */

/* Says what does not hold in the trial that is lived. */
void expect(int holds, const char *what);

/* Lives each trial from 0 on, first without, then with each one of its allocations failing;
 * live(trial, which), the `which`th failing (0: none), returns how many there were. The exit
 * status of the program. */
int live_all(int trials, int (*live)(int trial, int which));

#endif
