/* The Jacobian of x' = (N(q) v, f(t, x)) with respect to all of x, for implicit Euler. It
 * does not depend on h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/pair/base/internal.h"

/* How far a component of size up to 1 is moved: forward eps^(1/2), to both sides eps^(5/12).
 */
static const double forward_perturbation = 0x1p-26;
static const double central_perturbation = 3.0038858649608429e-07;

static double perturbation_of(double perturbation, double x) {
    double size = fabs(x);
    return size <= 1 ? perturbation : perturbation * size;
}

/* xdot at the probe with component j replaced; the probe is back afterwards. */
static enum fast_status evaluate_beside(struct pair *integrator, double t, int j,
                                        double value, double *xdot) {
    double *x = integrator->probe, kept = x[j];
    x[j] = value;
    enum fast_status status = fast_evaluate_all(integrator, t, x, xdot);
    x[j] = kept;
    return status;
}

/* Where column j is to be evaluated: in J itself, unless it has a pattern. */
static double *place_of_column(struct pair *integrator, int j) {
    if (integrator->jacobian.pattern != NULL)
        return integrator->column;
    return integrator->jacobian.values + (size_t)j * (size_t)integrator->nx;
}

static enum fast_status form_by_forward_differences(struct pair *integrator, double t) {
    const int nx = integrator->nx;
    const double *x = integrator->probe;
    double *base = integrator->rates;
    enum fast_status status = fast_evaluate_all(integrator, t, x, base);
    for (int j = 0; j < nx && status == FAST_OK; j++) {
        double *column = place_of_column(integrator, j);
        double upper = x[j] + perturbation_of(forward_perturbation, x[j]);
        double divisor = upper - x[j];
        status = evaluate_beside(integrator, t, j, upper, column);
        fast_store_difference(integrator, j, divisor, base, column);
    }
    return status;
}

static enum fast_status form_by_central_differences(struct pair *integrator, double t) {
    const int nx = integrator->nx;
    const double *x = integrator->probe;
    double *minus = integrator->rates;
    /* Of no use, but counted. */
    enum fast_status status = fast_evaluate_all(integrator, t, x, minus);
    for (int j = 0; j < nx && status == FAST_OK; j++) {
        double *column = place_of_column(integrator, j);
        double delta = perturbation_of(central_perturbation, x[j]);
        double upper = x[j] + delta, lower = x[j] - delta;
        double divisor = (upper - x[j]) + (x[j] - lower);
        status = evaluate_beside(integrator, t, j, upper, column);
        if (status == FAST_OK)
            status = evaluate_beside(integrator, t, j, lower, minus);
        fast_store_difference(integrator, j, divisor, minus, column);
    }
    return status;
}

enum fast_status fast_form_whole_jacobian(struct pair *integrator, double t,
                                          const double *x) {
    memcpy(integrator->probe, x, (size_t)integrator->nx * sizeof *x);
    switch (integrator->options.jacobian) {
    case FAST_FORWARD_DIFFERENCES: return form_by_forward_differences(integrator, t);
    case FAST_CENTRAL_DIFFERENCES: return form_by_central_differences(integrator, t);
    case FAST_EXACT_JACOBIAN: break;
    }
    return fast_form_whole_exactly(integrator, t);
}
