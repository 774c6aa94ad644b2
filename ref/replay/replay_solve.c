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

static enum ref_convergence iterate(ref_replay *r, mpfr_srcptr h, const mpfr_t *start) {
    mpfr_set_inf(r->last_size, 1);
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        if (r->options.newton == REF_FULL) {
            ref_replay_form_jacobian(r, r->end, h, start, vector_const(r->iterate));
            ref_replay_factor(r, h);
        }
        r->total.iterations++;
        find_residual(r, h, start);
        ref_replay_apply_factors(r, r->residual);
        apply_update(r, h, start);
        measure_update(r);
        enum ref_convergence verdict = ref_replay_check(r, i, h);
        if (verdict != REF_GO_ON)
            return verdict;
        mpfr_set(r->last_size, r->size, MPFR_RNDN);
    }
    return REF_DIVERGED;
}

enum ref_status ref_replay_solve(ref_replay *r, mpfr_srcptr t, mpfr_srcptr h,
                                 const mpfr_t *start, const mpfr_t *guess,
                                 mpfr_t *result) {
    for (int trial = 1;; trial++) {
        vector_set(r->iterate, guess, r->nx);
        mpfr_add(r->end, t, h, MPFR_RNDN);
        if (r->options.newton != REF_FULL && !ref_replay_freshen(r, trial, t, h, start))
            return REF_NOT_CONVERGED;
        if (iterate(r, h, start) == REF_CONVERGED)
            break;
        if (!ref_replay_reuses(r))
            return REF_NOT_CONVERGED;
        if (!vector_is_finite(vector_const(r->slope), r->n * r->n))
            return REF_NOT_FINITE;
    }
    vector_set(result, vector_const(r->iterate), r->nx);
    return REF_OK;
}
