/* A constrained system that misbehaves on request.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>

#include "fast/tests/mechanical_faults.h"

/* The result of a call whose last output is *output. */
static int spoil(struct mechanical_faulty *faulty, int result, double *output) {
    int call = faulty->calls++;
    if (call < faulty->first || call > faulty->last)
        return result;
    switch (faulty->fault) {
    case FAULT_NAN: *output = NAN; break;
    case FAULT_INFINITY: *output = INFINITY; break;
    case FAULT_FAILURE: return 1;
    case NO_FAULT: break;
    }
    return result;
}

static int rates(void *context, double t, const double *x, double *ydot) {
    struct mechanical_faulty *faulty = context;
    const struct fast_system *inner = &faulty->inner.free;
    int result = inner->rates(inner->context, t, x, ydot);
    return spoil(faulty, result, &ydot[inner->nv + inner->nz - 1]);
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    struct mechanical_faulty *faulty = context;
    const struct fast_system *inner = &faulty->inner.free;
    int result = inner->map(inner->context, q, v, qdot);
    return spoil(faulty, result, &qdot[inner->nq - 1]);
}

static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    struct mechanical_faulty *faulty = context;
    const struct fast_system *inner = &faulty->inner.free;
    const int ny = inner->nv + inner->nz;
    int result = inner->jacobian(inner->context, t, x, fq, fy);
    return spoil(faulty, result, &fy[ny * ny - 1]);
}

static int dynamics(void *context, double t, const double *x, double *ydot, double *bias,
                    double *matrix, double *response) {
    struct mechanical_faulty *faulty = context;
    const struct mechanical_system *inner = &faulty->inner;
    int result = inner->dynamics(inner->free.context, t, x, ydot, bias, matrix, response);
    double *const outputs[] = {bias, matrix, response, ydot};
    return spoil(faulty, result, outputs[faulty->calls % 4]);
}

static int position(void *context, double t, const double *x, double *error,
                    double *matrix) {
    struct mechanical_faulty *faulty = context;
    const struct mechanical_system *inner = &faulty->inner;
    int result = inner->position(inner->free.context, t, x, error, matrix);
    return spoil(faulty, result,
                 matrix != NULL && faulty->calls % 2 == 1 ? matrix : error);
}

static int velocity(void *context, double t, const double *x, double *error,
                    double *matrix) {
    struct mechanical_faulty *faulty = context;
    const struct mechanical_system *inner = &faulty->inner;
    int result = inner->velocity(inner->free.context, t, x, error, matrix);
    return spoil(faulty, result,
                 matrix != NULL && faulty->calls % 2 == 1 ? matrix : error);
}

struct mechanical_system make_faulty(struct mechanical_faulty *faulty,
                                     const struct mechanical_system *inner) {
    struct mechanical_system system = *inner;
    faulty->inner = *inner;
    faulty->calls = 0;
    system.free.context = faulty;
    system.free.rates = rates;
    system.free.map = inner->free.map != NULL ? map : NULL;
    system.free.jacobian = inner->free.jacobian != NULL ? jacobian : NULL;
    system.dynamics = inner->dynamics != NULL ? dynamics : NULL;
    system.position = inner->position != NULL ? position : NULL;
    system.velocity = inner->velocity != NULL ? velocity : NULL;
    return system;
}
