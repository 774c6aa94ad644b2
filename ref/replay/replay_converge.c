/* When a Newton iteration ends. With theta the ratio of the last two updates' sizes the
 * distance to the solution is estimated as eta |dx|, eta = theta / (1 - theta), which is
 * compared with kappa times the accuracy (E. Hairer, G. Wanner, Solving Ordinary
 * Differential Equations II, 2nd ed., (IV.8.10)). An update that is zero to rounding ends
 * it at once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"

static const double kappa = 0.05;
static const double zero_update = 10 * REPLAY_EPSILON;

/* The iterations, from 0, without two sizes to compare (the guess spoils the first). */
enum { ITERATIONS_BEFORE_THETA = 2 };

/* |dx_i| <= 10 eps max(|x_i|, 1) for all i; false with a NaN in either. ratio := the
 * largest |dx_i| / max(|x_i|, 1). */
static bool update_is_zero(ref_replay *r) {
    bool is_zero = true;
    mpfr_set_zero(r->ratio, 1);
    for (int i = 0; i < r->nx; i++) {
        mpfr_abs(r->tolerance, r->iterate[i], MPFR_RNDN);
        if (mpfr_cmp_ui(r->tolerance, 1) < 0)
            mpfr_set_ui(r->tolerance, 1, MPFR_RNDN);
        mpfr_div(r->product, r->update[i], r->tolerance, MPFR_RNDN);
        if (mpfr_nan_p(r->product) || mpfr_cmpabs(r->product, r->ratio) > 0)
            mpfr_abs(r->ratio, r->product, MPFR_RNDN);
        mpfr_mul_d(r->tolerance, r->tolerance, zero_update, MPFR_RNDN);
        mpfr_abs(r->product, r->update[i], MPFR_RNDN);
        if (!mpfr_lessequal_p(r->product, r->tolerance))
            is_zero = false;
    }
    return is_zero;
}

enum ref_convergence ref_replay_check(ref_replay *r, int i, mpfr_srcptr h) {
    enum ref_convergence verdict = update_is_zero(r) ? REF_CONVERGED : REF_GO_ON;
    if (verdict == REF_CONVERGED || i < ITERATIONS_BEFORE_THETA) {
        ref_replay_tell(r, REF_DECISION_NEWTON, (int)verdict, r->end, h, r->ratio,
                        zero_update);
        return verdict;
    }
    mpfr_div(r->theta, r->size, r->last_size, MPFR_RNDN);
    mpfr_ui_sub(r->eta, 1, r->theta, MPFR_RNDN);
    mpfr_div(r->eta, r->theta, r->eta, MPFR_RNDN);
    if (!mpfr_nan_p(r->theta) && mpfr_cmp_ui(r->theta, 1) > 0) {
        ref_replay_tell(r, REF_DECISION_NEWTON, REF_DIVERGED, r->end, h, r->theta, 1);
        return REF_DIVERGED;
    }
    mpfr_mul(r->eta, r->eta, r->size, MPFR_RNDN);
    if (!mpfr_nan_p(r->eta) && mpfr_cmp_d(r->eta, kappa * r->accuracy) < 0)
        verdict = REF_CONVERGED;
    ref_replay_tell(r, REF_DECISION_NEWTON, (int)verdict, r->end, h, r->eta,
                    kappa * r->accuracy);
    return verdict;
}
