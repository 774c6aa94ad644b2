/* Which of J and the factors of I - hJ a trial of a sub-solve keeps, and which it makes:
 * the first trial takes what is there, from whatever step; the second factors again with
 * the present h; the third forms J here as well. Drake's MaybeFreshenMatrices.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/internal.h"

void fast_factor(fast *integrator, double h) {
    const size_t n = (size_t)integrator->ny;
    for (size_t k = 0; k < n * n; k++)
        integrator->factors[k] = -h * integrator->jacobian[k];
    for (size_t i = 0; i < n; i++)
        integrator->factors[i * n + i] += 1;
    integrator->statistics.factorizations++;
    integrator->factors_are_singular =
        fast_dense_factor(integrator->ny, integrator->factors, integrator->permutation);
}

/* J at the start of the sub-solve, and its time: not where the step ends. */
static enum fast_status form_and_factor(fast *integrator, double t0, double h,
                                        const double *xn) {
    enum fast_status status =
        fast_form_jacobian(integrator, t0, h, xn, xn, xn + integrator->nq);
    if (status == FAST_OK)
        fast_factor(integrator, h);
    return status;
}

enum fast_status fast_freshen(fast *integrator, int trial, double t0, double h,
                              const double *xn) {
    bool reuse = integrator->options.newton == FAST_REUSE;
    enum fast_status status = FAST_OK;
    if (!reuse || !integrator->has_jacobian || !integrator->jacobian_is_finite)
        status = form_and_factor(integrator, t0, h, xn);
    else if (trial == 2)
        fast_factor(integrator, h);
    else if (trial == 3)
        status = form_and_factor(integrator, t0, h, xn);
    /* Where Drake would try again without end. */
    if (status == FAST_OK && reuse && !integrator->jacobian_is_finite)
        return FAST_NOT_FINITE;
    return status;
}
