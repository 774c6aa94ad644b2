/* One step of implicit Euler, equations (3) and (4), by Newton's method: at most three
 * trials from the same guess with ever fresher matrices, of at most ten iterations each. An
 * infinite iterate passes for converged when its update is infinite, too; what comes of it
 * is not finite and is refused after the step. An infinite J, which makes updates zero, is
 * refused here.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/pair/newton/newton_trial.h"

#include "fast/linear/vector.h"

enum fast_status fast_explain_failure(const struct pair *integrator, double norm) {
    const size_t unknowns = (size_t)integrator->unknowns;
    const size_t others = (size_t)integrator->nx - unknowns;
    const double *dq = integrator->change, *dy = dq + others;
    if (!fast_all_finite(unknowns, integrator->rates)) /* f, or -R made of it */
        return FAST_NOT_FINITE;
    if (!fast_all_finite(unknowns, dy))
        return integrator->factors_are_singular ? FAST_SINGULAR : FAST_NOT_CONVERGED;
    if (!fast_all_finite(others, dq))
        return FAST_NOT_FINITE; /* N(q) v */
    /* N or N+ in the norm; or the norm has overflowed. */
    return isnan(norm) ? FAST_NOT_FINITE : FAST_NOT_CONVERGED;
}

/* At the step's end in time. */
enum fast_status fast_renew_factors(struct pair *integrator,
                                    const struct fast_sub_step *step, const double *qk) {
    enum fast_status status = fast_form_jacobian(integrator, step->tf, step->h, step->xn,
                                                 qk, step->x + integrator->nq);
    return status == FAST_OK ? fast_factor(integrator, step->h) : status;
}

void fast_tell_iteration(struct pair *integrator, const struct fast_sub_step *step, int i,
                         double norm, double last_norm, enum fast_verdict verdict) {
    double value, limit;
    fast_explain_convergence(i, integrator->nx, step->x, integrator->change, norm,
                             last_norm, integrator->newton_tolerance, &value, &limit);
    int outcome = verdict == FAST_GO_ON ? 0 : verdict == FAST_CONVERGED ? 1 : 2;
    fast_tell(integrator, PAIR_DECISION_NEWTON, outcome, step->tf, step->h, value, limit);
}

enum fast_status fast_try(struct pair *integrator, const struct fast_sub_step *step,
                          int trial) {
    return fast_try_with(fast_iterate, integrator->nq, integrator->nq, integrator->ny,
                         integrator->system.map != NULL, integrator, step, trial);
}

enum fast_status fast_try_whole(struct pair *integrator, const struct fast_sub_step *step,
                                int trial) {
    return fast_try_with(fast_iterate_whole, 0, integrator->nq, integrator->ny, false,
                         integrator, step, trial);
}

enum fast_status fast_try_again(struct pair *integrator, const struct fast_sub_step *step,
                                int trial) {
    enum fast_status status = FAST_NOT_CONVERGED;
    for (; fast_may_try(integrator, trial, step->t0, step->h); trial++) {
        status = integrator->try_once(integrator, step, trial);
        if (fast_trial_ends(status))
            break;
    }
    return status;
}
