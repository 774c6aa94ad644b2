/* The size of a change of state, in which errors are measured: with weights W for velocities
 * and Wz for other states, the largest of |N W N+ dq|, |W dv| and |Wz dz|, over all
 * components; NaN if one is. Drake's CalcStateChangeNorm; its characteristic time, by which
 * dv is multiplied, is 1.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/linear/vector.h"
#include "fast/pair/base/internal.h"

/* The larger of two sizes; NaN if either is. */
static double larger(double a, double b) {
    return b > a || isnan(b) ? b : a;
}

static double largest_weighted(int n, const double *weights, const double *dx) {
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = larger(largest, fabs(weights[i] * dx[i]));
    return largest;
}

/* |N W N+ dq|. */
static enum fast_status measure_position(struct pair *integrator, const double *q,
                                         const double *dq, double *norm) {
    double *v = integrator->velocity;
    if (integrator->system.map == NULL) {
        *norm = largest_weighted(integrator->nq, integrator->weights_v, dq);
        return FAST_OK;
    }
    enum fast_status status = fast_unmap(integrator, q, dq, v);
    for (int i = 0; i < integrator->nv && !integrator->weights_are_one; i++)
        v[i] *= integrator->weights_v[i];
    if (status == FAST_OK)
        status = fast_map(integrator, q, v, integrator->qdot);
    *norm = fast_largest_size(integrator->nq, integrator->qdot);
    return status;
}

/* |W dv| or |Wz dz|, whichever is larger. */
static double measure_others(const struct pair *integrator, const double *dy) {
    const int nv = integrator->nv, nz = integrator->ny - nv;
    double of_v = largest_weighted(nv, integrator->weights_v, dy);
    return larger(of_v, largest_weighted(nz, integrator->weights_z, dy + nv));
}

enum fast_status fast_error_norm(struct pair *integrator, const double *q,
                                 const double *dx, double *norm) {
    const int nq = integrator->nq;
    if (integrator->weights_are_one && integrator->system.map == NULL) {
        *norm = fast_largest_size(integrator->nx, dx);
        return FAST_OK;
    }
    double of_q = 0;
    if (nq > 0) {
        enum fast_status status = measure_position(integrator, q, dx, &of_q);
        if (status != FAST_OK)
            return status;
    }
    double of_y = integrator->weights_are_one ? fast_largest_size(integrator->ny, dx + nq)
                                              : measure_others(integrator, dx + nq);
    *norm = larger(of_q, of_y);
    return FAST_OK;
}
