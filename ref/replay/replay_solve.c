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

/* squares[k] += update_i^2 */
static void add_square(ref_replay *r, int k, int i) {
    mpfr_sqr(r->product, r->update[i], MPFR_RNDN);
    mpfr_add(r->squares[k], r->squares[k], r->product, MPFR_RNDN);
}

/* size := the Euclidean norm of the update, with the additions in the order of the original's
 * matrix library (Eigen, in pairs of doubles): where updates of equal size go to and fro, theta
 * is 1 but for rounding. */
static void measure_euclidean(ref_replay *r) {
    const int n = r->nx, fours = n - n % 4;
    for (int k = 0; k < 4; k++)
        mpfr_set_zero(r->squares[k], 1);
    for (int i = 0; i < fours; i++)
        add_square(r, i % 4, i);
    for (int k = 0; k < 2; k++) {
        mpfr_add(r->squares[k], r->squares[k], r->squares[k + 2], MPFR_RNDN);
        if (n - fours >= 2)
            add_square(r, k, fours + k);
    }
    mpfr_add(r->squares[0], r->squares[0], r->squares[1], MPFR_RNDN);
    if (n % 2 == 1)
        add_square(r, 0, n - 1);
    mpfr_sqrt(r->size, r->squares[0], MPFR_RNDN);
}

/* size := |update|, Euclidean, or the error norm with N where the update began. */
static void measure_update(ref_replay *r) {
    if (r->options.method == REF_IMPLICIT_EULER)
        ref_replay_norm(r, vector_const(r->previous), vector_const(r->update), r->size);
    else
        measure_euclidean(r);
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
