/* The kinds of passes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/speed/benchmarks/pass.h"

int pass_open(struct pass *p, const struct wish *wish, struct diagnostic *d) {
    if (strcmp(wish->method, PASS_SCENE) == 0)
        return pass_open_scene(p, wish, d);
    if (wish->kernel == NULL)
        return pass_open_steps(p, wish, d);
    return strcmp(wish->kernel, PASS_KEPT) == 0 ? pass_open_pair(p, wish, d)
                                                : pass_open_kernel(p, wish, d);
}
