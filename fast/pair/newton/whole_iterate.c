/* One iteration of Newton's method on all of x, for implicit Euler:
 *
 *     (I - hJ) dx = -((x - xn) - h (N(q) v, f(tn + h, x)))
 *
 * The update is measured as errors are, with N at the iterate before it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair/newton/newton.h"

enum fast_status fast_iterate_whole(struct pair *integrator,
                                    const struct fast_sub_step *step, const double *qk,
                                    double *norm) {
    (void)qk;
    const int nx = integrator->nx;
    const double h = step->h, *xn = step->xn;
    double *x = step->x, *dx = integrator->change, *residual = integrator->rates;
    integrator->statistics.newton_iters++;
    enum fast_status status = fast_evaluate_all(integrator, step->tf, x, residual);
    if (status != FAST_OK)
        return status;
    for (int i = 0; i < nx; i++)
        residual[i] = -((x[i] - xn[i]) - h * residual[i]);
    fast_factors_solve(integrator->factors, residual, dx);
    status = fast_error_norm(integrator, x, dx, norm);
    for (int i = 0; i < nx; i++)
        x[i] += dx[i];
    return status;
}
