/* A list of pointers that nobody reads.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/kept.h"

#include <stdlib.h>

#include <criterion/criterion.h>

void *kept(void *made) {
    static void **list;
    static size_t count, room;
    if (count == room) {
        room = 2 * room + 64;
        list = realloc(list, room * sizeof *list);
        cr_assert(list != NULL);
    }
    list[count++] = made;
    return made;
}
