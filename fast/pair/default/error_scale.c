/* The units in which errors of x are measured in default mode: 1, or 1 / weight
 * as in the error norm, or relative |x| + absolute as in SUNDIALS (Hindmarsh et
 * al.: SUNDIALS, 2005, section 2.1).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include "fast/pair/default/default_mode.h"

/* A weight of 0 says that the error of a variable does not matter; others
 * depend on it, so that the iteration has to find it. */
static double weigh(double weight) {
    return weight > 0 ? weight : 1;
}

static void scale_by_weights(struct pair *integrator) {
    const int nq = integrator->nq, nv = integrator->nv, ny = integrator->ny;
    const double *weights_v = integrator->weights_v, *weights_z = integrator->weights_z;
    double *scale = integrator->default_mode->scale, largest = 0;
    for (int i = 0; i < nv; i++) {
        scale[nq + i] = weigh(weights_v[i]);
        largest = fmax(largest, scale[nq + i]);
    }
    for (int i = nv; i < ny; i++)
        scale[nq + i] = weigh(weights_z[i - nv]);
    for (int i = 0; i < nq; i++)
        scale[i] = integrator->system.map == NULL ? scale[nq + i] : largest;
}

void fast_compute_scale(struct pair *integrator) {
    const struct integrator_options *options = &integrator->options;
    double *scale = integrator->default_mode->scale;
    const bool is_of_weights = !fast_has_tolerances(integrator);
    if (is_of_weights && !integrator->scale_is_of_weights)
        scale_by_weights(integrator);
    integrator->scale_is_of_weights = is_of_weights;
    if (is_of_weights)
        return;
    for (int i = 0; i < integrator->nx; i++) {
        double unit = options->relative * fabs(integrator->state[i]) + options->absolute;
        scale[i] = 1 / fmax(unit, DBL_MIN);
    }
}

double fast_scaled_mean(const struct pair *integrator, const double *dx) {
    const double *scale = integrator->default_mode->scale;
    double sum = 0;
    for (int i = 0; i < integrator->nx; i++)
        sum += (scale[i] * dx[i]) * (scale[i] * dx[i]);
    return sqrt(sum / integrator->nx);
}
