/* What the program has allocated, counted. The linker sends calls of malloc to __wrap_malloc,
 * and those of __real_malloc to malloc.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>

#include "harness/base/allocations.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static struct allocations counted;

static void count(double bytes) {
    counted.calls++;
    counted.bytes += bytes;
}

void *__wrap_malloc(size_t size) {
    count((double)size);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t number, size_t size) {
    count((double)number * (double)size);
    return __real_calloc(number, size);
}

void *__wrap_realloc(void *old, size_t size) {
    count((double)size);
    return __real_realloc(old, size);
}

struct allocations allocations_so_far(void) {
    return counted;
}
