/* Damped Newton iterations with the natural monotonicity test (P. Deuflhard, Newton
 * Methods for Nonlinear Problems, 2004, section 3.3): with d the update at x and d' the
 * update at x + lambda d computed with the same matrix, the step is taken when
 *
 *     |d'| <= (1 - lambda/4) |d|,     else lambda is halved.
 *
 * Why: forces that saturate (regularised friction, stops) make Newton's method jump to
 * and fro across the steep part for ever when h is large, though the equation has one
 * solution.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/vector.h"
#include "ref/pair/equation.h"

enum {
    MAX_STEPS = 200,
    MAX_HALVINGS = 60, /* of lambda, before the approach is given up */
    QUICK_BITS = 2     /* a full step that shrinks the update by 2^2 ends the approach */
};

/* base := x, step := the update there. */
static enum ref_status find_step(struct ref_equation *e) {
    enum ref_status status = ref_equation_residual(e);
    if (status == REF_OK)
        status = ref_equation_factor(e);
    if (status != REF_OK)
        return status;
    ref_equation_correct(e);
    vector_set(e->base, vector_const(e->x), e->nx);
    vector_set(e->step, vector_const(e->update), e->nx);
    vector_norm(e->step_norm, vector_const(e->step), e->nx);
    return REF_OK;
}

/* x := base + 2^-halvings step; whether the update at x is short enough. */
static bool try_step(struct ref_equation *e, int halvings) {
    for (int i = 0; i < e->nx; i++) {
        mpfr_div_2ui(e->x[i], e->step[i], (unsigned long)halvings, MPFR_RNDN);
        mpfr_add(e->x[i], e->base[i], e->x[i], MPFR_RNDN);
    }
    if (ref_equation_residual(e) != REF_OK)
        return false;
    ref_equation_correct(e);
    vector_norm(e->norm, vector_const(e->update), e->nx);
    mpfr_div_2ui(e->product, e->step_norm, (unsigned long)halvings + 2, MPFR_RNDN);
    mpfr_sub(e->product, e->step_norm, e->product, MPFR_RNDN);
    return mpfr_lessequal_p(e->norm, e->product);
}

static bool is_quick(struct ref_equation *e, int halvings) {
    mpfr_mul_2ui(e->norm, e->norm, QUICK_BITS, MPFR_RNDN);
    return halvings == 0 && mpfr_lessequal_p(e->norm, e->step_norm);
}

enum ref_status ref_damping_approach(struct ref_equation *e) {
    int halvings = 0;
    for (int i = 0; i < MAX_STEPS; i++) {
        enum ref_status status = find_step(e);
        if (status != REF_OK)
            return status;
        while (!try_step(e, halvings))
            if (++halvings > MAX_HALVINGS)
                return REF_NOT_CONVERGED;
        if (is_quick(e, halvings))
            return REF_OK;
        if (halvings > 0)
            halvings--;
    }
    return REF_NOT_CONVERGED;
}
