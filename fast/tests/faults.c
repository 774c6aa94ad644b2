/* A system that misbehaves on request.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>

#include "fast/tests/faults.h"

/* The result of a call whose last output is *output. */
static int spoil(struct faulty *faulty, int result, double *output) {
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
    struct faulty *faulty = context;
    const struct integrator_system *inner = &faulty->inner;
    int result = inner->rates(inner->context, t, x, ydot);
    faulty->rates_calls++;
    return spoil(faulty, result, &ydot[inner->nv + inner->nz - 1]);
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    struct faulty *faulty = context;
    const struct integrator_system *inner = &faulty->inner;
    int result = inner->map(inner->context, q, v, qdot);
    return spoil(faulty, result, &qdot[inner->nq - 1]);
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    struct faulty *faulty = context;
    const struct integrator_system *inner = &faulty->inner;
    int result = inner->unmap(inner->context, q, qdot, v);
    return spoil(faulty, result, &v[inner->nv - 1]);
}

static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    struct faulty *faulty = context;
    const struct integrator_system *inner = &faulty->inner;
    const int ny = inner->nv + inner->nz;
    int result = inner->jacobian(inner->context, t, x, fq, fy);
    return spoil(faulty, result, &fy[ny * ny - 1]);
}

static int dynamics(void *context, double t, const double *x, double *ydot, double *bias,
                    double *matrix, double *response) {
    struct faulty *faulty = context;
    const struct integrator_system *inner = &faulty->inner;
    int result = inner->dynamics(inner->context, t, x, ydot, bias, matrix, response);
    double *const outputs[] = {bias, matrix, response, ydot};
    return spoil(faulty, result, outputs[faulty->calls % 4]);
}

static int position(void *context, double t, const double *x, double *error,
                    double *matrix) {
    struct faulty *faulty = context;
    const struct integrator_system *inner = &faulty->inner;
    int result = inner->position(inner->context, t, x, error, matrix);
    return spoil(faulty, result,
                 matrix != NULL && faulty->calls % 2 == 1 ? matrix : error);
}

static int velocity(void *context, double t, const double *x, double *error,
                    double *matrix) {
    struct faulty *faulty = context;
    const struct integrator_system *inner = &faulty->inner;
    int result = inner->velocity(inner->context, t, x, error, matrix);
    return spoil(faulty, result,
                 matrix != NULL && faulty->calls % 2 == 1 ? matrix : error);
}

struct integrator_system faulty_system(struct faulty *faulty,
                                       const struct integrator_system *inner) {
    struct integrator_system system = *inner;
    faulty->inner = *inner;
    faulty->calls = faulty->rates_calls = 0;
    system.context = faulty;
    system.rates = rates;
    system.map = inner->map != NULL ? map : NULL;
    system.unmap = inner->unmap != NULL ? unmap : NULL;
    system.jacobian = inner->jacobian != NULL ? jacobian : NULL;
    system.dynamics = inner->dynamics != NULL ? dynamics : NULL;
    system.position = inner->position != NULL ? position : NULL;
    system.velocity = inner->velocity != NULL ? velocity : NULL;
    return system;
}
