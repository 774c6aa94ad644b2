/* A system whose calls of the rates are counted, and may fail.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/counted.h"

#include <math.h>
#include <stddef.h>

#include "harness/integrators/subject_options.h"

/* Counts a call. Whether it is the one to fail, which has NaN as its result. */
static bool is_failing(struct counted *c, double *ydot) {
    c->calls++;
    if (c->calls != c->failing_call)
        return false;
    c->failing_call = 0;
    for (int i = 0; i < c->inner->nv + c->inner->nz; i++)
        ydot[i] = NAN;
    return true;
}

static int rates(void *context, double t, const double *x, double *ydot) {
    struct counted *c = context;
    if (is_failing(c, ydot))
        return c->fails_by_nan ? 0 : -1;
    return c->inner->rates(c->inner->context, t, x, ydot);
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    const struct integrator_system *inner = ((struct counted *)context)->inner;
    return inner->map(inner->context, q, v, qdot);
}

static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    const struct integrator_system *inner = ((struct counted *)context)->inner;
    return inner->jacobian(inner->context, t, x, fq, fy);
}

static int balance(void *context, double t, const double *x, double *b) {
    const struct integrator_system *inner = ((struct counted *)context)->inner;
    return inner->balance(inner->context, t, x, b);
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    const struct integrator_system *inner = ((struct counted *)context)->inner;
    return inner->unmap(inner->context, q, qdot, v);
}

static int dynamics(void *context, double t, const double *x, double *ydot, double *bias,
                    double *matrix, double *response) {
    struct counted *c = context;
    int failed =
        c->inner->dynamics(c->inner->context, t, x, ydot, bias, matrix, response);
    if (is_failing(c, ydot))
        return c->fails_by_nan ? 0 : -1;
    return failed;
}

static int position(void *context, double t, const double *x, double *error,
                    double *matrix) {
    const struct counted *c = context;
    return c->inner->position(c->inner->context, t, x, error, matrix);
}

static int velocity(void *context, double t, const double *x, double *error,
                    double *matrix) {
    const struct counted *c = context;
    return c->inner->velocity(c->inner->context, t, x, error, matrix);
}

void counted_init(struct counted *c, const struct integrator_system *inner) {
    *c = (struct counted){.inner = inner, .system = *inner};
    c->system.context = c;
    c->system.rates = rates;
    if (inner->map != NULL)
        c->system.map = map;
    if (inner->jacobian != NULL)
        c->system.jacobian = jacobian;
    if (inner->balance != NULL)
        c->system.balance = balance;
    if (inner->unmap != NULL)
        c->system.unmap = unmap;
    if (inner->joints == 0)
        return;
    c->system.dynamics = dynamics;
    c->system.position = position;
    c->system.velocity = velocity;
}

const struct integrator_system *counted_choose(struct counted *c,
                                               const struct integrator_system *inner,
                                               const struct subject_options *o) {
    counted_init(c, inner);
    c->failing_call = o->failing_call;
    c->fails_by_nan = o->fails_by_nan;
    return o->counts_calls || o->failing_call > 0 ? &c->system : inner;
}
