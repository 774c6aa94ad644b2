/* What CVODE asks of the system: x' = (N v, v', z') of reduced index, the weights of errors,
 *
 *     W_i = 1 / (r_i relative |x_i| + u_i absolute)
 *
 * (Simbody, comment of MechanicalDAEIntegrator), and the projection of a corrected step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/bdf/bdf_internal.h"

enum { SHORTER_STEP = 1, GIVE_UP = -1 };

/* A value that is missing at the point tried may be there nearer to where the step began;
 * constraints that contradict each other stay as they are. */
static int note(bdf *b, enum fast_status status) {
    b->status = status;
    if (status == FAST_OK)
        return 0;
    bool may_pass =
        status == FAST_CALLBACK || status == FAST_NOT_FINITE || status == FAST_PROJECTION;
    return may_pass ? SHORTER_STEP : GIVE_UP;
}

static enum fast_status find_position_rates(const bdf *b, const double *x, double *qdot) {
    const struct integrator_system *s = &b->system;
    if (s->map == NULL)
        memcpy(qdot, x + s->nq, (size_t)s->nq * sizeof *qdot);
    else if (s->map(s->context, x, x + s->nq, qdot) != 0)
        return FAST_CALLBACK;
    for (int i = 0; i < s->nq; i++)
        if (!isfinite(qdot[i]))
            return FAST_NOT_FINITE;
    return FAST_OK;
}

int bdf_field(sunrealtype t, N_Vector x, N_Vector xdot, void *integrator) {
    bdf *b = integrator;
    double *out = N_VGetArrayPointer(xdot);
    enum fast_status status = constraint_accelerate(
        b->constraint, t, N_VGetArrayPointer(x), out + b->system.nq, NULL);
    if (status == FAST_OK)
        status = find_position_rates(b, N_VGetArrayPointer(x), out);
    return note(b, status);
}

int bdf_weights(N_Vector x, N_Vector weight, void *integrator) {
    const bdf *b = integrator;
    const double *value = N_VGetArrayPointer(x);
    double *w = N_VGetArrayPointer(weight);
    for (int i = 0; i < b->nx; i++) {
        double size = b->is_relative[i] ? b->relative * fabs(value[i]) : 0;
        w[i] = 1 / (size + b->unit[i] * b->absolute);
        if (!(w[i] > 0) || isinf(w[i]))
            return GIVE_UP;
    }
    return 0;
}

int bdf_project(sunrealtype t, N_Vector x, N_Vector correction, sunrealtype tolerance,
                N_Vector error, void *integrator) {
    bdf *b = integrator;
    (void)tolerance; /* CVODE's, in units of the errors; the constraints have their own */
    const double *from = N_VGetArrayPointer(x);
    double *change = N_VGetArrayPointer(correction);
    double *estimate = error != NULL ? N_VGetArrayPointer(error) : NULL;
    bool changed;
    memcpy(b->projected, from, (size_t)b->nx * sizeof *from);
    enum fast_status status = constraint_project_position(
        b->constraint, t, b->projected, &b->request, estimate, &changed);
    if (status == FAST_OK)
        status = constraint_project_velocity(b->constraint, t, b->projected, &b->request,
                                             estimate, &changed);
    if (status != FAST_OK)
        return note(b, status);
    for (int i = 0; i < b->nx; i++)
        change[i] = b->projected[i] - from[i];
    return 0;
}
