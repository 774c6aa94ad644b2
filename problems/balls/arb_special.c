/* The cases of the parameter: 0 < m < 1 by theta functions, m = 0, m = 1, and m > 1 by the
 * formulas in mpfr_elliptic.c; the integral F by Carlson's form (Arb).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/balls/arb_special.h"

#include <acb_elliptic.h>

#include "problems/balls/arb_jacobi.h"
#include "problems/base/many.h"

/* At m = 1. */
static void take_hyperbolic(arb_ptr r, enum expr_operation function, arb_srcptr u,
                            slong bits) {
    if (function == EXPR_SN) {
        arb_tanh(r, u, bits);
    } else if (function == EXPR_AM) {
        arb_mul_2exp_si(r, u, -1);
        arb_tanh(r, r, bits);
        arb_atan(r, r, bits);
        arb_mul_2exp_si(r, r, 1);
    } else {
        arb_sech(r, u, bits);
    }
}

/* At m = 0. */
static void take_circular(arb_ptr r, enum expr_operation function, arb_srcptr u,
                          slong bits) {
    if (function == EXPR_SN)
        arb_sin(r, u, bits);
    else if (function == EXPR_CN)
        arb_cos(r, u, bits);
    else if (function == EXPR_DN)
        arb_one(r);
    else
        arb_set(r, u);
}

/* For m > 1. */
static void take_reciprocal(arb_ptr r, enum expr_operation function, arb_srcptr u,
                            arb_srcptr m, slong bits) {
    enum expr_operation other = function == EXPR_CN   ? EXPR_DN
                                : function == EXPR_DN ? EXPR_CN
                                                      : EXPR_SN;
    arb_t root, inverse, v;
    arb_inits(root, inverse, v);
    arb_sqrt(root, m, bits);
    arb_inv(inverse, m, bits);
    arb_mul(v, u, root, bits);
    arb_jacobi(r, other, v, inverse, bits);
    if (other == EXPR_SN)
        arb_div(r, r, root, bits);
    if (function == EXPR_AM)
        arb_asin(r, r, bits);
    arb_clears(root, inverse, v);
}

static void take_integral(arb_ptr r, arb_srcptr phi, arb_srcptr m, slong bits) {
    acb_t value, angle, parameter;
    acb_inits(value, angle, parameter);
    acb_set_arb(angle, phi);
    acb_set_arb(parameter, m);
    acb_elliptic_f(value, angle, parameter, 0, bits);
    arb_set(r, acb_realref(value)); /* the value is real */
    acb_clears(value, angle, parameter);
}

/* F for m >= 1, |phi| < pi/2. */
static void take_reduced_integral(arb_ptr r, arb_srcptr phi, arb_srcptr m, slong bits) {
    arb_t root, end;
    arb_inits(root, end);
    arb_const_pi(end, bits);
    arb_mul_2exp_si(end, end, -1);
    arb_abs(root, phi);
    if (!arb_lt(root, end)) {
        arb_indeterminate(r);
    } else if (arb_is_one(m)) {
        arb_sin(r, phi, bits);
        arb_atanh(r, r, bits);
    } else {
        arb_sqrt(root, m, bits);
        arb_inv(end, m, bits);
        arb_sin(r, phi, bits);
        arb_mul(r, r, root, bits);
        arb_asin(r, r, bits);
        take_integral(r, r, end, bits);
        arb_div(r, r, root, bits);
    }
    arb_clears(root, end);
}

/* By where m lies: certainly in one of the ranges, or nothing is known. */
static void take_elliptic(arb_ptr r, enum expr_operation function, arb_srcptr a,
                          arb_srcptr m, slong bits) {
    arb_t one;
    arb_init(one);
    arb_one(one);
    const bool below = arb_lt(m, one), above = arb_gt(m, one), is_one = arb_is_one(m);
    arb_clear(one);
    if (function == EXPR_ELLIPTIC_F && below)
        take_integral(r, a, m, bits);
    else if (function == EXPR_ELLIPTIC_F && (above || is_one))
        take_reduced_integral(r, a, m, bits);
    else if (is_one)
        take_hyperbolic(r, function, a, bits);
    else if (arb_is_zero(m))
        take_circular(r, function, a, bits);
    else if (below && arb_is_positive(m))
        arb_jacobi(r, function, a, m, bits);
    else if (above)
        take_reciprocal(r, function, a, m, bits);
    else
        arb_indeterminate(r);
}

void arb_special(arb_ptr r, enum expr_operation function, arb_srcptr a, arb_srcptr b,
                 slong bits) {
    arb_t value;
    arb_init(value);
    if (!arb_is_finite(a) || (function != EXPR_ELLIPTIC_K && !arb_is_finite(b))) {
        arb_indeterminate(value);
    } else if (function == EXPR_ELLIPTIC_K) {
        arb_sub_ui(value, a, 1, bits);
        arb_neg(value, value);
        arb_quarter(value, value, bits);
    } else if (function == EXPR_KEPLER) {
        arb_kepler(value, a, b, bits);
    } else {
        take_elliptic(value, function, a, b, bits);
    }
    arb_swap(r, value);
    arb_clear(value);
}
