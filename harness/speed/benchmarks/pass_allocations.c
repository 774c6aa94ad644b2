/* What a pass has allocated.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/allocations.h"
#include "harness/speed/benchmarks/pass.h"

void pass_tell_allocations(json_t *into, struct allocations before,
                           struct allocations after) {
    json_object_set_new(into, "allocations", json_integer(after.calls - before.calls));
    json_object_set_new(into, "allocated_bytes",
                        json_integer((json_int_t)(after.bytes - before.bytes)));
}
