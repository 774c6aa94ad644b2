/* Which of J and the factors of I - hJ a trial of a sub-solve keeps, and which it makes:
 * the first trial takes what is there, from whatever step; the second factors again with
 * the present h; the third forms J here as well. Drake's MaybeFreshenMatrices.
 * Implicit Euler alone notices that J has been formed in this attempt already.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/pair/newton/newton.h"

static const int last_trial = 3;
/* Below this part of the limit for zero an update is zero, however it is rounded. */
static const double calm_part = 0.25;

enum fast_status fast_factor_anew(struct pair *integrator, double h) {
    enum fast_status status =
        fast_factors_form(integrator->factors, h, integrator->jacobian.values);
    integrator->factored_anew++;
    const bool formed = status != FAST_NO_MEMORY, singular = status == FAST_SINGULAR;
    integrator->factors_are_singular = singular;
    integrator->has_jacobian = formed;
    integrator->factored =
        (struct fast_origin){formed ? integrator->jacobians : 0, h, singular};
    return singular ? FAST_OK : status;
}

static void exchange_factors(struct pair *integrator) {
    struct fast_factors *factors = integrator->factors;
    struct fast_origin factored = integrator->factored;
    integrator->factors = integrator->other_factors;
    integrator->factored = integrator->other_factored;
    integrator->other_factors = factors;
    integrator->other_factored = factored;
    integrator->factors_are_singular = integrator->factored.is_singular;
}

static bool are_of(const struct fast_origin *factored, long jacobian, double h) {
    return factored->jacobian == jacobian && factored->h == h;
}

/* With reuse, steps of h and h/2 are often factored in turn, with the same J: such
 * factors are still there. */
enum fast_status fast_factor(struct pair *integrator, double h) {
    const long jacobian = integrator->jacobians;
    integrator->statistics.factorizations++;
    if (are_of(&integrator->factored, jacobian, h))
        return FAST_OK;
    const bool others_are = integrator->other_factors != NULL &&
                            are_of(&integrator->other_factored, jacobian, h);
    const bool keeps =
        integrator->other_factors != NULL && integrator->factored.jacobian == jacobian;
    if (others_are || keeps)
        exchange_factors(integrator);
    if (others_are)
        return FAST_OK;
    return fast_factor_anew(integrator, h);
}

void fast_wait(struct pair *integrator, enum fast_patience patience) {
    integrator->patience = patience;
    fast_factors_wait(integrator->factors, patience);
    if (integrator->other_factors != NULL)
        fast_factors_wait(integrator->other_factors, patience);
}

void fast_meet_rounding(struct pair *integrator, const double *x) {
    const bool calm = fast_update_is_within(calm_part * fast_update_epsilon,
                                            integrator->nx, x, integrator->change);
    if (!calm)
        fast_wait(integrator, FAST_NEVER);
    else if (integrator->patience == FAST_SOON)
        fast_wait(integrator, FAST_LATE);
}

/* J at the start of the sub-solve, and its time: not where the step ends. */
static enum fast_status form_and_factor(struct pair *integrator, double t0, double h,
                                        const double *xn) {
    enum fast_status status =
        fast_form_jacobian(integrator, t0, h, xn, xn, xn + integrator->nq);
    return status == FAST_OK ? fast_factor(integrator, h) : status;
}

bool fast_may_try(struct pair *integrator, int trial, double t0, double h) {
    const struct integrator_options *options = &integrator->options;
    if (options->newton == FAST_FULL)
        return trial == 1;
    bool ends =
        trial > 1 && (options->newton != FAST_REUSE || !integrator->jacobian_is_finite);
    if (ends)
        return false;
    fast_tell(integrator, PAIR_DECISION_TRIAL, trial, t0, h, NAN, NAN);
    bool is_useless = trial == last_trial && integrator->jacobian_is_fresh &&
                      options->method == FAST_IMPLICIT_EULER;
    return trial <= last_trial && !is_useless;
}

enum fast_status fast_freshen(struct pair *integrator, int trial, double t0, double h,
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
