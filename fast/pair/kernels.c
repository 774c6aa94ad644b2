/* The kernels of a step, one at a time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair/default/default_mode.h"
#include "fast/pair/pair.h"
#include "fast/kernels.h"

int fast_kernel_unknowns(const fast *integrator) {
    return integrator->default_mode != NULL ? integrator->ny : integrator->unknowns;
}

enum fast_status fast_kernel_rates(fast *integrator, const double *x, double *ydot) {
    return fast_evaluate(integrator, integrator->t, x, ydot);
}

enum fast_status fast_kernel_map(fast *integrator, const double *q, const double *v,
                                 double *qdot) {
    return fast_map(integrator, q, v, qdot);
}

enum fast_status fast_kernel_jacobian(fast *integrator, double h, const double *rates) {
    const double *x = integrator->state;
    if (integrator->default_mode != NULL)
        return fast_form_split(integrator, integrator->t, x, rates);
    return fast_form_jacobian(integrator, integrator->t, h, x, x, x + integrator->nq);
}

enum fast_status fast_kernel_factor(fast *integrator, double h) {
    if (integrator->default_mode != NULL)
        return fast_factor_split(integrator, &integrator->default_mode->whole, h);
    enum fast_status status = fast_factor_anew(integrator, h);
    return integrator->factors_are_singular ? FAST_SINGULAR : status;
}

void fast_kernel_solve(fast *integrator, const double *b, double *x) {
    fast_factors_solve(integrator->default_mode != NULL
                           ? integrator->default_mode->whole.factors
                           : integrator->factors,
                       b, x);
}

long fast_kernel_solves(const fast *integrator) {
    return integrator->default_mode != NULL ? integrator->default_mode->solves
                                            : integrator->statistics.newton_iters;
}

long fast_kernel_factorizations(const fast *integrator) {
    return integrator->default_mode != NULL ? integrator->statistics.factorizations
                                            : integrator->factored_anew;
}
