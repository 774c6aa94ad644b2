/* Newton's method for a step of implicit Euler, as the original has it: which matrices to
 * make, iterations, trials.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_NEWTON_H
#define FAST_NEWTON_H

#include "fast/pair/base/internal.h"
#include "fast/pair/newton/convergence.h"

/* freshness.c */
/* Whether there is a trial (1, 2, ...) of a sub-step from t0 with step h after those before
 * have failed. */
bool fast_may_try(struct pair *integrator, int trial, double t0, double h);
/* Factors I - hJ. FAST_NO_MEMORY: a sparse matrix needs other pivots than
 * before, and there are no factors. */
enum fast_status fast_factor(struct pair *integrator, double h);
/* The same without looking whether they are there already, and uncounted. */
enum fast_status fast_factor_anew(struct pair *integrator, double h);
/* When faithful mode takes solutions from inverses. */
void fast_wait(struct pair *integrator, enum fast_patience patience);
/* A verdict on the update in change, of x[nx], may be up to rounding. Where it comes to the
 * limit, so that rounding decides how many iterations there are, solutions are those of the
 * factors to the bit from here on; where it stays well below, they are for long. */
void fast_meet_rounding(struct pair *integrator, const double *x);
/* What trial (1, 2, 3) of the sub-solve from (t0, xn) with step h needs done to
 * J and the factors. FAST_NOT_FINITE: reuse is on and J cannot be had. */
enum fast_status fast_freshen(struct pair *integrator, int trial, double t0, double h,
                              const double *xn);

/* iterate.c: for y alone, measured by the 2-norm of (dq, dy). whole_iterate.c: for all of x,
 * for implicit Euler, measured by the error norm. */
fast_iteration fast_iterate, fast_iterate_whole;
/* iterate_small.c: the trial for the integrator's method and sizes. */
fast_trial *fast_find_trial(const struct pair *integrator);

/* Whether no other trial follows one that has ended so. */
static inline bool fast_trial_ends(enum fast_status status) {
    return status == FAST_OK || status == FAST_CALLBACK || status == FAST_NO_MEMORY;
}
/* newton.c: trials from this one on, as long as there may be one. FAST_NOT_CONVERGED: none. */
enum fast_status fast_try_again(struct pair *integrator, const struct fast_sub_step *step,
                                int trial);
/* x[nx] := solution of (3), (4) for a step h from (t0, xn[nx]), iterating from guess[nx]. x is
 * none of the others. The first trial is always made; a listener is told of it, too. */
static inline enum fast_status fast_solve_step(struct pair *integrator, double t0,
                                               double h, const double *xn,
                                               const double *guess, double *x) {
    const struct fast_sub_step step = {t0, h, t0 + h, xn, guess, x};
    if (integrator->listener != NULL)
        return fast_try_again(integrator, &step, 1);
    const enum fast_status status = integrator->try_once(integrator, &step, 1);
    if (fast_trial_ends(status) || !fast_may_try(integrator, 2, t0, h))
        return status;
    return fast_try_again(integrator, &step, 2);
}
/* The trials with the iterations of iterate.c and whole_iterate.c. */
fast_trial fast_try, fast_try_whole;
/* J and factors for the iterate in x, and its q in qk: full Newton. */
enum fast_status fast_renew_factors(struct pair *integrator,
                                    const struct fast_sub_step *step, const double *qk);
/* What made an update non-finite; FAST_NOT_CONVERGED if it is mere growth. */
enum fast_status fast_explain_failure(const struct pair *integrator, double norm);
/* Tells the listener what fast_check_convergence has compared. */
void fast_tell_iteration(struct pair *integrator, const struct fast_sub_step *step, int i,
                         double norm, double last_norm, enum fast_verdict verdict);

#endif
