/* The caller's system: whether its parts fit together, and q' = N(q) v.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/internal.h"

enum fast_status fast_check_system(const struct fast_system *system) {
    if (system->nq < 0 || system->nv < 0 || system->nz < 0)
        return FAST_BAD_SYSTEM;
    if (system->nv == 0 && system->nz == 0)
        return FAST_BAD_SYSTEM; /* no y: nothing to solve for */
    if (system->nq < system->nv || system->rates == NULL)
        return FAST_BAD_SYSTEM;
    if (system->map == NULL && system->nq != system->nv)
        return FAST_BAD_SYSTEM;
    return FAST_OK;
}

enum fast_status fast_map(const fast *integrator, const double *q, const double *v,
                          double *qdot) {
    const struct fast_system *system = &integrator->system;
    if (system->map == NULL) {
        memcpy(qdot, v, (size_t)system->nv * sizeof *v);
        return FAST_OK;
    }
    return system->map(system->context, q, v, qdot) == 0 ? FAST_OK : FAST_CALLBACK;
}

enum fast_status fast_advance_position(fast *integrator, double h, const double *qn,
                                       const double *qk, const double *v, double *q) {
    const double *qdot = v;
    if (integrator->system.map != NULL) {
        if (fast_map(integrator, qk, v, integrator->qdot) != FAST_OK)
            return FAST_CALLBACK;
        qdot = integrator->qdot;
    }
    for (int i = 0; i < integrator->nq; i++)
        q[i] = qn[i] + h * qdot[i];
    return FAST_OK;
}
