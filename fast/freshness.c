/* Which of J and the factors of I - hJ a trial of a sub-solve keeps, and which it makes:
 * the first trial takes what is there, from whatever step; the second factors again with
 * the present h; the third forms J here as well. Drake's MaybeFreshenMatrices.
 * Implicit Euler alone notices that J has been formed in this attempt already.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/internal.h"

static const int last_trial = 3;

enum fast_status fast_factor(fast *integrator, double h) {
    integrator->statistics.factorizations++;
    enum fast_status status =
        fast_factors_form(integrator->factors, h, integrator->jacobian.values);
    integrator->factors_are_singular = status == FAST_SINGULAR;
    integrator->has_jacobian = status != FAST_NO_MEMORY;
    return status == FAST_SINGULAR ? FAST_OK : status;
}

/* J at the start of the sub-solve, and its time: not where the step ends. */
static enum fast_status form_and_factor(fast *integrator, double t0, double h,
                                        const double *xn) {
    enum fast_status status =
        fast_form_jacobian(integrator, t0, h, xn, xn, xn + integrator->nq);
    return status == FAST_OK ? fast_factor(integrator, h) : status;
}

bool fast_may_try(fast *integrator, int trial, double t0, double h) {
    const struct fast_options *options = &integrator->options;
    if (options->newton == FAST_FULL)
        return trial == 1;
    bool ends =
        trial > 1 && (options->newton != FAST_REUSE || !integrator->jacobian_is_finite);
    if (ends)
        return false;
    fast_tell(integrator, FAST_DECISION_TRIAL, trial, t0, h, NAN, NAN);
    bool is_useless = trial == last_trial && integrator->jacobian_is_fresh &&
                      options->method == FAST_IMPLICIT_EULER;
    return trial <= last_trial && !is_useless;
}

enum fast_status fast_freshen(fast *integrator, int trial, double t0, double h,
                              const double *xn) {
    bool reuse = integrator->options.newton == FAST_REUSE;
    enum fast_status status = FAST_OK;
    if (!reuse || !integrator->has_jacobian || !integrator->jacobian_is_finite)
        status = form_and_factor(integrator, t0, h, xn);
    else if (trial == 2)
        status = fast_factor(integrator, h);
    else if (trial == 3)
        status = form_and_factor(integrator, t0, h, xn);
    /* Where Drake would try again without end. */
    if (status == FAST_OK && reuse && !integrator->jacobian_is_finite)
        return FAST_NOT_FINITE;
    return status;
}
