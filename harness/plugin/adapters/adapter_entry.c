/* The one symbol of an adapter that is a shared library: ADAPTER is the name of its table.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "adapter.h"

const struct halfstep_integrator *halfstep_integrator(void) {
    static struct halfstep_integrator it;
    it = ADAPTER.integrator;
    it.version = ADAPTER.version();
    return &it;
}
