/* In place of the functions for vectors of four and eight numbers where the compiler has no such
 * vectors: the usual ones would only be compiled again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>

#include "problems/readers/eval_double.h"
#include "problems/readers/eval_lanes.h"

compiled_function *compiled_find_wide(uint64_t fingerprint) {
    (void)fingerprint;
    return NULL;
}

compiled_function *compiled_lanes_find_wide(uint64_t fingerprint) {
    return compiled_lanes_find(fingerprint);
}

compiled_function *compiled_lanes_find_widest(uint64_t fingerprint) {
    return compiled_lanes_find(fingerprint);
}
