/* v = N+(q) dq: by the caller's function, or the v for which |N(q) v - dq| is least.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <string.h>

#include "fast/linear/least_squares.h"
#include "fast/pair/base/internal.h"

/* columns := N(q). */
static enum fast_status read_map(struct pair *integrator, const double *q) {
    double *column = integrator->columns;
    for (int j = 0; j < integrator->nv; j++, column += integrator->nq) {
        integrator->unit[j] = 1;
        enum fast_status status = fast_map(integrator, q, integrator->unit, column);
        integrator->unit[j] = 0;
        if (status != FAST_OK)
            return status;
    }
    return FAST_OK;
}

enum fast_status fast_unmap(struct pair *integrator, const double *q, const double *dq,
                            double *v) {
    const struct integrator_system *system = &integrator->system;
    const int nq = integrator->nq, nv = integrator->nv;
    if (system->unmap != NULL)
        return system->unmap(system->context, q, dq, v) == 0 ? FAST_OK : FAST_CALLBACK;
    if (system->map == NULL) {
        memcpy(v, dq, (size_t)nv * sizeof *v);
        return FAST_OK;
    }
    double *triangle = integrator->columns + (ptrdiff_t)nq * nv;
    double *rest = integrator->qdot;
    enum fast_status status = read_map(integrator, q);
    if (status != FAST_OK)
        return status;
    memcpy(rest, dq, (size_t)nq * sizeof *rest);
    fast_solve_least_squares(nq, nv, integrator->columns, triangle, rest, v);
    return FAST_OK;
}
