/* What need not be fast of when a Newton iteration may end (convergence.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair/newton/convergence.h"

static const double kappa = 0.05;

double fast_newton_tolerance(double accuracy) {
    return kappa * accuracy;
}

void fast_explain_convergence(int i, int n, const double *x, const double *dx,
                              double norm, double last_norm, double tolerance,
                              double *value, double *limit) {
    double theta = norm / last_norm;
    if (i >= fast_first_judged_iteration && !fast_update_is_zero(n, x, dx)) {
        *value = theta > 1 ? theta : theta / (1 - theta) * norm;
        *limit = theta > 1 ? 1 : tolerance;
        return;
    }
    *value = 0;
    *limit = fast_update_epsilon;
    for (int j = 0; j < n; j++) {
        double ratio = fabs(dx[j]) / fmax(1, fabs(x[j]));
        if (ratio > *value || isnan(ratio))
            *value = ratio;
    }
}
