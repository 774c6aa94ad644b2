/* The memory that runs out: the linker puts these in the place of the C library's functions
 * for the files that are linked statically (-Wl,--wrap=malloc and so on).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>

#include "problems/tests/exercise.h"

struct memory memory;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

static bool fails(void) {
    memory.count++;
    return memory.fail_at > 0 && (memory.count == memory.fail_at ||
                                  (memory.fail_on && memory.count > memory.fail_at));
}

void *__wrap_malloc(size_t size) {
    void *block = fails() ? NULL : __real_malloc(size);
    memory.live += block != NULL;
    return block;
}

void *__wrap_calloc(size_t count, size_t size) {
    void *block = fails() ? NULL : __real_calloc(count, size);
    memory.live += block != NULL;
    return block;
}

void *__wrap_realloc(void *block, size_t size) {
    void *moved = fails() ? NULL : __real_realloc(block, size);
    memory.live += moved != NULL && block == NULL;
    return moved;
}

void __wrap_free(void *block) {
    memory.live -= block != NULL;
    __real_free(block);
}
