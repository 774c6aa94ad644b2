/* What is allocated and freed, counted, for programs that are linked with
 * --wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_COUNTED_BLOCKS_H
#define FAST_TESTS_COUNTED_BLOCKS_H

extern int allocations, failing; /* the allocation that fails, counted from 1 */
extern long blocks;              /* allocated and not freed */

#endif
