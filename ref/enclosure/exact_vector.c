/* Vectors of exact numbers, which this version of Arb has no functions for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/enclosure/enclosure.h"

arf_ptr enclosure_exact_alloc(int n) {
    arf_ptr x = flint_malloc(((size_t)n + 1) * sizeof *x);
    for (int i = 0; i < n; i++)
        arf_init(x + i);
    return x;
}

void enclosure_exact_free(arf_ptr x, int n) {
    for (int i = 0; i < n; i++)
        arf_clear(x + i);
    flint_free(x);
}
