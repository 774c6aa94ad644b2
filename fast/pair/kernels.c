/* The kernels of a step, one at a time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair/default/default_mode.h"
#include "fast/kernels.h"

int pair_kernel_unknowns(const struct pair *integrator) {
    return integrator->default_mode != NULL ? integrator->ny : integrator->unknowns;
}

enum fast_status pair_kernel_rates(struct pair *integrator, const double *x,
                                   double *ydot) {
    return fast_evaluate(integrator, integrator->t, x, ydot);
}

enum fast_status pair_kernel_map(struct pair *integrator, const double *q,
                                 const double *v, double *qdot) {
    return fast_map(integrator, q, v, qdot);
}

enum fast_status pair_kernel_jacobian(struct pair *integrator, double h,
                                      const double *rates) {
    const double *x = integrator->state;
    if (integrator->default_mode != NULL)
        return fast_form_split(integrator, integrator->t, x, rates);
    return fast_form_jacobian(integrator, integrator->t, h, x, x, x + integrator->nq);
}

enum fast_status pair_kernel_factor(struct pair *integrator, double h) {
    if (integrator->default_mode != NULL)
        return fast_factor_split(integrator, &integrator->default_mode->whole, h);
    enum fast_status status = fast_factor_anew(integrator, h);
    return integrator->factors_are_singular ? FAST_SINGULAR : status;
}

void pair_kernel_solve(struct pair *integrator, const double *b, double *x) {
    const struct fast_default *default_mode = integrator->default_mode;
    if (default_mode != NULL)
        fast_solve_split(default_mode, default_mode->whole.factors, b, x);
    else
        fast_factors_solve(integrator->factors, b, x);
}

enum fast_status pair_kernel_product(struct pair *integrator, const double *dq,
                                     double *ydot) {
    if (integrator->default_mode == NULL || integrator->default_mode->balance != NULL)
        return FAST_BAD_OPTION;
    for (int i = 0; i < integrator->ny; i++)
        ydot[i] = 0;
    integrator->default_mode->sized.add_product(integrator, 1, dq, ydot);
    return FAST_OK;
}

long pair_kernel_products(const struct pair *integrator) {
    return integrator->default_mode != NULL ? integrator->default_mode->products : 0;
}

long pair_kernel_solves(const struct pair *integrator) {
    return integrator->default_mode != NULL ? integrator->default_mode->solves
                                            : integrator->statistics.newton_iters;
}

long pair_kernel_factorizations(const struct pair *integrator) {
    return integrator->default_mode != NULL ? integrator->statistics.factorizations
                                            : integrator->factored_anew;
}
