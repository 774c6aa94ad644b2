/* Single operations in real balls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/balls/arb_operation.h"

#include "problems/balls/arb_special.h"
#include "problems/base/many.h"

/* A ball is wide when its radius is at least 2^WIDE_EXPONENT. */
enum { WIDE_EXPONENT = -6 };

/* No square is negative, however wide the ball. */
static void multiply(arb_ptr r, arb_srcptr a, arb_srcptr b, slong bits) {
    if (a != b) {
        arb_mul(r, a, b, bits);
        return;
    }
    arb_sqr(r, a, bits);
    if (arb_is_finite(r) && arb_contains_negative(r))
        arb_nonnegative_part(r, r);
}

/* a^b. A base that touches zero has powers between 0 and that of its upper end. */
static void raise_to_power(arb_ptr r, arb_srcptr a, arb_srcptr b, slong bits) {
    if (arb_is_nonnegative(a) && arb_contains_zero(a) && arb_is_positive(b)) {
        arb_t top, zero;
        arb_inits(top, zero);
        arb_get_ubound_arf(arb_midref(top), a, bits);
        if (!arb_is_zero(top))
            arb_pow(top, top, b, bits);
        arb_union(r, zero, top, bits);
        arb_clears(zero, top);
    } else {
        arb_pow(r, a, b, bits);
    }
}

/* tanh, which increases: that of a wide ball lies between those of its ends. */
static void take_tanh(arb_ptr r, arb_srcptr a, slong bits) {
    if (mag_cmp_2exp_si(arb_radref(a), WIDE_EXPONENT) < 0 || !arb_is_finite(a)) {
        arb_tanh(r, a, bits);
    } else {
        arb_t low, high;
        arb_inits(low, high);
        arb_get_lbound_arf(arb_midref(low), a, bits);
        arb_get_ubound_arf(arb_midref(high), a, bits);
        arb_tanh(low, low, bits);
        arb_tanh(high, high, bits);
        arb_union(r, low, high, bits);
        arb_clears(high, low);
    }
}

/* Arb takes a middle that is not a number, with radius zero, for the end -1. */
static void take_arc(arb_ptr r, void arc(arb_t, const arb_t, slong), arb_srcptr a,
                     slong bits) {
    if (arb_is_finite(a))
        arc(r, a, bits);
    else
        arb_indeterminate(r);
}

static void select_branch(arb_ptr r, arb_srcptr s, arb_srcptr a, arb_srcptr b,
                          slong bits) {
    if (!arb_is_finite(s))
        arb_indeterminate(r);
    else if (arb_is_nonnegative(s))
        arb_set(r, a);
    else if (arb_is_negative(s))
        arb_set(r, b);
    else
        arb_union(r, a, b, bits);
}

void arb_operate(arb_ptr r, enum expr_operation operation, arb_srcptr a, arb_srcptr b,
                 arb_srcptr c, slong bits) {
    switch (operation) {
    case EXPR_ADD: arb_add(r, a, b, bits); break;
    case EXPR_SUB: arb_sub(r, a, b, bits); break;
    case EXPR_MUL: multiply(r, a, b, bits); break;
    case EXPR_DIV: arb_div(r, a, b, bits); break;
    case EXPR_NEG: arb_neg(r, a); break;
    case EXPR_POW: raise_to_power(r, a, b, bits); break;
    case EXPR_SQRT: arb_sqrt(r, a, bits); break;
    case EXPR_EXP: arb_exp(r, a, bits); break;
    case EXPR_LOG: arb_log(r, a, bits); break;
    case EXPR_SIN: arb_sin(r, a, bits); break;
    case EXPR_COS: arb_cos(r, a, bits); break;
    case EXPR_TAN: arb_tan(r, a, bits); break;
    case EXPR_ASIN: take_arc(r, arb_asin, a, bits); break;
    case EXPR_ACOS: take_arc(r, arb_acos, a, bits); break;
    case EXPR_ATAN: arb_atan(r, a, bits); break;
    case EXPR_SINH: arb_sinh(r, a, bits); break;
    case EXPR_COSH: arb_cosh(r, a, bits); break;
    case EXPR_TANH: take_tanh(r, a, bits); break;
    case EXPR_SELECT: select_branch(r, a, b, c, bits); break;
    default:
        if (operation_is_special(operation))
            arb_special(r, operation, a, b, bits);
        else
            arb_indeterminate(r); /* leaves are no instructions */
        break;
    }
}

void arb_operate_pair(arb_ptr sine, arb_ptr cosine, bool hyperbolic, arb_srcptr a,
                      slong bits) {
    if (hyperbolic)
        arb_sinh_cosh(sine, cosine, a, bits);
    else
        arb_sin_cos(sine, cosine, a, bits);
}
