/* When a Newton iteration may end (Hairer, Wanner: Solving Ordinary Differential Equations
 * II, IV.8): with theta = |dx_k| / |dx_k-1| the distance to the solution is estimated by
 * eta |dx_k|, eta = theta / (1 - theta), and is to be below kappa times the accuracy.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include "fast/internal.h"

static const double kappa = 0.05;
/* The first iteration after which theta is trusted. */
static const int first_judged_iteration = 2;
/* What rounding alone does to an iterate. */
static const double update_epsilon = 10 * DBL_EPSILON;

double fast_newton_tolerance(double accuracy) {
    return kappa * accuracy;
}

double fast_norm(int n, const double *dx) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += dx[i] * dx[i];
    return sqrt(sum);
}

bool fast_update_is_zero(int n, const double *x, const double *dx) {
    for (int j = 0; j < n; j++) {
        double size = fabs(x[j]) <= 1 ? 1 : fabs(x[j]);
        if (!(fabs(dx[j]) <= size * update_epsilon)) /* nor if either is NaN */
            return false;
    }
    return true;
}

void fast_explain_convergence(int i, int n, const double *x, const double *dx,
                              double norm, double last_norm, double tolerance,
                              double *value, double *limit) {
    double theta = norm / last_norm;
    if (i >= first_judged_iteration && !fast_update_is_zero(n, x, dx)) {
        *value = theta > 1 ? theta : theta / (1 - theta) * norm;
        *limit = theta > 1 ? 1 : tolerance;
        return;
    }
    *value = 0;
    *limit = update_epsilon;
    for (int j = 0; j < n; j++) {
        double ratio = fabs(dx[j]) / fmax(1, fabs(x[j]));
        if (ratio > *value || isnan(ratio))
            *value = ratio;
    }
}

enum fast_verdict fast_check_convergence(int i, int n, const double *x, const double *dx,
                                         double norm, double last_norm,
                                         double tolerance) {
    if (fast_update_is_zero(n, x, dx))
        return FAST_CONVERGED;
    if (i < first_judged_iteration)
        return FAST_GO_ON;
    double theta = norm / last_norm, eta = theta / (1 - theta);
    if (theta > 1)
        return FAST_DIVERGED;
    return eta * norm < tolerance ? FAST_CONVERGED : FAST_GO_ON;
}
