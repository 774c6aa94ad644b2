/* A system whose calls of the rates are counted, and may fail.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/counted.h"

#include <math.h>
#include <stddef.h>

static int rates(void *context, double t, const double *x, double *ydot) {
    struct counted *c = context;
    c->calls++;
    if (c->calls == c->failing_call) {
        c->failing_call = 0;
        for (int i = 0; i < c->inner->nv + c->inner->nz; i++)
            ydot[i] = NAN;
        return c->fails_by_nan ? 0 : -1;
    }
    return c->inner->rates(c->inner->context, t, x, ydot);
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    const struct fast_system *inner = ((struct counted *)context)->inner;
    return inner->map(inner->context, q, v, qdot);
}

static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    const struct fast_system *inner = ((struct counted *)context)->inner;
    return inner->jacobian(inner->context, t, x, fq, fy);
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    const struct fast_system *inner = ((struct counted *)context)->inner;
    return inner->unmap(inner->context, q, qdot, v);
}

void counted_init(struct counted *c, const struct fast_system *inner) {
    *c = (struct counted){.inner = inner, .system = *inner};
    c->system.context = c;
    c->system.rates = rates;
    if (inner->map != NULL)
        c->system.map = map;
    if (inner->jacobian != NULL)
        c->system.jacobian = jacobian;
    if (inner->unmap != NULL)
        c->system.unmap = unmap;
}
