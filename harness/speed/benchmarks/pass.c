/* The kinds of passes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/speed/benchmarks/pass.h"

int pass_open(struct pass *p, const struct workload *workload, struct diagnostic *d) {
    if (strcmp(workload->method, PASS_SCENE) == 0)
        return pass_open_scene(p, workload, d);
    if (workload->kernel == NULL)
        return pass_open_steps(p, workload, d);
    if (strcmp(workload->kernel, PASS_LANES) == 0)
        return pass_open_lanes(p, workload, d);
    return strcmp(workload->kernel, PASS_KEPT) == 0 ? pass_open_pair(p, workload, d)
                                                    : pass_open_kernel(p, workload, d);
}
