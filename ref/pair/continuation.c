/* The path of the solution from the step's start, as h grows from 0:
 *
 *     x = x0 + s h F(t1, x),     s from 0 to 1,
 *
 * followed in strides of s that are halved until Newton's method from the last point contracts
 * at once, each update at most half of the one before (E. L. Allgower, K. Georg, Introduction to
 * Numerical Continuation Methods (2003), chapter 2). Why: near a singular I - h dF/dx the
 * iteration leaps far away, and where it lands, if it does, is a matter of rounding, while the
 * damped one stops at the singular place.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/vector.h"
#include "ref/pair/equation.h"

enum {
    MAX_UPDATES = 12, /* from point to point */
    NEAR_BITS = 20,   /* a point is one when the last update is below 2^-20 of it */
    MAX_HALVINGS = 40 /* of the first stride: the path has turned back */
};

/* x := a point of the path with the h that is set, from x; whether it contracts. */
static bool correct(struct ref_equation *e) {
    for (int k = 0; k < MAX_UPDATES; k++) {
        if (ref_equation_residual(e) != REF_OK || ref_equation_factor(e) != REF_OK)
            return false;
        ref_equation_correct(e);
        vector_norm(e->norm, vector_const(e->update), e->nx);
        mpfr_mul_2ui(e->product, e->norm, 1, MPFR_RNDN);
        if (k > 0 && mpfr_greater_p(e->product, e->step_norm))
            return false;
        mpfr_set(e->step_norm, e->norm, MPFR_RNDN);
        for (int i = 0; i < e->nx; i++)
            mpfr_add(e->x[i], e->x[i], e->update[i], MPFR_RNDN);
        vector_norm(e->norm, vector_const(e->x), e->nx);
        mpfr_div_2ui(e->norm, e->norm, NEAR_BITS, MPFR_RNDN);
        if (mpfr_lessequal_p(e->step_norm, e->norm))
            return true;
    }
    return false;
}

enum ref_status ref_continuation_approach(struct ref_equation *e) {
    double part = 0, stride = 0.5;
    mpfr_t h;
    mpfr_init2(h, mpfr_get_prec(e->h));
    mpfr_set(h, e->h, MPFR_RNDN);
    vector_set(e->base, vector_const(e->start), e->nx);
    for (int halvings = 0; part < 1 && halvings < MAX_HALVINGS;) {
        const double next = part + stride < 1 ? part + stride : 1;
        mpfr_mul_d(e->h, h, next, MPFR_RNDN);
        vector_set(e->x, vector_const(e->base), e->nx);
        const bool reached = correct(e);
        if (reached) {
            vector_set(e->base, vector_const(e->x), e->nx);
            part = next;
        }
        stride *= reached ? 2 : 0.5;
        halvings += reached ? -1 : 1;
    }
    vector_set(e->x, vector_const(e->base), e->nx);
    mpfr_set(e->h, h, MPFR_RNDN);
    mpfr_clear(h);
    return part < 1 ? REF_NOT_CONVERGED : REF_OK;
}
