/* One implicit Euler step of h from (t, x_n), iterated with a Newton method, up to four
 * trials of ten iterations, each from the guess. With u the unknowns and g the function
 * of replay_system.c,
 *
 *     (I - h J) du = -(u - u_n - h g(u)),   u := u + du
 *
 * and for velocity-implicit Euler, with N at the old q but v new,
 *
 *     q := q_n + h N(q) v
 *
 * (Drake's class text of the velocity-implicit Euler integrator, (9) and (5)). Only the
 * size of the update decides; the residual itself is not judged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"
#include "ref/vector.h"

enum { MAX_ITERATIONS = 10 };

/* residual := -(u - u_n - h g(u)) */
static void find_residual(ref_replay *r, mpfr_srcptr h, const mpfr_t *start) {
    const mpfr_t *x = vector_const(r->iterate);
    ref_replay_function(r, &r->own, r->end, h, start, x, x + r->first, r->residual);
    for (int i = 0; i < r->n; i++) {
        mpfr_mul(r->residual[i], h, r->residual[i], MPFR_RNDN);
        mpfr_sub(r->product, x[r->first + i], start[r->first + i], MPFR_RNDN);
        mpfr_sub(r->residual[i], r->product, r->residual[i], MPFR_RNDN);
        mpfr_neg(r->residual[i], r->residual[i], MPFR_RNDN);
    }
}

/* iterate, previous, update: the next ones. */
static void apply_update(ref_replay *r, mpfr_srcptr h, const mpfr_t *start) {
    const mpfr_t *previous = vector_const(r->previous);
    mpfr_t *x = r->iterate, *u = x + r->first;
    vector_set(r->previous, vector_const(x), r->nx);
    for (int i = 0; i < r->n; i++) {
        mpfr_add(u[i], u[i], r->residual[i], MPFR_RNDN);
        mpfr_set(r->update[r->first + i], r->residual[i], MPFR_RNDN);
    }
    if (r->options.method == REF_IMPLICIT_EULER)
        return;
    ref_replay_move(r, &r->own, start, h, previous, vector_const(u), x);
    for (int i = 0; i < r->nq; i++)
        mpfr_sub(r->update[i], x[i], previous[i], MPFR_RNDN);
}

/* size := |update|, Euclidean, or the error norm with N where the update began. */
static void measure_update(ref_replay *r) {
    if (r->options.method == REF_IMPLICIT_EULER)
        ref_replay_norm(r, vector_const(r->previous), vector_const(r->update), r->size);
    else
        ref_replay_measure_euclidean(r);
}

/* Why an iteration whose update is not finite will not converge: because something of the model
 * is not, or because the solution of the linear system is not. */
static enum ref_status find_reason(const ref_replay *r, bool has_residual) {
    const mpfr_t *update = vector_const(r->update);
    if (!has_residual)
        return REF_NOT_FINITE;
    if (!vector_is_finite(update + r->first, r->n))
        return REF_NOT_CONVERGED;
    return vector_is_finite(update, r->first) && !mpfr_nan_p(r->size) ? REF_NOT_CONVERGED
                                                                      : REF_NOT_FINITE;
}

static bool jacobian_is_finite(const ref_replay *r) {
    return vector_is_finite(vector_const(r->slope), r->n * r->n);
}

/* An infinite J, which makes updates zero, has solved nothing. */
static enum ref_status iterate(ref_replay *r, mpfr_srcptr h, const mpfr_t *start) {
    enum ref_status reason = REF_NOT_CONVERGED;
    mpfr_set_inf(r->last_size, 1);
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        if (r->options.newton == REF_FULL) {
            ref_replay_form_jacobian(r, r->end, h, start, vector_const(r->iterate));
            ref_replay_factor(r, h);
        }
        r->total.iterations++;
        find_residual(r, h, start);
        const bool has_residual = vector_is_finite(vector_const(r->residual), r->n);
        ref_replay_apply_factors(r, r->residual);
        apply_update(r, h, start);
        measure_update(r);
        if (!mpfr_number_p(r->size) && reason == REF_NOT_CONVERGED)
            reason = find_reason(r, has_residual);
        enum ref_convergence verdict = ref_replay_check(r, i, h);
        if (verdict == REF_CONVERGED && jacobian_is_finite(r))
            return REF_OK;
        if (verdict != REF_GO_ON)
            break;
        mpfr_set(r->last_size, r->size, MPFR_RNDN);
    }
    return jacobian_is_finite(r) ? reason : REF_NOT_FINITE;
}

enum ref_status ref_replay_solve(ref_replay *r, mpfr_srcptr t, mpfr_srcptr h,
                                 const mpfr_t *start, const mpfr_t *guess,
                                 mpfr_t *result) {
    enum ref_status status = REF_NOT_CONVERGED;
    for (int trial = 1;; trial++) {
        vector_set(r->iterate, guess, r->nx);
        mpfr_add(r->end, t, h, MPFR_RNDN);
        if (r->options.newton != REF_FULL && !ref_replay_freshen(r, trial, t, h, start))
            return status;
        if (ref_replay_reuses(r) && !jacobian_is_finite(r))
            return REF_NOT_FINITE; /* where the original tries again without end */
        status = iterate(r, h, start);
        if (status == REF_OK)
            break;
        if (!ref_replay_reuses(r))
            return status;
    }
    vector_set(result, vector_const(r->iterate), r->nx);
    return REF_OK;
}
