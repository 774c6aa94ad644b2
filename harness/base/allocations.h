/* What the program has allocated: every malloc, calloc and realloc of its own sources passes
 * here (the linker's --wrap). Those inside the libraries that it is linked with do not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ALLOCATIONS_H
#define HARNESS_ALLOCATIONS_H

struct allocations {
    long calls;
    double bytes; /* asked for */
};

/* Since the program began. */
struct allocations allocations_so_far(void);

#endif
