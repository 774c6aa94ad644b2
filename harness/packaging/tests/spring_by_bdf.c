/* q'' = -q from (1, 0), by the installed formulas, to t = 1.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "fast/bdf.h"

static int spring(void *context, double t, const double *x, double *ydot) {
    (void)context;
    (void)t;
    ydot[0] = -x[0];
    return 0;
}

int main(void) {
    const double start[] = {1, 0};
    struct integrator_system system = {0};
    struct integrator_options options = projected_default_options();
    bdf *integrator;
    system.nq = system.nv = 1;
    system.rates = spring;
    options.accuracy = 1e-9;
    if (bdf_alloc(&integrator, &system, &options) != FAST_OK ||
        bdf_start(integrator, 0, start) != FAST_OK || bdf_run(integrator, 1) != FAST_OK)
        return 1;
    printf("%.4f\n", bdf_state(integrator)[0]);
    bdf_free(integrator);
    return 0;
}
