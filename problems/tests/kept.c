/* Pointers that nobody reads: the newest ones.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/kept.h"

#include <stddef.h>

enum { most_kept = 1 << 16 };

void *kept(void *made) {
    static void *list[most_kept];
    static size_t count;
    return list[count++ % most_kept] = made;
}
